import { eq } from "drizzle-orm";
import * as z from "zod";
import type { OperatorCtx } from "../../accounts/operator-only.ts";
import { recordOperatorAct } from "../../core/audit-log/record-act.ts";
import { lineField, refundedField } from "../../payments/sales/contract/refunds.ts";
import {
	linesToRefund,
	refundDetails,
	sendRefund,
	sendRefundOfLines,
} from "../../payments/sales/refund-purchase.ts";
import { receiptMail } from "../../payments/settlement/mails.ts";
import { failure } from "../../platform/errors.ts";
import { queueMail } from "../../platform/mail/mail.ts";
import { flushOutbox } from "../../platform/mail/outbox.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { findSaleById, type Sale } from "../../purchases/find-purchase.ts";
import { endReceipts, issueReceipt, receiptLink } from "../../purchases/receipt-links.ts";
import { act, hidden, newEmail, reason } from "../forms.tsx";

async function findPurchase(ctx: OperatorCtx, id: string): Promise<Sale> {
	const sale = await findSaleById(ctx, id);
	if (!sale) throw failure("purchase.not_found");
	return sale;
}

const about = ({ purchase }: Sale) =>
	({ creatorId: purchase.creatorId, subjectId: purchase.id }) as const;

/** Throws `payment.conflict`, and `operator.nothing_to_do` unless it is paid. */
async function findRefundable(ctx: OperatorCtx, id: string): Promise<Sale> {
	const sale = await findPurchase(ctx, id);
	const { route, state } = sale.purchase;
	if (route !== "card") throw failure("payment.conflict", { reason: `refund.${route}` });
	if (state === "disputed") throw failure("payment.conflict", { reason: "refund.disputed" });
	if (state !== "paid") throw failure("operator.nothing_to_do");
	return sale;
}

type Statement = Parameters<OperatorCtx["db"]["batch"]>[0][number];

async function sendReceipt(
	ctx: OperatorCtx,
	sale: Sale,
	to: string,
	before: readonly [Statement, ...Statement[]],
): Promise<void> {
	const { id } = sale.purchase;
	const { url, hash } = await receiptLink(ctx, { id, email: to });
	await ctx.db.batch([
		...before,
		issueReceipt(ctx, id, hash),
		queueMail(ctx, {
			...receiptMail(ctx, { sale, to, url }),
			dedupeKey: `receipt-again:${ctx.id()}`,
		}),
	]);
	flushOutbox(ctx);
}

const refundReason = reason("For the audit log; the creator sees that it was done.");

/** As `lineName` writes it. */
const lineWord = z
	.string()
	.transform((word) => {
		const at = word.lastIndexOf(":");
		return { file: word.slice(0, at), edition: word.slice(at + 1) };
	})
	.pipe(lineField);

export const PURCHASE_ACTS = {
	"/purchases/:id/receipt": act({
		title: "Send the receipt again",
		button: "Send to the buyer",
		run: async (ctx, id) => {
			const sale = await findPurchase(ctx, id);
			const { state, buyerEmail, reference } = sale.purchase;
			if (state !== "paid" || buyerEmail === null) throw failure("operator.nothing_to_do");
			await sendReceipt(ctx, sale, buyerEmail, [
				recordOperatorAct(ctx, {
					act: "purchase.receipt_sent",
					...about(sale),
					details: { reference },
				}),
			]);
			return [`/purchases/${id}`, "The receipt is on its way."];
		},
	}),
	/** Links mailed to the former address no longer open the purchase. */
	"/purchases/:id/address": act({
		title: "Correct the buyer’s address",
		button: "Correct, and send the receipt there",
		tone: "final",
		asks: {
			email: newEmail,
			reason: reason("How this person has proven to be the buyer. For the audit log.", "Proof"),
		},
		run: async (ctx, id, { email, reason }) => {
			const sale = await findPurchase(ctx, id);
			const { purchase } = sale;
			if (purchase.state !== "paid") throw failure("operator.nothing_to_do");
			await sendReceipt(ctx, { ...sale, purchase: { ...purchase, buyerEmail: email } }, email, [
				recordOperatorAct(ctx, {
					act: "purchase.address_corrected",
					...about(sale),
					details: { reference: purchase.reference, reason },
				}),
				ctx.db.update(purchases).set({ buyerEmail: email }).where(eq(purchases.id, id)),
				endReceipts(ctx, id),
			]);
			return [`/purchases/${id}`, "The address is corrected, and the receipt on its way."];
		},
	}),
	/** Refunds a part of a card payment, once with the same `key`. */
	"/purchases/:id/refund": act({
		title: "Refund",
		button: "Refund",
		note: "Access ends when nothing of the price is left. The money comes out of the creator’s earnings.",
		tone: "final",
		asks: {
			key: hidden(z.string().min(1).max(64)),
			amount: { input: "decimal", schema: refundedField },
			reason: refundReason,
		},
		run: async (ctx, id, { key, amount, reason }) => {
			const sale = await findRefundable(ctx, id);
			const part = { cents: amount, key };
			const details = { ...refundDetails(sale.purchase, part), reason };
			// Must be recorded before the provider is called.
			await recordOperatorAct(ctx, { act: "purchase.refund_ordered", ...about(sale), details });
			await sendRefund(ctx, sale, part);
			flushOutbox(ctx);
			return [`/purchases/${id}`, "The refund is made."];
		},
	}),
	/** Refunds a line once, however often this is sent. */
	"/purchases/:id/refund-line": act({
		title: "Refund a single file",
		button: "Refund",
		note: "Returns what was paid for it, and ends access to it. The money comes out of the creator’s earnings.",
		tone: "final",
		asks: {
			line: { input: "choice", schema: lineWord, label: "File" },
			reason: refundReason,
		},
		run: async (ctx, id, { line, reason }) => {
			const sale = await findRefundable(ctx, id);
			const lines = await linesToRefund(ctx, sale.purchase, [line]);
			const cents = lines.reduce((sum, { cents }) => sum + cents, 0);
			const details = { ...refundDetails(sale.purchase, { cents }), line, reason };
			// Must be recorded before the provider is called.
			await recordOperatorAct(ctx, { act: "purchase.refund_ordered", ...about(sale), details });
			await sendRefundOfLines(ctx, sale, lines);
			flushOutbox(ctx);
			return [`/purchases/${id}`, "The refund is made."];
		},
	}),
} as const;
