import { paths } from "../../contract/paths.ts";
import type { Ctx } from "../../core/context.ts";
import { MAIL_KINDS } from "../../core/mail-kinds.ts";
import { type MailLanguage, mailLanguage } from "../../core/mail-texts.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import { mac, macMatches } from "../../platform/security/crypto.ts";
import type { Sale } from "../../purchases/find-purchase.ts";
import { creatorRows, linkTo, mailToBuyer, mailToCreator, type Rows } from "../settlement/mails.ts";
import type { DeclineReason } from "./contract/direct.ts";
import { directName } from "./contract/direct-way.ts";

/** Opens the decision without signing in. Browsers don't send the fragment, so no log has the token. */
export async function claimLink(ctx: Ctx, claimId: string): Promise<string> {
	const { APP_SECRET, APP_ORIGIN } = ctx.config;
	const token = await mac(APP_SECRET, `claim|${claimId}`);
	return `${APP_ORIGIN}${paths.claim}#${claimId}.${token}`;
}

export function opensClaim(ctx: Ctx, claimId: string, token: string): Promise<boolean> {
	return macMatches(ctx.config.APP_SECRET, `claim|${claimId}`, token);
}

// A claim is unproven: the subject and opening words of its mails contain no text by users.

function details({ texts: { labels }, money }: MailLanguage, { purchase }: Sale): Rows {
	return [
		[labels.files, purchase.shareTitle],
		[labels.price, money(purchase.priceCents, purchase.currency)],
		[labels.noteReference, purchase.reference],
		[labels.confirmationCode, purchase.confirmationCode ?? ""],
		[labels.buyer, purchase.buyerEmail ?? ""],
	];
}

const wordsOf = (
	{ priceCents, currency, directHost }: Sale["purchase"],
	money: MailLanguage["money"],
) => ({ price: money(priceCents, currency), way: directName(directHost) });

export async function claimMail(ctx: Ctx, sale: Sale): Promise<Mail> {
	const { purchase, creator } = sale;
	const language = mailLanguage(creator.locale);
	const { claim, buttons } = language.texts;
	const words = wordsOf(purchase, language.money);
	return mailToCreator(ctx, sale, {
		kind: MAIL_KINDS.claim,
		subject: claim.subject(words),
		paragraphs: [claim.text(words)],
		rows: details(language, sale),
		action: { label: buttons.decide, url: await claimLink(ctx, purchase.id) },
		secondAction: linkTo(ctx, buttons.openDashboard, paths.dashboard),
		dedupeKey: `claim:${purchase.id}:${purchase.confirmationCode}:${purchase.claimedAt}`,
	});
}

/** To the creator, after a day. */
export async function reminderMail(ctx: Ctx, sale: Sale): Promise<Mail> {
	const { purchase, creator } = sale;
	const language = mailLanguage(creator.locale);
	const { claimReminder, buttons } = language.texts;
	return mailToCreator(ctx, sale, {
		kind: MAIL_KINDS["claim-reminder"],
		subject: claimReminder.subject,
		paragraphs: [claimReminder.text(wordsOf(purchase, language.money))],
		rows: details(language, sale),
		action: { label: buttons.decide, url: await claimLink(ctx, purchase.id) },
		dedupeKey: `claim-reminder:${purchase.id}`,
	});
}

/** To the creator: the claim has nothing left to open, so its money must be returned. */
export async function toReturnMail(ctx: Ctx, sale: Sale): Promise<Mail> {
	const { purchase, creator } = sale;
	const language = mailLanguage(creator.locale);
	const { claimToReturn, buttons } = language.texts;
	const words = wordsOf(purchase, language.money);
	return mailToCreator(ctx, sale, {
		kind: MAIL_KINDS.claim,
		subject: claimToReturn.subject(words),
		paragraphs: [claimToReturn.text(words), claimToReturn.next(words)],
		rows: details(language, sale),
		action: { label: buttons.returned, url: await claimLink(ctx, purchase.id) },
		secondAction: linkTo(ctx, buttons.openDashboard, paths.dashboard),
		dedupeKey: `to-return:${purchase.id}:${purchase.claimedAt}`,
	});
}

/** The buyer can correct these on the payment page. */
const TO_CORRECT: readonly DeclineReason[] = ["not_found", "wrong_amount"];

/** To the buyer. */
export function declinedMail(ctx: Ctx, sale: Sale, to: string, reason: DeclineReason): Mail {
	const { purchase, slug } = sale;
	const { texts, money } = mailLanguage(purchase.locale);
	const { labels, buttons } = texts;
	const { subject, text, next } = texts.declined[reason];
	const words = wordsOf(purchase, money);
	return mailToBuyer(ctx, sale, to, {
		kind: MAIL_KINDS["claim-decision"],
		subject: subject(words),
		paragraphs: [text(words), next(words)],
		rows: [
			[labels.files, purchase.shareTitle],
			...creatorRows(sale),
			[labels.reference, purchase.reference],
		],
		action: TO_CORRECT.includes(reason)
			? linkTo(ctx, buttons.openPayment, paths.directPayment(slug))
			: linkTo(ctx, buttons.openShare, paths.share(slug)),
		dedupeKey: `declined:${purchase.id}:${purchase.claimedAt}:${reason}`,
	});
}
