import type { Ctx } from "../../context.ts";
import type { ErrorReason } from "../../contract/errors.ts";
import { priceOf } from "../../contract/fields.ts";
import { MAIL_KINDS } from "../../mail-kinds.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import { composeMail } from "../../platform/mail/mail-layout.tsx";
import {
	ANYONE,
	addressKey,
	type MailCause,
	OWED,
	onBehalfOf,
	owedBy,
} from "../../platform/mail/mail-limits.ts";
import type { Sale } from "./find-purchase.ts";

/** Formats a dollar amount, such as "$9.99". */
export function dollars(cents: number): string {
	return cents < 0 ? `-$${priceOf(-cents)}` : `$${priceOf(cents)}`;
}

/** The cause of a mail to a purchase's buyer: a card payment is confirmed, a direct one only claimed. */
export function causeToBuyer({ purchase, creator }: Sale): MailCause {
	return purchase.route === "card" ? owedBy(creator) : onBehalfOf(creator);
}

/**
 * The cause of a mail to a purchase's creator, whose address may be somebody else's until it is verified.
 */
export function causeToCreator({ purchase, creator }: Sale): MailCause {
	return purchase.route === "card" && creator.verified ? OWED : ANYONE;
}

/**
 * A subject that names the share, unless the payment is only claimed: then it contains no text by users.
 */
export function subjectOf({ purchase }: Sale, words: string): string {
	return purchase.route === "card" ? `${words}: ${purchase.shareTitle}` : words;
}

function shareUrl(ctx: Ctx, sale: Sale): string {
	return `${ctx.config.APP_ORIGIN}/share/${sale.slug}`;
}

/** The key of the receipt's mail to one address. */
export function receiptKey(ctx: Ctx, purchaseId: string, to: string): string {
	return `receipt:${purchaseId}:${addressKey(ctx, to)}`;
}

/** To the buyer: what was bought, and the receipt link, which opens it in other browsers. */
export function receiptMail(ctx: Ctx, sale: Sale, to: string, receiptUrl: string): Mail {
	const { purchase, creator } = sale;
	return composeMail(ctx, {
		kind: MAIL_KINDS.receipt,
		cause: causeToBuyer(sale),
		to,
		subject: subjectOf(sale, "Your receipt"),
		paragraphs: [
			purchase.route === "card"
				? `Thank you for your purchase from ${creator.name}. Your files are ready to download.`
				: "Thank you for your purchase. Your files are ready to download.",
			`Keep this mail: the button opens your purchase on any device. Should the creator delete the files, we tell you, and you can download them for another ${ctx.config.DELETED_SHARE_KEEP_DAYS} days.`,
		],
		rows: [
			["Files", purchase.shareTitle],
			["Creator", creator.name],
			["Paid", dollars(purchase.priceCents)],
			["Paid by", purchase.route === "card" ? "Card" : "Cash App"],
			["Reference", purchase.reference],
			["Date", new Date(ctx.now()).toISOString().slice(0, 10)],
		],
		action: { label: "Open my purchase", url: receiptUrl },
		notes: ["The link is yours alone. Whoever has it can open the purchase."],
		dedupeKey: receiptKey(ctx, purchase.id, to),
	});
}

/** To the creator: a sale was made. */
export function saleMail(ctx: Ctx, sale: Sale): Mail {
	const { purchase } = sale;
	const fees: [string, string][] =
		purchase.route === "card"
			? [
					["Platform fee", dollars(-purchase.platformFeeCents)],
					...(purchase.processingFeeCents > 0
						? [["Processing fee", dollars(-purchase.processingFeeCents)] as [string, string]]
						: []),
				]
			: [];
	return composeMail(ctx, {
		kind: MAIL_KINDS.sale,
		cause: causeToCreator(sale),
		to: sale.creator.email,
		subject: subjectOf(sale, "Sold"),
		paragraphs: [
			purchase.route === "card"
				? `You have made a sale of ${dollars(purchase.priceCents)}.`
				: `A buyer says to have paid you ${dollars(purchase.priceCents)} in Cash App and has got the files at once, as you chose. Look for the payment there.`,
		],
		rows: [
			["Files", purchase.shareTitle],
			["Price", dollars(purchase.priceCents)],
			...fees,
			["Reference", purchase.reference],
		],
		action: { label: "Open the dashboard", url: `${ctx.config.APP_ORIGIN}/dashboard` },
		dedupeKey: `sale:${purchase.id}`,
	});
}

/** Why a payment without stock was refunded, as the id of a sentence for the buyer. */
export function autoRefundErrorReason(autoRefundReason: string | null): ErrorReason {
	switch (autoRefundReason) {
		case "duplicate":
			return "payment.refunded_duplicate";
		case "sold_out":
			return "payment.refunded_sold_out";
		case "withdrawn":
			return "payment.refunded_withdrawn";
		default:
			return "payment.refunded_mismatch";
	}
}

/** To the buyer: a payment arrived for which there was no stock. */
export function autoRefundMail(ctx: Ctx, sale: Sale, to: string, reason: string): Mail {
	const { purchase } = sale;
	return composeMail(ctx, {
		kind: MAIL_KINDS["auto-refund"],
		cause: causeToBuyer(sale),
		to,
		subject: subjectOf(sale, "Your payment is on its way back"),
		paragraphs: [reason, "It can take five to ten days until it shows on your statement."],
		rows: [
			["Files", purchase.shareTitle],
			["Refunded", dollars(purchase.priceCents)],
			["Reference", purchase.reference],
		],
		action: { label: "Open the share", url: shareUrl(ctx, sale) },
		dedupeKey: `auto-refund:${purchase.id}`,
	});
}

/**
 * To the buyer: the money was refunded, and access has ended. `failures` counts the refunds of this
 * purchase that failed at the bank: the refund after a failed one is announced again.
 */
export function refundMail(ctx: Ctx, sale: Sale, to: string, failures: number): Mail {
	const { purchase } = sale;
	return composeMail(ctx, {
		kind: MAIL_KINDS.refund,
		cause: causeToBuyer(sale),
		to,
		subject: subjectOf(sale, "Refunded"),
		paragraphs: [
			"Your purchase has been refunded in full, and its downloads are closed.",
			"It can take five to ten days until the money shows on your statement.",
		],
		rows: [
			["Files", purchase.shareTitle],
			["Refunded", dollars(purchase.priceCents)],
			["Reference", purchase.reference],
		],
		dedupeKey: `refund:${purchase.id}:${failures}`,
	});
}
