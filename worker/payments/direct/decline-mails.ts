import type { Ctx } from "../../context.ts";
import type { DeclineReason } from "../../contract/payments.ts";
import { MAIL_KINDS } from "../../mail-kinds.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import { composeMail } from "../../platform/mail/mail-layout.tsx";
import { ANYONE, onBehalfOf } from "../../platform/mail/mail-limits.ts";
import type { Sale } from "../settlement/find-purchase.ts";
import { dollars } from "../settlement/mails.ts";
import { claimLink } from "./claim-links.ts";

// A claim is unproven: the subject and opening words of its mails contain no text by users.

type Words = { subject: string; paragraphs: string[]; opens: "payment" | "share" };

function wordsOf(reason: DeclineReason, price: string): Words {
	const ours = "Direct payments are between you and the creator.";
	switch (reason) {
		case "not_found":
			return {
				subject: "Your Cash App payment was not found",
				paragraphs: [
					`The creator could not find your Cash App payment of ${price}.`,
					`If you have paid, check the confirmation code in Cash App and send it again from the payment page. ${ours}`,
				],
				opens: "payment",
			};
		case "wrong_amount":
			return {
				subject: "Your Cash App payment differs from the price",
				paragraphs: [
					`The creator says that what arrived in Cash App is not the price of ${price}, so the files stay closed.`,
					`Compare the amount in Cash App. Settle the difference with the creator there, or ask for the money back; then send the confirmation code again from the payment page. ${ours}`,
				],
				opens: "payment",
			};
		case "returned":
			return {
				subject: "Your Cash App payment was returned",
				paragraphs: [
					`The creator says that your Cash App payment of ${price} has been sent back to you.`,
					`Look for it in Cash App. If it is not there, ask the creator in Cash App. ${ours}`,
				],
				opens: "share",
			};
		case "already_open":
			return {
				subject: "The files you paid for are open already",
				paragraphs: [
					`You told us that you paid ${price} in Cash App. Before the creator answered, another payment opened the files to you: download them from their page.`,
					`So your Cash App payment buys nothing more. If it went through, the creator has to return it and knows of it; ask in Cash App if it does not come. ${ours}`,
				],
				opens: "share",
			};
	}
}

/** To the buyer: the claim was closed without opening anything, and why. */
export function declinedMail(ctx: Ctx, sale: Sale, to: string, reason: DeclineReason): Mail {
	const { purchase, creator, slug } = sale;
	const { subject, paragraphs, opens } = wordsOf(reason, dollars(purchase.priceCents));
	const { APP_ORIGIN } = ctx.config;
	return composeMail(ctx, {
		kind: MAIL_KINDS["claim-decision"],
		cause: onBehalfOf(creator),
		to,
		subject,
		paragraphs,
		rows: [
			["Files", purchase.shareTitle],
			["Creator", creator.name],
			["Reference", purchase.reference],
		],
		action:
			opens === "payment"
				? {
						label: "Open the payment page",
						url: `${APP_ORIGIN}/payment/direct/${slug}`,
					}
				: { label: "Open the files' page", url: `${APP_ORIGIN}/share/${slug}` },
		dedupeKey: `declined:${purchase.id}:${purchase.claimedAt}:${reason}`,
	});
}

/** To the creator: a claim that has nothing left to open, whose money must be returned if it arrived. */
export async function toReturnMail(ctx: Ctx, sale: Sale): Promise<Mail> {
	const { purchase } = sale;
	const price = dollars(purchase.priceCents);
	return composeMail(ctx, {
		kind: MAIL_KINDS.claim,
		cause: ANYONE,
		to: sale.creator.email,
		subject: `Return ${price} in Cash App if you got it`,
		paragraphs: [
			`A buyer says to have paid you ${price} in Cash App. Another payment had opened the same files to them before you answered, so this one buys nothing.`,
			"Look in Cash App for the reference below. If the money came, send it back, then say so by the button: the buyer is told.",
		],
		rows: [
			["Files", purchase.shareTitle],
			["Price", price],
			["Reference in the note", purchase.reference],
			["Confirmation code", purchase.confirmationCode ?? ""],
			["Buyer", purchase.buyerEmail ?? ""],
		],
		action: { label: "I returned it, or it never came", url: await claimLink(ctx, purchase.id) },
		secondAction: { label: "Open the dashboard", url: `${ctx.config.APP_ORIGIN}/dashboard` },
		dedupeKey: `to-return:${purchase.id}:${purchase.claimedAt}`,
	});
}
