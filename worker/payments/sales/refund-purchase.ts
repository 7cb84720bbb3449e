import { and, eq, gt, gte, isNull, not, sql } from "drizzle-orm";
import { currencyFormat } from "../../contract/currency-format.ts";
import { recordOwnAct } from "../../core/audit-log/record-act.ts";
import type { CreatorCtx, Ctx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { requireMoney } from "../../platform/http/require-money.ts";
import { invalidField } from "../../platform/http/validation.ts";
import { sha256 } from "../../platform/security/crypto.ts";
import { isMoreThanLeft, isNotRefundable } from "../../platform/stripe.ts";
import { shownState } from "../../purchases/entitlements/sold-sql.ts";
import { purchaseHolders, purchaseLines, purchases } from "../../purchases/entitlements/tables.ts";
import { findSale, type Sale } from "../../purchases/find-purchase.ts";
import { lineName, linesOf, returnedCents } from "../../purchases/payment-snapshot.ts";
import { canReverse, fetchPayment, refundPayment } from "../provider.ts";
import { settlePurchase } from "../settlement/settle-purchase.ts";
import type { LineName } from "./contract/refunds.ts";
import type { Sale as SaleResponse } from "./contract/sales.ts";
import { showSale } from "./list-sales.ts";

/** Throws `purchase.not_found`, also for other creators' sales. */
export async function fetchOwnSale(ctx: CreatorCtx, id: string): Promise<Sale> {
	const sale = await findSale(ctx, and(eq(purchases.id, id), eq(purchases.creatorId, ctx.user.id)));
	if (!sale) throw failure("purchase.not_found");
	return sale;
}

/** Refunded sales pass. Throws `payment.conflict`. */
export function requireRefundable({ route, state }: Pick<SaleResponse, "route" | "state">): void {
	if (route !== "card") throw failure("payment.conflict", { reason: `refund.${route}` });
	if (state === "lost") throw failure("payment.conflict", { reason: "refund.lost" });
	if (state === "disputed") throw failure("payment.conflict", { reason: "refund.disputed" });
	if (state !== "paid" && state !== "refunded") throw failure("payment.conflict");
}

/** Throws `payment.conflict` while this buyer has the whole share for less because of the purchase's lines. */
async function uncountedLines(ctx: Ctx, { id, shareId, state, paidAt }: Sale["purchase"]) {
	const whole = ctx.db
		.select({ id: purchases.id })
		.from(purchaseHolders)
		.innerJoin(purchases, eq(purchases.buyerId, purchaseHolders.buyerId))
		.where(
			and(
				eq(purchaseHolders.purchaseId, id),
				eq(purchases.shareId, shareId),
				eq(purchases.state, "paid"),
				isNull(purchases.revokedAt),
				not(purchases.ofLines),
				gte(purchases.createdAt, paidAt ?? 0),
				gt(purchases.wholeCents, sql`coalesce(${purchases.listCents}, ${purchases.priceCents})`),
			),
		)
		.limit(1);
	const [rows, wholes] = await ctx.db.batch([
		ctx.db.select().from(purchaseLines).where(eq(purchaseLines.purchaseId, id)),
		whole,
	]);
	if (rows.length > 0 && wholes.length > 0 && state !== "refunded")
		throw failure("payment.conflict", { reason: "refund.whole_first" });
	return rows;
}

/** An amount to return, with the client's key for this one time. */
export type Part = { readonly cents: number; readonly key: string };
type Refund = { part?: Part | undefined; lines?: readonly LineName[] | undefined };

/**
 * Access ends once the whole price is returned, and to `lines` with theirs. Throws `purchase.not_found`,
 * `payment.conflict` for sales that can't be refunded here, and `request.invalid` for more than is left.
 */
export async function refundPurchase(
	ctx: CreatorCtx,
	{ id, part, lines }: Refund & { id: string },
): Promise<SaleResponse> {
	const sale = await fetchOwnSale(ctx, id);
	const { purchase } = sale;
	requireRefundable({ route: purchase.route, state: shownState(purchase) });
	if (lines) {
		const asked = await linesToRefund(ctx, purchase, lines);
		const cents = asked.reduce((sum, line) => sum + line.cents, 0);
		await recordOwnAct(ctx, ctx.user.id, {
			act: "purchase.refund_ordered",
			subjectId: purchase.id,
			details: refundDetails(purchase, { cents }),
		});
		await sendRefundOfLines(ctx, sale, asked);
	} else if (part || purchase.state !== "refunded") {
		if (purchase.ofLines && !part) await uncountedLines(ctx, purchase);
		await recordOwnAct(ctx, ctx.user.id, {
			act: "purchase.refund_ordered",
			subjectId: purchase.id,
			details: refundDetails(purchase, part),
		});
		await sendRefund(ctx, sale, part);
	}
	return showSale(ctx, { id });
}

export function refundDetails(
	{ shareTitle, reference }: Sale["purchase"],
	part?: Pick<Part, "cents">,
) {
	return { subject: shareTitle, reference, ...(part && { cents: part.cents }) };
}

/**
 * Each key returns its part once. Throws `payment.conflict` for a purchase without a card payment, `request.invalid`
 * for amounts that the currency doesn't have or that exceed the rest (only the provider knows whether a repeated part
 * was returned already), `provider.unavailable`, and the provider's refusals unchanged.
 */
export async function sendRefund(ctx: Ctx, sale: Sale, part?: Part): Promise<void> {
	const { purchase } = sale;
	const intentId = purchase.paymentIntentId;
	if (intentId === null) throw failure("payment.conflict");
	requireMoney(purchase.currency, { amount: part?.cents });
	const chargeNow = async () => (await fetchPayment(ctx, intentId)).charge;
	const charge = await chargeNow();
	const refunds = charge?.refunds ?? [];
	// A whole refund's key contains the number of earlier ones: a second click does nothing, and a refund that failed at
	// the bank can be retried. A client's key may be as long as the provider allows, so it is hashed.
	const time = part ? `part:${await sha256(part.key)}` : refunds.length;
	if (part || returnedCents(refunds) < purchase.priceCents)
		await refundPayment(ctx, {
			intentId,
			...(part && { amountCents: part.cents }),
			currency: purchase.currency,
			key: `refund:${purchase.id}:${time}`,
			reverse: canReverse(purchase, charge),
			returnsFee: false,
		}).catch((error: unknown) => {
			if (!part) throw error;
			return refuseToReturn(ctx, sale, "amount", error);
		});
	await settlePurchase(ctx, sale, await fetchPayment(ctx, intentId));
}

/** Why a part can't be returned. */
async function refuseToReturn(
	ctx: Ctx,
	{ purchase }: Sale,
	field: "amount" | "lines",
	error: unknown,
): Promise<never> {
	if (isNotRefundable(error))
		throw failure("provider.refused", { reason: "refund.not_in_part", cause: error });
	if (!isMoreThanLeft(error)) throw error;
	// Another refund may have been made since.
	const { charge } = await fetchPayment(ctx, purchase.paymentIntentId ?? "");
	const left = purchase.priceCents - returnedCents(charge?.refunds ?? []);
	const most =
		left > 0 ? `At most ${currencyFormat("en", purchase.currency).format(left / 100)}` : "Nothing";
	throw invalidField(field, `${most} is left to return`);
}

type Line = Pick<typeof purchaseLines.$inferSelect, "fileId" | "edition" | "cents" | "refundedAt">;

/** Throws `request.invalid` for others than the purchase's paid lines, and as `uncountedLines`. */
export async function linesToRefund(
	ctx: Ctx,
	purchase: Sale["purchase"],
	lines: readonly LineName[],
): Promise<readonly Line[]> {
	const rows = await uncountedLines(ctx, purchase);
	const asked = new Set(lines.map(({ file, edition }) => lineName({ fileId: file, edition })));
	const found = rows.filter((row) => asked.has(lineName(row)));
	if (found.length < asked.size) throw invalidField("lines", "The purchase has no such line");
	if (found.some(({ cents }) => cents === 0))
		throw invalidField("lines", "Nothing was paid for one of these lines");
	return found;
}

/**
 * Returns what was paid for each line once. The provider's refund names them, so that access follows from it even if
 * this ends here; its key has the number of earlier refunds, so that of two calls only one returns a line.
 */
export async function sendRefundOfLines(
	ctx: Ctx,
	sale: Sale,
	lines: readonly Line[],
): Promise<void> {
	const { purchase } = sale;
	const intentId = purchase.paymentIntentId;
	if (intentId === null) throw failure("payment.conflict");
	for (;;) {
		const snapshot = await fetchPayment(ctx, intentId);
		const { refunds = [] } = snapshot.charge ?? {};
		const [returned, failed] = [linesOf(refunds, "returned"), linesOf(refunds, "failed")];
		// A refund names a file that has been replaced since by its earlier id.
		const isReturned = (line: Line) =>
			returned.has(lineName(line)) || (line.refundedAt !== null && !failed.has(lineName(line)));
		const due = lines.filter((line) => !isReturned(line));
		if (due.length === 0 || purchase.state === "refunded") {
			await settlePurchase(ctx, sale, snapshot);
			return;
		}
		await refundPayment(ctx, {
			intentId,
			amountCents: due.reduce((sum, { cents }) => sum + cents, 0),
			currency: purchase.currency,
			key: `refund:${purchase.id}:lines:${refunds.length}`,
			lines: due.map(lineName),
			reverse: canReverse(purchase, snapshot.charge),
			returnsFee: false,
		}).catch((error: unknown) => refuseToReturn(ctx, sale, "lines", error));
	}
}
