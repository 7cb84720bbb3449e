import { paths } from "../../contract/paths.ts";
import { directName } from "../../contract/payments/direct-way.ts";
import type { Ctx } from "../../core/context.ts";
import { MAIL_KINDS } from "../../core/mail-kinds.ts";
import { type MailLanguage, mailLanguage } from "../../core/mail-texts.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import { composeMail } from "../../platform/mail/mail-layout.tsx";
import { ANYONE } from "../../platform/mail/mail-limits.ts";
import type { Sale } from "../../purchases/find-purchase.ts";
import { claimLink } from "./claim-links.ts";

// A claim is unproven: the subject and opening words of its mails contain no text by users.

function details({ texts, money }: MailLanguage, { purchase }: Sale): [string, string][] {
	const { labels } = texts;
	return [
		[labels.files, purchase.shareTitle],
		[labels.price, money(purchase.priceCents, purchase.currency)],
		[labels.noteReference, purchase.reference],
		[labels.confirmationCode, purchase.confirmationCode ?? ""],
		[labels.buyer, purchase.buyerEmail ?? ""],
	];
}

export const wordsOf = (
	{ priceCents, currency, directHost }: Sale["purchase"],
	money: MailLanguage["money"],
) => ({ price: money(priceCents, currency), way: directName(directHost) });

/** To the creator: a buyer claims to have paid. */
export async function claimMail(ctx: Ctx, sale: Sale): Promise<Mail> {
	const { purchase, creator } = sale;
	const language = mailLanguage(creator.locale);
	const { texts, money } = language;
	const words = wordsOf(purchase, money);
	return composeMail(ctx, {
		kind: MAIL_KINDS.claim,
		cause: ANYONE,
		to: creator.email,
		layout: texts.layout,
		subject: texts.claim.subject(words),
		paragraphs: [texts.claim.text(words)],
		rows: details(language, sale),
		action: { label: texts.buttons.decide, url: await claimLink(ctx, purchase.id) },
		secondAction: {
			label: texts.buttons.openDashboard,
			url: `${ctx.config.APP_ORIGIN}${paths.dashboard}`,
		},
		dedupeKey: `claim:${purchase.id}:${purchase.confirmationCode}:${purchase.claimedAt}`,
	});
}

/** To the creator, a day later: the buyer is still waiting. */
export async function reminderMail(ctx: Ctx, sale: Sale): Promise<Mail> {
	const { purchase, creator } = sale;
	const language = mailLanguage(creator.locale);
	const { texts, money } = language;
	return composeMail(ctx, {
		kind: MAIL_KINDS["claim-reminder"],
		cause: ANYONE,
		to: creator.email,
		layout: texts.layout,
		subject: texts.claimReminder.subject,
		paragraphs: [texts.claimReminder.text(wordsOf(purchase, money))],
		rows: details(language, sale),
		action: { label: texts.buttons.decide, url: await claimLink(ctx, purchase.id) },
		dedupeKey: `claim-reminder:${purchase.id}`,
	});
}

/** To the creator: a claim has nothing left to open, so its money must be returned. */
export async function toReturnMail(ctx: Ctx, sale: Sale): Promise<Mail> {
	const { purchase, creator } = sale;
	const language = mailLanguage(creator.locale);
	const { texts, money } = language;
	const words = wordsOf(purchase, money);
	return composeMail(ctx, {
		kind: MAIL_KINDS.claim,
		cause: ANYONE,
		to: creator.email,
		layout: texts.layout,
		subject: texts.claimToReturn.subject(words),
		paragraphs: [texts.claimToReturn.text(words), texts.claimToReturn.next(words)],
		rows: details(language, sale),
		action: { label: texts.buttons.returned, url: await claimLink(ctx, purchase.id) },
		secondAction: {
			label: texts.buttons.openDashboard,
			url: `${ctx.config.APP_ORIGIN}${paths.dashboard}`,
		},
		dedupeKey: `to-return:${purchase.id}:${purchase.claimedAt}`,
	});
}
