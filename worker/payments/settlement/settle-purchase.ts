import { and, eq, isNull, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Ctx } from "../../core/context.ts";
import { type ApiError, failure } from "../../platform/errors.ts";
import { log, serializeError } from "../../platform/log.ts";
import { repeatable } from "../../platform/retrying.ts";
import { codeOfEndedBatch, endBatchUnless } from "../../platform/storage/ending-batch.ts";
import { namedBatch } from "../../platform/storage/named-batch.ts";
import { isLive } from "../../platform/stripe.ts";
import { countChange } from "../../purchases/count-change.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { findSaleById, type PurchaseRow, type Sale } from "../../purchases/find-purchase.ts";
import { type PaymentSnapshot, returnedCents } from "../../purchases/payment-snapshot.ts";
import {
	followLedger,
	followUnmade,
	grantPaid,
	isInState,
	refuseLate,
	reserve,
	staleSoldOut,
} from "../../purchases/purchase-transitions.ts";
import { endReceipts } from "../../purchases/receipt-links.ts";
import { followRefundedLines } from "../../purchases/singles/refunded-lines.ts";
import { uncountBegun } from "../checkout/begin-limits.ts";
import { settleOpenedClaims } from "../direct/settle-opened.ts";
import { issueInvoice } from "../invoices/issue-invoice.ts";
import { ledgerEntriesOf } from "../ledger/ledger-entries.ts";
import { writeLedger } from "../ledger/write-ledger.ts";
import {
	cancelIntent,
	canReverse,
	captureIntent,
	fetchPayment,
	refundPayment,
} from "../provider.ts";
import { reversalNotifications } from "../refunds-and-disputes/notifications.ts";
import { MAX_FAILURES } from "../sales/contract/refunds.ts";
import { payoutMethods } from "../tables.ts";
import { notPaidStatements, saleNotifications } from "./notifications.ts";
import { atOneTime, saleEvents } from "./sale-events.ts";

export type Statement = BatchItem<"sqlite">;

/**
 * Records every fact of the provider's snapshot as a ledger entry, once, and derives the state from the entries:
 * snapshots may come in any order and number. Only the buyer of the last copy is decided once, in one conditional
 * statement; a payment that comes too late is refunded. Returns the updated purchase.
 */
export async function settlePurchase(
	ctx: Ctx,
	sale: Sale,
	reported: PaymentSnapshot,
	extraStatements: readonly Statement[] = [],
): Promise<PurchaseRow> {
	const { purchase } = sale;
	const known = purchase.paymentIntentId;
	if (known !== null && known !== reported.intentId) throw failure("payment.conflict");
	// A debit fails long after the buyer has left: the attempt is over.
	const isOver = reported.status === "open" && reported.failedDebit !== null;
	const isPending = reported.status === "authorised" || reported.status === "processing";
	const snapshot = isOver
		? await cancelIntent(ctx, reported.intentId)
		: isPending
			? await captureOrCancel(ctx, sale, reported)
			: reported;
	const statements =
		snapshot.status === "succeeded" && snapshot.charge
			? await successStatements(atOneTime(ctx), sale, { ...snapshot, charge: snapshot.charge })
			: [
					...(snapshot.status === "processing"
						? []
						: [followUnmade(ctx, purchase.id, snapshot.status)]),
					staleSoldOut(ctx, purchase),
					...notPaidStatements(ctx, sale, snapshot),
				];
	const own = eq(purchases.id, purchase.id);
	const isAddressAsRead = sql`${purchases.buyerEmail} is ${purchase.buyerEmail}`;
	try {
		await repeatable(() =>
			ctx.db.batch([
				endBatchUnless(
					ctx,
					{ table: purchases, where: own },
					isAddressAsRead,
					"request.changed_meanwhile",
				),
				ctx.db
					.update(purchases)
					.set({ paymentIntentId: snapshot.intentId })
					.where(and(own, isNull(purchases.paymentIntentId))),
				...statements,
				...extraStatements,
			]),
		);
	} catch (error) {
		if (codeOfEndedBatch(error) === undefined) throw error;
		// The buyer has entered an address in the meantime, which counts too.
		const addressed = (await findSaleById(ctx, purchase.id)) ?? sale;
		return settlePurchase(ctx, addressed, snapshot, extraStatements);
	}
	const settled = (await findSaleById(ctx, purchase.id)) ?? sale;
	countChange(ctx, purchase, settled.purchase);
	if (settled.purchase.state === "paid") await closeClaims(ctx, purchase);
	if (!owesAutoRefund(settled.purchase)) return settled.purchase;
	try {
		return await autoRefund(ctx, settled);
	} catch (error) {
		// The cron retries until the money is refunded.
		log("warn", "auto_refund.postponed", { purchase: purchase.id, ...serializeError(error) });
		return settled.purchase;
	}
}

/** `answerBy` (ISO 8601): the bank's deadline; null if it is only slow. */
export function stillProcessing({ answeredBy }: PaymentSnapshot): ApiError {
	const answerBy = answeredBy === null ? null : new Date(answeredBy).toISOString();
	return failure("payment.processing", { details: { answerBy } });
}

/**
 * Without stock, cancels an authorised payment, which costs nobody a fee. The next reading continues after a crash.
 * Debits that can't be cancelled are refunded when they arrive.
 */
async function captureOrCancel(
	ctx: Ctx,
	{ purchase }: Sale,
	reported: PaymentSnapshot,
): Promise<PaymentSnapshot> {
	const address = purchase.buyerEmail ?? reported.email?.toLowerCase() ?? null;
	const { stored } = await repeatable(() =>
		namedBatch(ctx.db, {
			reserved: reserve(ctx, purchase.id, address),
			stored: ctx.db
				.select({ state: purchases.state })
				.from(purchases)
				.where(eq(purchases.id, purchase.id)),
		}),
	);
	const state = stored[0]?.state;
	const isAuthorised = reported.status === "authorised";
	// A payment still `started` was refused; a decided one stays.
	if (state === "started" || (isAuthorised && state === "cancelled"))
		return cancelIntent(ctx, reported.intentId);
	return isAuthorised && state === "processing" ? captureIntent(ctx, reported.intentId) : reported;
}

/** On failure, the cron repeats it. */
async function closeClaims(ctx: Ctx, purchase: PurchaseRow): Promise<void> {
	try {
		await settleOpenedClaims(ctx, purchase);
	} catch (error) {
		log("warn", "claims.not_closed_yet", { share: purchase.shareId, ...serializeError(error) });
	}
}

/** The refund of a payment that came too late may not have succeeded yet. */
function owesAutoRefund({ state, autoRefundReason, ...purchase }: PurchaseRow): boolean {
	return (
		state === "refunded" &&
		autoRefundReason !== null &&
		purchase.refundedCents < purchase.priceCents
	);
}

/** Idempotent: the key contains the purchase and the number of failed refunds. */
async function autoRefund(ctx: Ctx, sale: Sale): Promise<PurchaseRow> {
	const { purchase } = sale;
	const intentId = purchase.paymentIntentId;
	if (intentId === null) return purchase;
	const before = await fetchPayment(ctx, intentId);
	const refunds = before.charge?.refunds ?? [];
	const failures = refunds.filter((refund) => refund.failed).length;
	if (returnedCents(refunds) < before.amountCents && failures < MAX_FAILURES)
		await refundPayment(ctx, {
			intentId,
			currency: before.currency,
			key: `auto-refund:${purchase.id}:${failures}`,
			reverse: canReverse(purchase, before.charge),
			returnsFee: true,
		});
	const snapshot = await fetchPayment(ctx, intentId);
	if (!snapshot.charge) return purchase;
	const then = atOneTime(ctx);
	const [first, ...others] = followStatements(then, sale, snapshot.amountCents, snapshot.charge);
	const events = saleEvents(then, sale);
	await repeatable(() => ctx.db.batch([first, ...others, events]));
	return (await findSaleById(ctx, purchase.id))?.purchase ?? purchase;
}

type Succeeded = PaymentSnapshot & { charge: NonNullable<PaymentSnapshot["charge"]> };

async function successStatements(ctx: Ctx, sale: Sale, snapshot: Succeeded): Promise<Statement[]> {
	const { purchase } = sale;
	const asQuoted = matchesQuote(ctx, purchase, snapshot);
	const settledIn = snapshot.charge.settled?.currency;
	if (!asQuoted) log("warn", "payment.differs_from_quote", { purchase: purchase.id, settledIn });
	const given = snapshot.email?.toLowerCase() ?? null;
	const { id: chargeId, cardCountry } = snapshot.charge;
	const address = purchase.buyerEmail ?? given;
	const payment = { purchaseId: purchase.id, chargeId, email: given, address, cardCountry };
	const paidSale = { ...sale, purchase: { ...purchase, buyerEmail: address } };
	const isExchanged = settledIn !== undefined && settledIn !== purchase.currency;
	return [
		// The platform settles in another currency than when the account was created: hold the next sale.
		...(isExchanged && purchase.destinationAccount !== null
			? [
					ctx.db
						.update(payoutMethods)
						.set({ platformCurrency: settledIn })
						.where(eq(payoutMethods.userId, purchase.creatorId)),
				]
			: []),
		// Payments that succeed don't count against their network.
		...uncountBegun(ctx, purchase),
		...(asQuoted ? [grantPaid(ctx, payment), issueInvoice(ctx, purchase.id)] : []),
		refuseLate(ctx, payment, asQuoted),
		...followStatements(ctx, sale, snapshot.amountCents, snapshot.charge),
		saleEvents(ctx, sale),
		...(await saleNotifications(ctx, paidSale, snapshot.charge)),
		...reversalNotifications(ctx, paidSale, snapshot.charge),
	];
}

function followStatements(
	ctx: Ctx,
	{ purchase }: Sale,
	paidCents: number,
	charge: Succeeded["charge"],
): [Statement, ...Statement[]] {
	return [
		writeLedger(ctx, purchase, ledgerEntriesOf(purchase, paidCents, charge)),
		followLedger(ctx, purchase.id, charge.settled),
		...followRefundedLines(ctx, purchase.id, charge.refunds),
		staleSoldOut(ctx, purchase),
		endReceipts(ctx, purchase.id, isInState(purchase.id, "refunded")),
	];
}

/** True if the payment equals the quote, and money sent to the creator's account wasn't exchanged. */
function matchesQuote(ctx: Ctx, purchase: PurchaseRow, snapshot: Succeeded): boolean {
	return (
		snapshot.amountCents === purchase.priceCents &&
		snapshot.currency === purchase.currency &&
		(purchase.destinationAccount === null ||
			(snapshot.charge.settled?.currency ?? purchase.currency) === purchase.currency) &&
		snapshot.live === isLive(ctx.config) &&
		snapshot.purchaseId === purchase.id &&
		snapshot.shareId === purchase.shareId &&
		snapshot.buyerId === purchase.buyerId
	);
}
