import { and, eq, isNull } from "drizzle-orm";
import type { OperatorCtx } from "../../accounts/operator-only.ts";
import type { Pausable } from "../../contract/switches.ts";
import { recordOperatorAct } from "../../core/audit-log/record-act.ts";
import { PAUSABLES } from "../../core/switches.ts";
import { JOBS, runJob } from "../../maintenance/jobs.ts";
import { rememberSwitches } from "../../platform/console-switches.ts";
import { failure } from "../../platform/errors.ts";
import { flushOutbox } from "../../platform/mail/outbox.ts";
import { outbox, switches } from "../../platform/tables.ts";

/**
 * Puts a mail that was given up back into the queue while its text is still kept.
 * Throws `operator.nothing_to_do` when it was sent or its text is gone.
 */
export async function retryMail(ctx: OperatorCtx, { id }: { id: string }): Promise<void> {
	const unsent = and(eq(outbox.id, id), isNull(outbox.sentAt));
	const [mail] = await ctx.db.select().from(outbox).where(unsent);
	if (!mail || mail.html === "") throw failure("operator.nothing_to_do");
	await ctx.db.batch([
		recordOperatorAct(ctx, {
			act: "mail.retried",
			creatorId: null,
			subjectId: id,
			details: { kind: mail.kind },
		}),
		ctx.db
			.update(outbox)
			.set({ attempts: 0, nextAttemptAt: ctx.now(), heldBy: null, lastError: null })
			.where(unsent),
	]);
	flushOutbox(ctx);
}

/**
 * Pauses or resumes a part of the service, everywhere within seconds and here immediately. Throws `not_found` for
 * another name.
 */
export async function setSwitch(
	ctx: OperatorCtx,
	{ name, isPaused }: { name: string; isPaused: boolean },
): Promise<Pausable> {
	const known = PAUSABLES.find((one) => one === name);
	if (known === undefined) throw failure("not_found");
	const [, , rows] = await ctx.db.batch([
		recordOperatorAct(ctx, {
			act: "switch.set",
			creatorId: null,
			subjectId: name,
			details: { paused: isPaused },
		}),
		isPaused
			? ctx.db.insert(switches).values({ name, pausedAt: ctx.now() }).onConflictDoNothing()
			: ctx.db.delete(switches).where(eq(switches.name, name)),
		ctx.db.select().from(switches),
	]);
	rememberSwitches(rows.map((row) => row.name));
	if (known === "mail" && !isPaused) flushOutbox(ctx);
	return known;
}

export function jobNames(): { name: string; cron: string }[] {
	return Object.entries(JOBS).flatMap(([cron, jobs]) =>
		Object.keys(jobs).map((name) => ({ name, cron })),
	);
}

/**
 * Runs a job now; returns whether it succeeded. Throws `not_found` for another name. Every job can be repeated, even
 * while its cron runs.
 */
export async function runJobNow(ctx: OperatorCtx, { name }: { name: string }): Promise<boolean> {
	if (!jobNames().some((job) => job.name === name)) throw failure("not_found");
	await recordOperatorAct(ctx, { act: "job.run", creatorId: null, subjectId: name });
	return (await runJob(ctx, name)) === true;
}
