import type { Ctx } from "../../context.ts";
import { MAIL_KINDS } from "../../mail-kinds.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import { composeMail } from "../../platform/mail/mail-layout.tsx";
import { onBehalfOf } from "../../platform/mail/mail-limits.ts";
import type { Sale } from "../settlement/find-purchase.ts";
import { causeToBuyer, dollars, subjectOf } from "../settlement/mails.ts";

/** Formats a date for mails, such as "December 21, 2026" (UTC). */
function dayOf(ms: number): string {
	return new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(ms);
}

/** To a buyer: the creator has deleted the files, and until when they can still be downloaded. */
export function keptForBuyersMail(
	ctx: Ctx,
	sale: Sale,
	{ to, url, keptUntil }: { to: string; url: string; keptUntil: number },
): Mail {
	const { purchase, creator } = sale;
	const until = dayOf(keptUntil);
	return composeMail(ctx, {
		kind: MAIL_KINDS["share-ending"],
		cause: causeToBuyer(sale),
		to,
		subject: subjectOf(sale, `Download until ${until}`),
		paragraphs: [
			`The creator has deleted files that you bought. We keep them for you until ${until}; after that they are gone.`,
			"Download everything you want to keep before then.",
		],
		rows: [
			["Files", purchase.shareTitle],
			["Creator", creator.name],
			["Download until", until],
			["Reference", purchase.reference],
		],
		action: { label: "Open my purchase", url },
		notes: ["The link is yours alone. Whoever has it can open the purchase."],
		dedupeKey: `kept:${purchase.id}`,
	});
}

/** To a buyer whose claim was never decided: the files are deleted, and who has the money, if any. */
export function undecidedClaimMail(ctx: Ctx, sale: Sale, to: string): Mail {
	const { purchase, creator } = sale;
	return composeMail(ctx, {
		kind: MAIL_KINDS["claim-decision"],
		cause: onBehalfOf(creator),
		to,
		subject: "The files you asked for were deleted",
		paragraphs: [
			"The creator has deleted files that you told us you had paid for, without answering you. They can no longer be sold.",
			`If you have paid ${dollars(purchase.priceCents)} in Cash App, ask the creator there to return it. Direct payments are between you and the creator; we never hold that money.`,
		],
		rows: [
			["Files", purchase.shareTitle],
			["Creator", creator.name],
			["Reference in the note", purchase.reference],
			["Confirmation code", purchase.confirmationCode ?? ""],
		],
		dedupeKey: `unanswered:${purchase.id}:${purchase.claimedAt}`,
	});
}
