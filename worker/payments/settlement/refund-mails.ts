import type { Ctx } from "../../context.ts";
import { MAIL_KINDS } from "../../mail-kinds.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import { composeMail } from "../../platform/mail/mail-layout.tsx";
import { OWED } from "../../platform/mail/mail-limits.ts";
import type { RefundSnapshot } from "../payment-snapshot.ts";
import type { Sale } from "./find-purchase.ts";
import { causeToBuyer, causeToCreator, dollars } from "./mails.ts";

function rows({ purchase }: Sale, refund: RefundSnapshot): [string, string][] {
	return [
		["Files", purchase.shareTitle],
		["Not refunded", dollars(refund.amountCents)],
		["Reference", purchase.reference],
	];
}

/** To the buyer: the refund failed at the bank; the purchase is valid again. */
export function refundFailedMail(ctx: Ctx, sale: Sale, to: string, refund: RefundSnapshot): Mail {
	const { purchase, creator, slug } = sale;
	return composeMail(ctx, {
		kind: MAIL_KINDS.refund,
		cause: causeToBuyer(sale),
		to,
		subject: `Your refund failed: ${purchase.shareTitle}`,
		paragraphs: [
			`Your bank did not accept the refund of ${dollars(refund.amountCents)}; often the card has expired or been closed. The money is back with ${creator.name}.`,
			"So your purchase stands, and your downloads are open again. If you still want the money back, ask your bank which card takes refunds, then write to us with the reference below: the refund can be tried again or made in another way.",
		],
		rows: rows(sale, refund),
		action: {
			label: "Open my files",
			url: `${ctx.config.APP_ORIGIN}/share/${slug}`,
		},
		secondAction: { label: "Write to us", url: `${ctx.config.APP_ORIGIN}/support` },
		dedupeKey: `refund-failed:${refund.id}:buyer`,
	});
}

/** To the creator: the refund failed, the sale is valid again, and what can be done. */
export function refundFailedSaleMail(ctx: Ctx, sale: Sale, refund: RefundSnapshot): Mail {
	const { purchase, creator, slug } = sale;
	return composeMail(ctx, {
		kind: MAIL_KINDS["refund-failed"],
		cause: causeToCreator(sale),
		to: creator.email,
		subject: `A refund failed: ${purchase.shareTitle}`,
		paragraphs: [
			`The buyer's bank did not accept the refund of ${dollars(refund.amountCents)}. The money is yours again, the sale stands, and the buyer can download again. The buyer knows.`,
			"If you still want to return the money, refund the sale again, or agree on another way with the buyer.",
		],
		rows: [...rows(sale, refund), ["Buyer", purchase.buyerEmail ?? ""]],
		action: {
			label: "Open the sale",
			url: `${ctx.config.APP_ORIGIN}/dashboard/sales/${slug}`,
		},
		dedupeKey: `refund-failed:${refund.id}:creator`,
	});
}

/** To the buyer: an automatic refund has not succeeded yet. Sent once. */
export function autoRefundFailedMail(
	ctx: Ctx,
	sale: Sale,
	to: string,
	refund: RefundSnapshot,
): Mail {
	const { purchase } = sale;
	return composeMail(ctx, {
		kind: MAIL_KINDS["auto-refund"],
		cause: causeToBuyer(sale),
		to,
		subject: `We could not return your payment yet: ${purchase.shareTitle}`,
		paragraphs: [
			`Your payment of ${dollars(refund.amountCents)} bought nothing, and we tried to return it. Your bank did not accept it; often the card has expired or been closed.`,
			"We try again by ourselves. If your card is closed, write to us with the reference below, and we return the money in another way. It is yours.",
		],
		rows: rows(sale, refund),
		action: { label: "Write to us", url: `${ctx.config.APP_ORIGIN}/support` },
		dedupeKey: `auto-refund-failed:${purchase.id}:buyer`,
	});
}

/** To the operator: an automatic refund keeps failing. Sent once. */
export function autoRefundFailedOperatorMail(ctx: Ctx, sale: Sale, refund: RefundSnapshot): Mail {
	const { purchase } = sale;
	return composeMail(ctx, {
		kind: MAIL_KINDS["operator-notice"],
		cause: OWED,
		to: ctx.config.OPERATOR_EMAIL,
		subject: `A refund failed: ${dollars(refund.amountCents)}, ${purchase.reference}`,
		paragraphs: [
			"A payment that found no place could not be returned: the buyer's bank refused the refund. The money lies with the platform and belongs to the buyer. It is tried again a few times; after that it has to be returned in another way.",
		],
		rows: [
			...rows(sale, refund),
			["Buyer", purchase.buyerEmail ?? ""],
			["Purchase", purchase.id],
			["Refund", refund.id],
		],
		dedupeKey: `auto-refund-failed:${purchase.id}:operator`,
	});
}
