import { and, count, desc, eq, gte, inArray, isNotNull, sql } from "drizzle-orm";
import type { Child } from "hono/jsx";
import type { OperatorCtx } from "../../accounts/operator-only.ts";
import { shares } from "../../catalogue/shares/tables.ts";
import type { DeepHealth } from "../../contract/health.ts";
import { DEFAULT_CURRENCY } from "../../contract/money.ts";
import { usualProcessingFee } from "../../contract/plans.ts";
import { DAY_MS } from "../../contract/retention.ts";
import { cases } from "../../core/cases/tables.ts";
import { failedJobs } from "../../core/job-cursor.ts";
import { deepHealth } from "../../maintenance/deep-health.ts";
import { inactiveWallets } from "../../payments/payment-domain.ts";
import { latestReconciliation } from "../../payments/reconciliation/reconcile-books.ts";
import { ledger } from "../../payments/tables.ts";
import { failedRequests } from "../../platform/tables.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import {
	type ConsolePage,
	link,
	money,
	muted,
	pieces,
	properties,
	table,
	tag,
	time,
} from "../console-page.tsx";

/** A number of money movements, and their amounts by currency, "$12.00 + €9.00", which are never added. */
type Moved = { readonly count: number; readonly amounts: string };

/** US dollars come first, then the currency with the most movements. */
function movedOf(own: readonly { currency: string; n: number; cents: number }[]): Moved {
	const rank = ({ currency, n }: (typeof own)[number]) =>
		currency === DEFAULT_CURRENCY ? Number.POSITIVE_INFINITY : n;
	const sums = own
		.toSorted((a, b) => rank(b) - rank(a))
		.map(({ cents, currency }) => money(cents, currency));
	return {
		count: own.reduce((all, { n }) => all + n, 0),
		amounts: sums.join(" + ") || money(0, DEFAULT_CURRENCY),
	};
}

async function movedSince(ctx: OperatorCtx, since: number) {
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

/** Counts refunds of payments that bought nothing, with the provider's approximate fee for each. */
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

const publishedSince = (ctx: OperatorCtx, since: number) =>
	ctx.replica.$count(shares, and(isNotNull(shares.publishedAt), gte(shares.publishedAt, since)));

function ago(seconds: number | null): string {
	if (seconds === null) return "none";
	if (seconds < 120) return `${seconds} s ago`;
	return seconds < 7200
		? `${Math.round(seconds / 60)} min ago`
		: `${Math.round(seconds / 3600)} h ago`;
}

const plural = (n: number, noun: string) => `${n} ${noun}${n === 1 ? "" : "s"}`;

/** Names the wallets offered on the service's domain, and where to change that. */
function walletsText(wallets: DeepHealth["wallets"]): Child {
	if (wallets === null) return "Stripe does not say";
	const inactive = inactiveWallets(wallets);
	if (inactive.length === 0) return "active";
	const why = wallets.registered ? "" : ", as this domain is not registered";
	return [
		`Not offered${why}: ${inactive.join(", ")}. Deploy again, or see `,
		link(
			"https://dashboard.stripe.com/settings/payment_method_domains",
			"Stripe’s payment method domains",
		),
		".",
	];
}

export async function overviewPage(ctx: OperatorCtx): Promise<ConsolePage> {
	const dayAgo = ctx.now() - DAY_MS;
	const weekAgo = ctx.now() - 7 * DAY_MS;
	const [
		day,
		week,
		surplus,
		disputes,
		publishedDay,
		publishedWeek,
		openCases,
		requests,
		jobs,
		reconciliation,
		health,
	] = await Promise.all([
		movedSince(ctx, dayAgo),
		movedSince(ctx, weekAgo),
		surplusSince(ctx, weekAgo),
		ctx.replica.$count(purchases, eq(purchases.state, "disputed")),
		publishedSince(ctx, dayAgo),
		publishedSince(ctx, weekAgo),
		ctx.replica.$count(cases, eq(cases.state, "open")),
		ctx.replica
			.select()
			.from(failedRequests)
			.where(gte(failedRequests.at, weekAgo))
			.orderBy(desc(failedRequests.at))
			.limit(10),
		failedJobs(ctx),
		latestReconciliation(ctx),
		deepHealth(ctx),
	]);
	const moved = (kind: "sales" | "refunds", noun: string) =>
		`${plural(day[kind].count, noun)}; 7 days: ${week[kind].count}, ${week[kind].amounts}`;
	const agrees = reconciliation?.differenceCents === 0 ? "agree" : "differ";
	return {
		title: "Overview",
		section: "/operator",
		intro: "Times are in UTC.",
		warning:
			health.problems.length > 0 &&
			`Needs attention: ${health.problems.join(", ")}. See docs/operations.md for what to do.`,
		figures: [
			["Sales, 24 h", day.sales.amounts, moved("sales", "sale")],
			["Refunds, 24 h", day.refunds.amounts, moved("refunds", "refund")],
			[
				"Fees on surplus payments, 7 days",
				surplus.amounts,
				`about what Stripe kept of ${plural(surplus.count, "automatic refund")}`,
			],
			["Open disputes", String(disputes)],
			["Published, 24 h", String(publishedDay), `shares; 7 days: ${publishedWeek}`],
			["Open cases", String(openCases)],
			reconciliation
				? ["Ledger and provider", agrees, `${reconciliation.checked} movements`]
				: ["Ledger and provider", "not yet", "the first night compares"],
		],
		sections: [
			{
				heading: "Jobs that fail",
				body: table(
					["Job", "Since", "Error"],
					jobs.map(({ job, at, message }) => [link("/operator/jobs", job), time(at), message]),
					"None: every job’s last run succeeded.",
				),
			},
			{
				heading: "Requests that failed on our side",
				body: table(
					["When", "Request", "Code", "Id"],
					requests.map((one) => [
						time(one.at),
						`${one.method} ${one.path}`,
						one.code,
						one.requestId,
					]),
					"None in the last seven days.",
				),
			},
		],
		aside: [
			{
				heading: "Health",
				body: properties([
					...Object.entries(health.checks).map(
						([name, { state, ms }]) => [name, pieces(tag(state), muted(` ${ms} ms`))] as const,
					),
					["mails waiting since", ago(health.mail.oldestUndelivered)],
					["mails given up", link("/operator/queue", health.mail.givenUp)],
					...Object.entries(health.crons).map(
						([name, seconds]) => [`cron ${name}`, ago(seconds)] as const,
					),
					[
						"last backup",
						health.backup.configured ? ago(health.backup.age) : "no key for backups is set",
					],
					["wallets", walletsText(health.wallets)],
					["paused", health.paused.join(", ") || "nothing"],
					["ledger", `${health.ledger.unbalanced.length} of ${health.ledger.checked} don’t add up`],
				]),
			},
		],
	};
}
