import { and, count, desc, eq, gte, isNotNull, sql } from "drizzle-orm";
import type { OperatorCtx } from "../../accounts/operator-only.ts";
import { shares } from "../../catalogue/shares/tables.ts";
import type { DeepHealth } from "../../contract/health.ts";
import { DAY_MS } from "../../contract/retention.ts";
import { cases } from "../../core/cases/tables.ts";
import { deepHealth } from "../../maintenance/deep-health.ts";
import { type FailedJob, failedJobs } from "../../maintenance/job-cursor.ts";
import { latestReconciliation, type Reconciliation } from "../../payments/reconciliation/read.ts";
import { ledger } from "../../payments/tables.ts";
import { failedRequests } from "../../platform/tables.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";

const WEEK_MS = 7 * DAY_MS;

/** Sums of the last seven days, and of the last one. Cents. */
type Period = { sales: number; salesCents: number; refunds: number; refundsCents: number };

export type Overview = {
	day: Period;
	week: Period;
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
			n: count(),
			cents: sql<number>`coalesce(sum(${ledger.amountCents}), 0)`,
		})
		.from(ledger)
		.where(gte(ledger.at, since))
		.groupBy(ledger.kind);
	const of = (kind: string) => sums.find((sum) => sum.kind === kind) ?? { n: 0, cents: 0 };
	const [gross, refund] = [of("gross"), of("refund")];
	return {
		sales: gross.n,
		salesCents: gross.cents,
		refunds: refund.n,
		refundsCents: refund.cents === 0 ? 0 : -refund.cents,
	};
}

async function publishedSince(ctx: OperatorCtx, since: number): Promise<number> {
	const [row] = await ctx.replica
		.select({ n: count() })
		.from(shares)
		.where(and(isNotNull(shares.publishedAt), gte(shares.publishedAt, since)));
	return row?.n ?? 0;
}

/** Reads what an operator looks at first. */
export async function overview(ctx: OperatorCtx): Promise<Overview> {
	const now = ctx.now();
	const [
		day,
		week,
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
		openDisputes: disputes[0]?.n ?? 0,
		published: { day: publishedDay, week: publishedWeek },
		openCases: open[0]?.n ?? 0,
		health,
		failedJobs: jobs,
		failedRequests: failed,
		reconciliation,
	};
}
