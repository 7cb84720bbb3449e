import { and, isNotNull, isNull, min, sql } from "drizzle-orm";
import { Hono } from "hono";
import type { DeepHealth } from "../contract/health.ts";
import { DAY_MS } from "../contract/retention.ts";
import type { AppEnv, Ctx } from "../core/context.ts";
import { CRONS, type CronName } from "../core/crons.ts";
import { cronCursor } from "../core/job-cursor.ts";
import { allPausedOf } from "../core/switches.ts";
import { jobCursors } from "../core/tables.ts";
import { findPaymentDomain, walletsOn } from "../payments/payment-domain.ts";
import { latestReconciliation } from "../payments/reconciliation/reconcile-books.ts";
import { halfSetOf } from "../platform/config.ts";
import { failure } from "../platform/errors.ts";
import { check } from "../platform/http/health.ts";
import { isWaiting, MAX_ATTEMPTS } from "../platform/mail/outbox.ts";
import { constantTimeEqual } from "../platform/security/crypto.ts";
import { rateLimit } from "../platform/security/rate-limit.ts";
import { stripeOf } from "../platform/stripe.ts";
import { outbox } from "../platform/tables.ts";
import { backupCtx } from "./backup/context.ts";
import { begunAt } from "./backup/format.ts";
import { latestMoment, readState } from "./backup/state.ts";

/** ms; after three failures */
const MAIL_LATE_MS = 15 * 60_000;
/** ms beyond twice its interval, for one run */
const CRON_SLACK_MS = 5 * 60_000;
/** ms: a night, and a backup */
const BACKUP_LATE_MS = 26 * 60 * 60_000;
const MAX_PURCHASES = 1000;

async function timed(name: string, work: () => Promise<unknown>) {
	const began = Date.now();
	return { state: await check(name, work), ms: Date.now() - began };
}

async function cronAges(ctx: Ctx): Promise<DeepHealth["crons"]> {
	const rows = await ctx.db.select({ name: jobCursors.name, at: jobCursors.at }).from(jobCursors);
	const age = (name: CronName) => {
		const row = rows.find((one) => one.name === cronCursor(name));
		return row ? Math.round((ctx.now() - row.at) / 1000) : null;
	};
	return {
		mails: age("mails"),
		repairs: age("repairs"),
		cleanups: age("cleanups"),
		backup: age("backup"),
		nightly: age("nightly"),
	};
}

/** Jobs that never ran are late only if they run every few minutes. */
function isLate(name: CronName, ageS: number | null): boolean {
	const { everyMs } = CRONS[name];
	if (ageS === null) return everyMs <= CRON_SLACK_MS;
	return ageS * 1000 > 2 * everyMs + CRON_SLACK_MS;
}

async function mailState(ctx: Ctx): Promise<DeepHealth["mail"]> {
	// Nothing can be done about a mail without a text.
	const [waiting] = await ctx.db
		.select({ at: min(outbox.createdAt) })
		.from(outbox)
		.where(isWaiting);
	const [lost] = await ctx.db
		.select({ n: sql<number>`count(*)` })
		.from(outbox)
		.where(
			and(
				isNull(outbox.sentAt),
				isNull(outbox.withheldBy),
				sql`html <> '' and attempts >= ${sql.raw(String(MAX_ATTEMPTS))}`,
				isNotNull(outbox.lastError),
			),
		);
	const at = waiting?.at ?? null;
	return {
		transport: ctx.config.MAIL_HTTP_URL ? "http" : ctx.env.EMAIL ? "binding" : "none",
		oldestUndelivered: at === null ? null : Math.round((ctx.now() - at) / 1000),
		givenUp: lost?.n ?? 0,
	};
}

/**
 * Compares purchases with their ledger entries of the last day. Automatically refunded payments may differ from
 * their quote.
 */
async function ledgerState(ctx: Ctx): Promise<DeepHealth["ledger"]> {
	const sum = (kind: string) =>
		sql`(select coalesce(sum(l.amount_cents), 0) from ledger l where l.purchase_id = p.id and l.kind = ${kind})`;
	const rows = await ctx.db.all<{ id: string; balanced: number }>(sql`
		select p.id, p.state in ('paid', 'disputed', 'refunded')
			and ${sum("gross")} = p.price_cents and -${sum("refund")} = p.refunded_cents
			and (p.unbalanced_at is not null) = (0 <> (select coalesce(sum(l.amount_cents), 0)
				from ledger l where l.purchase_id = p.id and l.account = 'platform')) as balanced
		from purchases p where p.auto_refund_reason is null and p.id in (
			select purchase_id from ledger where at >= ${ctx.now() - DAY_MS}
			and purchase_id is not null limit ${MAX_PURCHASES})`);
	return {
		checked: rows.length,
		unbalanced: rows.filter(({ balanced }) => !balanced).map(({ id }) => id),
	};
}

/** Unknown isn't a problem: cards work without wallets. */
async function walletsState({ config }: Ctx): Promise<DeepHealth["wallets"]> {
	let wallets: DeepHealth["wallets"] = null;
	await check("wallets", async () => {
		wallets = walletsOn(await findPaymentDomain(stripeOf(config), config.APP_ORIGIN));
	});
	return wallets;
}

async function booksState(ctx: Ctx): Promise<DeepHealth["books"]> {
	const latest = await latestReconciliation(ctx);
	if (!latest) return null;
	const { at, differenceCents } = latest;
	return { age: Math.round((ctx.now() - at) / 1000), differenceCents };
}

/** An incomplete backup counts from its beginning. */
async function backupAge(ctx: Ctx): Promise<DeepHealth["backup"] & { isLate: boolean }> {
	const configured = backupCtx(ctx) !== null;
	const state = await readState(ctx);
	const moment = state ? latestMoment(state) : 0;
	const since = moment || (state ? begunAt(state.id) : ctx.now());
	return {
		configured,
		age: moment ? Math.round((ctx.now() - moment) / 1000) : null,
		isLate: configured && ctx.now() - since > BACKUP_LATE_MS,
	};
}

export async function deepHealth(ctx: Ctx): Promise<DeepHealth> {
	const [database, bucket, objects, provider, wallets] = await Promise.all([
		timed("database", () => ctx.env.DB.prepare("select 1").first()),
		timed("bucket", () => ctx.files.head("health")),
		timed("objects", () => ctx.env.UPLOAD_SESSION.getByName("health").status("health")),
		// Uses the key, so that a revoked one is noticed.
		timed("provider", () => stripeOf(ctx.config).balance.retrieve()),
		walletsState(ctx),
	]);
	const checks = { database, bucket, objects, provider };
	const [crons, mail, ledger, books, { isLate: isBackupLate, ...backup }] = await Promise.all([
		cronAges(ctx),
		mailState(ctx),
		ledgerState(ctx),
		booksState(ctx),
		backupAge(ctx),
	]);
	const problems = [
		...Object.entries(checks).flatMap(([name, { state }]) => (state === "away" ? [name] : [])),
		...(Object.keys(crons) as CronName[])
			.filter((name) => isLate(name, crons[name]))
			.map((name) => `cron ${name}`),
		...(mail.transport === "none" ||
		mail.givenUp > 0 ||
		(mail.oldestUndelivered ?? 0) * 1000 > MAIL_LATE_MS
			? ["mail"]
			: []),
		...(ledger.unbalanced.length > 0 ? ["ledger"] : []),
		...(books && books.differenceCents > 0 ? ["books"] : []),
		...(isBackupLate ? ["backup"] : []),
		...(halfSetOf(ctx.env).length > 0 ? ["configuration"] : []),
	];
	const status = problems.length > 0 ? "degraded" : "ok";
	const paused = allPausedOf(ctx);
	return { status, problems, checks, crons, mail, ledger, books, backup, wallets, paused };
}

export const deepHealthRoute = new Hono<AppEnv>().get(
	"/api/health/deep",
	rateLimit("health"),
	async (c) => {
		const { HEALTH_TOKEN: token } = c.var.ctx.config;
		const given = c.req.header("authorization") ?? "";
		// Without a token the address doesn't exist.
		if (!token || !constantTimeEqual(given, `Bearer ${token}`)) throw failure("not_found");
		const found = await deepHealth(c.var.ctx);
		return c.json(found, found.status === "ok" ? 200 : 503);
	},
);
