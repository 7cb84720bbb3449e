import { and, eq, isNotNull, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { AccountObstacle } from "../../accounts/contract.ts";
import type { BuyersChoice } from "../../catalogue/shares/contract/shares.ts";
import { shares } from "../../catalogue/shares/tables.ts";
import { currencyFormat } from "../../contract/currency-format.ts";
import { priceOf } from "../../contract/fields.ts";
import type { Currency } from "../../contract/money.ts";
import type { Ctx } from "../../core/context.ts";
import { ledger, payoutMethods, payoutTransfers } from "../../payments/tables.ts";
import { failure } from "../../platform/errors.ts";
import { LONGEST_DEBIT_MS } from "../../purchases/delayed-methods.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { isLost } from "../../purchases/purchase-transitions.ts";
import { endAttempts } from "./end-attempts.ts";

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
/** Banks decide nearly every dispute in this time. */
const DISPUTE_MS = 90 * DAY;

/**
 * True if a purchase's buyer loses the content with the creator's account: it exists, or belonged to a deleted bundle
 * whose parts exist. For queries with the purchase and its share.
 */
export const endsWithAccount = sql`(shares.status <> 'deleted' or shares.deletion is not null
	or exists (select 1 from purchase_parts opened_part cross join shares part on part.id = opened_part.share_id
		where opened_part.purchase_id = purchases.id
		and (part.status <> 'deleted' or part.deletion is not null)))`;

type Found = {
	kind: AccountObstacle["kind"];
	currency: Currency;
	count: number;
	cents: number;
	until: number | null;
};

/** By currency; the price in cents. */
function sumOf(ctx: Ctx, userId: string, condition: SQL | undefined) {
	return ctx.db
		.select({
			currency: purchases.currency,
			count: sql<number>`count(*)`,
			cents: sql<number>`coalesce(sum(${purchases.priceCents} - ${purchases.refundedCents}), 0)`,
			since: sql<number>`coalesce(max(${purchases.paidAt}), max(${purchases.createdAt}), 0)`,
		})
		.from(purchases)
		.innerJoin(shares, eq(shares.id, purchases.shareId))
		.where(and(eq(purchases.creatorId, userId), condition))
		.groupBy(purchases.currency);
}

/** Cents by currency, without purchases that are about to be refunded or whose payment came too late. */
function held(ctx: Ctx, userId: string, buyers: BuyersChoice) {
	const goesBack = sql`(${purchases.state} = 'paid' and ${purchases.route} = 'card' and ${endsWithAccount})`;
	return ctx.db
		.select({
			currency: purchases.currency,
			cents: sql<number>`coalesce(sum(${ledger.amountCents}), 0)`,
		})
		.from(ledger)
		.innerJoin(purchases, eq(purchases.id, ledger.purchaseId))
		.innerJoin(shares, eq(shares.id, purchases.shareId))
		.where(
			and(
				eq(ledger.creatorId, userId),
				eq(ledger.account, "platform"),
				isNull(purchases.autoRefundReason),
				buyers === "refund" ? sql`not ${goesBack}` : undefined,
			),
		)
		.groupBy(purchases.currency);
}

function transfersOf(ctx: Ctx, userId: string) {
	return ctx.db
		.select({
			currency: purchases.currency,
			count: sql<number>`count(*)`,
			cents: sql<number>`coalesce(sum(${payoutTransfers.amountCents}), 0)`,
			outCents: sql<number>`coalesce(sum(case ${payoutTransfers.kind} when 'transfer'
				then ${payoutTransfers.amountCents} else 0 end), 0)`,
		})
		.from(payoutTransfers)
		.innerJoin(purchases, eq(purchases.id, payoutTransfers.purchaseId))
		.where(and(eq(payoutTransfers.creatorId, userId), eq(payoutTransfers.state, "pending")))
		.groupBy(purchases.currency);
}

async function disputedSince(ctx: Ctx, userId: string): Promise<number> {
	const [row] = await ctx.db
		.select({ at: sql<number | null>`max(${ledger.at})` })
		.from(ledger)
		.innerJoin(purchases, eq(purchases.id, ledger.purchaseId))
		.where(
			and(
				eq(ledger.creatorId, userId),
				eq(ledger.kind, "dispute"),
				eq(purchases.state, "disputed"),
			),
		);
	return row?.at ?? ctx.now();
}

/** Only real payments count: an open payment page or a claim, which anyone can create, blocks nothing. */
export async function findObstacles(
	ctx: Ctx,
	userId: string,
	{ buyers }: { buyers: BuyersChoice },
): Promise<AccountObstacle[]> {
	const now = ctx.now();
	const [owed, transfers, processing, disputed, refunds, disputeAt, [method]] = await Promise.all([
		held(ctx, userId, buyers),
		transfersOf(ctx, userId),
		sumOf(ctx, userId, eq(purchases.state, "processing")),
		sumOf(ctx, userId, eq(purchases.state, "disputed")),
		sumOf(
			ctx,
			userId,
			or(
				and(
					isNotNull(purchases.autoRefundReason),
					lt(purchases.refundedCents, purchases.priceCents),
					sql`not ${isLost}`,
				),
				and(
					eq(shares.deletion, "refund"),
					eq(purchases.state, "paid"),
					eq(purchases.route, "card"),
				),
			),
		),
		disputedSince(ctx, userId),
		ctx.db.select().from(payoutMethods).where(eq(payoutMethods.userId, userId)),
	]);
	const onTheWay = new Map(transfers.map(({ currency, outCents }) => [currency, outCents]));
	const found: Found[] = [
		// To a connected account it is transferred within the hour.
		...owed.map(({ currency, cents }) => ({
			kind: "balance" as const,
			currency,
			count: 1,
			cents: cents - (onTheWay.get(currency) ?? 0),
			until: method?.chargesEnabled ? now + HOUR : null,
		})),
		...transfers.map((one) => ({ ...one, kind: "transfer" as const, until: now + HOUR })),
		...processing.map((one) => ({
			...one,
			kind: "processing" as const,
			until: one.since + LONGEST_DEBIT_MS,
		})),
		...disputed.map((one) => ({ ...one, kind: "dispute" as const, until: disputeAt + DISPUTE_MS })),
		...refunds.map((one) => ({ ...one, kind: "refund" as const, until: now + HOUR })),
	];
	return found
		.filter(({ count, cents }) => count > 0 && cents > 0)
		.map(({ kind, currency, count, cents, until }) => ({
			kind,
			count,
			amount: priceOf(cents),
			currency,
			// Never in the past, for an overdue transfer.
			until: until === null ? null : new Date(Math.max(until, now + HOUR)).toISOString(),
		}));
}

function sentenceOf({ kind, count, amount, currency, until }: AccountObstacle): string {
	const money = currencyFormat("en", currency).format(Number(amount));
	const payments = count === 1 ? "A payment" : `${count} payments`;
	const day = until?.slice(0, 10);
	switch (kind) {
		case "balance":
			return until === null
				? `We still hold ${money} for you. Connect your Stripe account and it will be sent to you, or refund your buyers.`
				: `We still hold ${money} for you. It will be sent to your account within the hour.`;
		case "transfer":
			return `${money} is on its way between us and your account. That takes an hour at most.`;
		case "processing":
			return `${payments} of ${money} to you ${count === 1 ? "is" : "are"} being processed by the bank. That is usually decided by ${day}.`;
		case "dispute":
			return `${payments} of ${money} to you ${count === 1 ? "is" : "are"} disputed. Banks usually decide by ${day}.`;
		case "refund":
			return `A refund of ${money} is on its way to a buyer. Please try again in an hour.`;
	}
}

async function refuse(ctx: Ctx, userId: string, buyers: BuyersChoice): Promise<void> {
	const obstacles = await findObstacles(ctx, userId, { buyers });
	if (obstacles.length === 0) return;
	throw failure("account.not_settled", {
		message: obstacles.map(sentenceOf).join(" "),
		details: { obstacles },
	});
}

/**
 * Cancels unpaid attempts, then refuses if money blocks the deletion; refunds that the creator chose count as made.
 * Throws `account.not_settled`, with `details.obstacles`.
 */
export async function settleBeforeDelete(
	ctx: Ctx,
	userId: string,
	{ buyers }: { buyers: BuyersChoice },
): Promise<void> {
	await refuse(ctx, userId, buyers);
	await endAttempts(ctx, eq(purchases.creatorId, userId));
	// One may have succeeded at this moment.
	await refuse(ctx, userId, buyers);
}

/** Throws `account.not_settled`. */
export function requireSettled(ctx: Ctx, userId: string): Promise<void> {
	return refuse(ctx, userId, "keep");
}
