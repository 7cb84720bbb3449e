import type { Ctx } from "../../core/context.ts";
import { MAIL_KINDS } from "../../core/mail-kinds.ts";
import { mailLanguage } from "../../core/mail-texts.ts";
import { directName } from "../../payments/direct/contract/direct-way.ts";
import { causeToBuyer, creatorRows, subjectOf } from "../../payments/settlement/mails.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import { composeMail } from "../../platform/mail/mail-layout.tsx";
import { onBehalfOf } from "../../platform/mail/mail-limits.ts";
import type { Sale } from "../../purchases/find-purchase.ts";

/**
 * The files can be downloaded until a day. A bundle's parts may be deleted at different times, with one mail for
 * each.
 */
export function keptForBuyersMail(
	ctx: Ctx,
	sale: Sale,
	{ to, url, keptUntil }: { to: string; url: string; keptUntil: number },
): Mail {
	const { purchase } = sale;
	const { texts, day } = mailLanguage(purchase.locale);
	const { labels, keptForBuyers } = texts;
	const until = { day: day(keptUntil) };
	return composeMail(ctx, {
		kind: MAIL_KINDS["share-ending"],
		cause: causeToBuyer(sale),
		to,
		layout: texts.layout,
		subject: subjectOf(sale, keptForBuyers.subject(until)),
		paragraphs: [keptForBuyers.deleted(until), keptForBuyers.next],
		rows: [
			[labels.files, purchase.shareTitle],
			...creatorRows(sale),
			[labels.downloadUntil, until.day],
			[labels.reference, purchase.reference],
		],
		action: { label: texts.buttons.openPurchase, url },
		notes: [texts.linkIsSecret],
		dedupeKey: `kept:${purchase.id}:${keptUntil}`,
	});
}

/** To a buyer with an undecided claim: where the money is, if any. */
export function undecidedClaimMail(ctx: Ctx, sale: Sale, to: string): Mail {
	const { purchase, creator } = sale;
	const { texts, money } = mailLanguage(purchase.locale);
	const { labels, undecidedClaim } = texts;
	return composeMail(ctx, {
		kind: MAIL_KINDS["claim-decision"],
		cause: onBehalfOf(creator),
		to,
		layout: texts.layout,
		subject: undecidedClaim.subject,
		paragraphs: [
			undecidedClaim.deleted,
			undecidedClaim.next({
				price: money(purchase.priceCents, purchase.currency),
				way: directName(purchase.directHost),
			}),
		],
		rows: [
			[labels.files, purchase.shareTitle],
			...creatorRows(sale),
			[labels.noteReference, purchase.reference],
			[labels.confirmationCode, purchase.confirmationCode ?? ""],
		],
		dedupeKey: `unanswered:${purchase.id}:${purchase.claimedAt}`,
	});
}
