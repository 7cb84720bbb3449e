import { and, count, desc, eq, gte, inArray, isNotNull, sql } from "drizzle-orm";
import type { OperatorCtx } from "../../accounts/operator-only.ts";
import { shares } from "../../catalogue/shares/tables.ts";
import { usualProcessingFee } from "../../contract/accounts/plans.ts";
import type { DeepHealth } from "../../contract/health.ts";
import { DEFAULT_CURRENCY } from "../../contract/money.ts";
import { DAY_MS } from "../../contract/retention.ts";
import { cases } from "../../core/cases/tables.ts";
import { deepHealth } from "../../maintenance/deep-health.ts";
import { type FailedJob, failedJobs } from "../../maintenance/job-cursor.ts";
import { latestReconciliation, type Reconciliation } from "../../payments/reconciliation/read.ts";
import { ledger } from "../../payments/tables.ts";
import { failedRequests } from "../../platform/tables.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";

const WEEK_MS = 7 * DAY_MS;

/** All creators' movements of money. */
export type Moved = {
	/** how many there were */
	readonly count: number;
	/** cents by currency, never added up: US dollars first, then the currency with the most movements */
	readonly sums: readonly { readonly currency: string; readonly cents: number }[];
};
type Period = { readonly sales: Moved; readonly refunds: Moved };

export type Overview = {
	day: Period;
	week: Period;
	/** payments of the week that were refunded automatically, and about what the provider kept of them */
	surplus: Moved;
	openDisputes: number;
	/** shares published */
	published: { day: number; week: number };
	openCases: number;
	health: DeepHealth;
	failedJobs: FailedJob[];
	failedRequests: (typeof failedRequests.$inferSelect)[];
	reconciliation: Reconciliation | null;
};

async function periodOf(ctx: OperatorCtx, since: number): Promise<Period> {
	const sums = await ctx.replica
		.select({
			kind: ledger.kind,
			currency: purchases.currency,
			n: count(),
			cents: sql<number>`abs(sum(${ledger.amountCents}))`,
		})
		.from(ledger)
		.innerJoin(purchases, eq(purchases.id, ledger.purchaseId))
		.where(and(gte(ledger.at, since), inArray(ledger.kind, ["gross", "refund"])))
		.groupBy(ledger.kind, purchases.currency);
	const of = (kind: "gross" | "refund") => movedOf(sums.filter((sum) => sum.kind === kind));
	return { sales: of("gross"), refunds: of("refund") };
}

function movedOf(own: readonly { currency: string; n: number; cents: number }[]): Moved {
	const rank = ({ currency, n }: (typeof own)[number]) =>
		currency === DEFAULT_CURRENCY ? Number.POSITIVE_INFINITY : n;
	return {
		count: own.reduce((all, { n }) => all + n, 0),
		sums: own.toSorted((a, b) => rank(b) - rank(a)),
	};
}

/** The refunds of payments that bought nothing, with about what the provider kept of each. */
async function surplusSince(ctx: OperatorCtx, since: number): Promise<Moved> {
	const refunded = await ctx.replica
		.selectDistinct({
			id: purchases.id,
			currency: purchases.currency,
			priceCents: purchases.priceCents,
		})
		.from(ledger)
		.innerJoin(purchases, eq(purchases.id, ledger.purchaseId))
		.where(
			and(gte(ledger.at, since), eq(ledger.kind, "refund"), isNotNull(purchases.autoRefundReason)),
		);
	const byCurrency = Map.groupBy(refunded, ({ currency }) => currency);
	return movedOf(
		[...byCurrency].map(([currency, all]) => ({
			currency,
			n: all.length,
			cents: all.reduce((sum, { priceCents }) => sum + usualProcessingFee(priceCents, currency), 0),
		})),
	);
}

async function publishedSince(ctx: OperatorCtx, since: number): Promise<number> {
	const [row] = await ctx.replica
		.select({ n: count() })
		.from(shares)
		.where(and(isNotNull(shares.publishedAt), gte(shares.publishedAt, since)));
	return row?.n ?? 0;
}

export async function overview(ctx: OperatorCtx): Promise<Overview> {
	const now = ctx.now();
	const [
		day,
		week,
		surplus,
		disputes,
		publishedDay,
		publishedWeek,
		open,
		failed,
		jobs,
		reconciliation,
		health,
	] = await Promise.all([
		periodOf(ctx, now - DAY_MS),
		periodOf(ctx, now - WEEK_MS),
		surplusSince(ctx, now - WEEK_MS),
		ctx.replica.select({ n: count() }).from(purchases).where(eq(purchases.state, "disputed")),
		publishedSince(ctx, now - DAY_MS),
		publishedSince(ctx, now - WEEK_MS),
		ctx.replica.select({ n: count() }).from(cases).where(eq(cases.state, "open")),
		ctx.replica
			.select()
			.from(failedRequests)
			.where(gte(failedRequests.at, now - WEEK_MS))
			.orderBy(desc(failedRequests.at))
			.limit(10),
		failedJobs(ctx),
		latestReconciliation(ctx),
		deepHealth(ctx),
	]);
	return {
		day,
		week,
		surplus,
		openDisputes: disputes[0]?.n ?? 0,
		published: { day: publishedDay, week: publishedWeek },
		openCases: open[0]?.n ?? 0,
		health,
		failedJobs: jobs,
		failedRequests: failed,
		reconciliation,
	};
}
