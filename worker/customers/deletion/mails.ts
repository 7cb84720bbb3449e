import { directName } from "../../payments/direct/contract/direct-way.ts";
import { CLAIM_DECISION } from "../../payments/direct/mails.ts";
import { mailToBuyer, subjectOf, type ToBuyer } from "../../purchases/sale-mails.ts";

/**
 * The files can be downloaded until a day. A bundle's parts may be deleted at different times, with one mail for
 * each.
 */
export const keptForBuyersMail = mailToBuyer({
	kind: { name: "share-ending", audience: "buyer", perDay: 5, follows: true },
	write: (
		{ texts: { keptForBuyers, labels, buttons, linkIsSecret }, day },
		{ sale, url, keptUntil }: ToBuyer & { url: string; keptUntil: number },
	) => {
		const { purchase, creator } = sale;
		const until = { day: day(keptUntil) };
		return {
			subject: subjectOf(sale, keptForBuyers.subject(until)),
			paragraphs: [keptForBuyers.deleted(until), keptForBuyers.next],
			rows: [
				[labels.files, purchase.shareTitle],
				[labels.creator, creator.name],
				[labels.downloadUntil, until.day],
				[labels.reference, purchase.reference],
			],
			action: [buttons.openPurchase, url],
			notes: [linkIsSecret],
			dedupeKey: `kept:${purchase.id}:${keptUntil}`,
		};
	},
});

/** To a buyer with an undecided claim: where the money is, if any. */
export const undecidedClaimMail = mailToBuyer({
	kind: CLAIM_DECISION,
	write: ({ texts: { undecidedClaim, labels }, money }, { sale }: ToBuyer) => {
		const { purchase, creator } = sale;
		const price = money(purchase.priceCents, purchase.currency);
		return {
			subject: undecidedClaim.subject,
			paragraphs: [
				undecidedClaim.deleted,
				undecidedClaim.next({ price, way: directName(purchase.directHost) }),
			],
			rows: [
				[labels.files, purchase.shareTitle],
				[labels.creator, creator.name],
				[labels.noteReference, purchase.reference],
				[labels.confirmationCode, purchase.confirmationCode ?? ""],
			],
			dedupeKey: `unanswered:${purchase.id}:${purchase.claimedAt}`,
		};
	},
});
