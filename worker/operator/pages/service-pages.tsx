import { and, desc, eq, gte, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { OperatorCtx } from "../../accounts/operator-only.ts";
import { quarantinedFiles } from "../../catalogue/shares/tables.ts";
import { DAY_MS } from "../../contract/retention.ts";
import { auditLog } from "../../core/audit-log/tables.ts";
import { failedJobs } from "../../core/job-cursor.ts";
import { isPausedByVariable, PAUSABLES } from "../../core/switches.ts";
import { users } from "../../core/tables.ts";
import { webhookMessages } from "../../core/webhook-events/tables.ts";
import { isWaiting, MAX_ATTEMPTS } from "../../platform/mail/outbox.ts";
import { outbox, queue, switches } from "../../platform/tables.ts";
import { jobNames, SWITCH_TEXTS } from "../acts/service-acts.ts";
import { offersOn } from "../acts.tsx";
import {
	type ConsolePage,
	details,
	link,
	muted,
	pieces,
	table,
	tag,
	time,
} from "../console-page.tsx";

const MOST = 100;

type Waiting = { kind: string; waiting: number; due: number; oldest: number; attempts: number };

/** Counts what waits, by its kind. */
function waitingIn(ctx: OperatorCtx): Promise<Waiting[]> {
	const counts = (kind: SQL, from: SQL) =>
		sql`select ${kind} as kind, count(*) as waiting, sum(due_at <= ${ctx.now()}) as due,
			min(due_at) as oldest, max(attempts) as attempts from ${from}`;
	return ctx.replica.all<Waiting>(
		sql`${counts(sql`kind`, sql`${queue} group by kind`)}
			union all ${counts(sql`'mail'`, sql`${outbox} where ${isWaiting}`)}
			union all ${counts(sql`'scan'`, sql`${quarantinedFiles} where verdict is null`)}
			union all ${counts(sql`'webhook'`, sql`${webhookMessages} where due_at is not null`)}
			order by kind`,
	);
}

export async function queuePage(ctx: OperatorCtx): Promise<ConsolePage> {
	const since = ctx.now() - 7 * DAY_MS;
	const offer = offersOn(ctx, "/operator/queue");
	const [waiting, failed, held] = await Promise.all([
		waitingIn(ctx),
		ctx.replica
			.select()
			.from(outbox)
			.where(
				and(
					isNull(outbox.sentAt),
					gte(outbox.createdAt, since),
					isNotNull(outbox.lastError),
					sql`attempts >= ${sql.raw(String(MAX_ATTEMPTS))}`,
				),
			)
			.orderBy(desc(outbox.createdAt))
			.limit(MOST),
		ctx.replica
			.select({ kind: outbox.kind, withheldBy: outbox.withheldBy, createdAt: outbox.createdAt })
			.from(outbox)
			.where(and(gte(outbox.createdAt, since), isNotNull(outbox.withheldBy), sql`attempts = 0`))
			.limit(MOST),
	]);
	return {
		title: "Queue",
		section: "/operator/queue",
		intro: "Everything that happens later. It is tried again by itself, ever more rarely.",
		sections: [
			{
				body: table(
					["What", "Waiting", "Due now", "Earliest", "Most attempts"],
					waiting.map(({ kind, waiting: n, due, oldest, attempts }) => [
						kind,
						n,
						due ?? 0,
						time(oldest),
						attempts ?? 0,
					]),
				),
			},
			{
				heading: `Mails given up after ${MAX_ATTEMPTS} attempts`,
				body: table(
					["When", "Kind", "To", "Error", "Act"],
					failed.map((mail) => [
						time(mail.createdAt),
						mail.kind,
						mail.recipient,
						mail.lastError,
						mail.html === ""
							? "its text is gone"
							: offer("/mails/:id/retry", mail.id, { about: mail.recipient }),
					]),
					"None in the last seven days.",
				),
			},
			{
				heading: "Mails withheld by a limit",
				body: pieces(
					muted("Limits keep anyone from flooding a mailbox. These have no text."),
					table(
						["When", "Kind", "Limit"],
						held.map((mail) => [time(mail.createdAt), mail.kind, mail.withheldBy]),
						"None waits to be counted.",
					),
				),
			},
		],
	};
}

export async function jobsPage(ctx: OperatorCtx): Promise<ConsolePage> {
	const offer = offersOn(ctx, "/operator/jobs");
	const failing = new Map((await failedJobs(ctx)).map((one) => [one.job, one]));
	const jobs = jobNames().toSorted(
		(a, b) => Number(failing.has(b.name)) - Number(failing.has(a.name)),
	);
	return {
		title: "Jobs",
		section: "/operator/jobs",
		intro: "Each runs by itself. Running one now does no harm; it waits until it ends.",
		sections: [
			{
				body: table(
					["Job", "Cron", "Last run", "Act"],
					jobs.map(({ name, cron }) => {
						const failed = failing.get(name);
						return [
							name,
							cron,
							failed ? [tag("failed"), " ", time(failed.at), ` ${failed.message}`] : tag("ok"),
							offer("/jobs/:id/run", name, { about: name }),
						];
					}),
				),
			},
		],
	};
}

export async function switchesPage(ctx: OperatorCtx): Promise<ConsolePage> {
	const offer = offersOn(ctx, "/operator/switches");
	const rows = await ctx.db.select().from(switches);
	const since = new Map(rows.map(({ name, pausedAt }) => [name, pausedAt]));
	return {
		title: "Switches",
		section: "/operator/switches",
		intro:
			"A switch works everywhere within seconds. Payments that have begun, webhooks and scheduled jobs go on. What a variable pauses is ended by a deploy.",
		sections: [
			{
				body: table(
					["What", "State", "Act"],
					PAUSABLES.map((name) => {
						const at = since.get(name);
						const [label, effect] = SWITCH_TEXTS[name];
						return [
							pieces(`${label}. `, muted(effect)),
							at === undefined
								? tag(isPausedByVariable(ctx, name) ? "paused_by_its_variable" : "running")
								: [tag("paused"), " since ", time(at)],
							offer("/switches/:id", name, {
								fields: { paused: { value: at === undefined ? "yes" : "no" } },
								button: at === undefined ? "Pause" : "Resume",
								about: label,
							}),
						];
					}),
				),
			},
		],
	};
}

const FOLDERS = { share: "shares", purchase: "purchases", case: "cases" } as const;

function subjectOf({ act, subjectId, creatorId }: typeof auditLog.$inferSelect) {
	const [kind = ""] = act.split(".");
	if (subjectId && kind in FOLDERS)
		return link(`/operator/${FOLDERS[kind as keyof typeof FOLDERS]}/${subjectId}`, kind);
	return creatorId ? link(`/operator/creators/${creatorId}`, "creator") : (subjectId ?? "—");
}

/** Lists the latest entries first, or those before a row. */
export async function auditLogPage(
	ctx: OperatorCtx,
	{ before = Number.MAX_SAFE_INTEGER }: { before?: number | undefined },
): Promise<ConsolePage> {
	const rows = await ctx.replica
		.select({ entry: auditLog, actor: users.email })
		.from(auditLog)
		.leftJoin(users, eq(users.id, auditLog.actorId))
		.where(lt(auditLog.id, before))
		.orderBy(desc(auditLog.id))
		.limit(MOST);
	const last = rows.at(-1)?.entry.id;
	return {
		title: "Audit log",
		section: "/operator/audit-log",
		intro:
			"Rows are only added, and each is sealed with the one before. The nightly check and “npm run invariants” show a row that was changed or is missing.",
		sections: [
			{
				body: [
					table(
						["Row", "When", "What", "By", "About", "Details"],
						rows.map(({ entry, actor }) => [
							entry.id,
							time(entry.at),
							entry.act,
							`${entry.by}${actor ? ` (${actor})` : ""}`,
							subjectOf(entry),
							details(entry.details),
						]),
						"Nothing was done yet.",
					),
					last !== undefined && last > 1 && rows.length === MOST && (
						<p>
							<a class="button" href={`/operator/audit-log?before=${last}`}>
								Earlier rows
							</a>
						</p>
					),
				],
			},
		],
	};
}
