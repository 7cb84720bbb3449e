import { and, eq, isNull } from "drizzle-orm";
import * as z from "zod";
import type { Pausable } from "../../contract/switches.ts";
import { recordOperatorAct } from "../../core/audit-log/record-act.ts";
import { PAUSABLES } from "../../core/switches.ts";
import { JOBS, runJob } from "../../maintenance/jobs.ts";
import { rememberSwitches } from "../../platform/console-switches.ts";
import { failure } from "../../platform/errors.ts";
import { flushOutbox } from "../../platform/mail/outbox.ts";
import { namedBatch } from "../../platform/storage/named-batch.ts";
import { outbox, switches } from "../../platform/tables.ts";
import { act, hidden } from "../forms.tsx";

/** For each switch: its name, what stops during the pause, and what continues. */
export const SWITCH_TEXTS: Readonly<Record<Pausable, readonly [name: string, effect: string]>> = {
	uploads: [
		"Uploads",
		"Nobody can upload or publish. What was sent is kept, and open uploads wait.",
	],
	cardPayments: [
		"Card payments and subscriptions",
		"No card payment and no subscription begins. Refunds, payouts and renewals go on.",
	],
	directPayments: [
		"Direct payments",
		"No direct payment begins. Buyers who have already paid can still say so.",
	],
	registration: ["New accounts", "Nobody can sign up. Signing in and buying go on."],
	mail: ["Mails", "Mails wait, and are sent afterwards."],
	maintenance: [
		"The whole site",
		"Every page says that we will be back, and downloads stop. This console and signing in go on.",
	],
};

export const jobNames = (): { name: string; cron: string }[] =>
	Object.entries(JOBS).flatMap(([cron, jobs]) => Object.keys(jobs).map((name) => ({ name, cron })));

export const SERVICE_ACTS = {
	/** Possible while the mail's text is still kept. */
	"/mails/:id/retry": act({
		button: "Try again",
		run: async (ctx, id) => {
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
					.set({ attempts: 0, dueAt: ctx.now(), withheldBy: null, lastError: null })
					.where(unsent),
			]);
			flushOutbox(ctx);
			return ["/queue", "The mail is in the queue again."];
		},
	}),
	/** Every job can be repeated, even while its cron runs. */
	"/jobs/:id/run": act({
		button: "Run now",
		run: async (ctx, name) => {
			if (!jobNames().some((job) => job.name === name)) throw failure("not_found");
			await recordOperatorAct(ctx, { act: "job.run", creatorId: null, subjectId: name });
			const succeeded = (await runJob(ctx, name)) === true;
			return [
				"/jobs",
				succeeded ? `${name} ran without an error.` : `${name} failed; see the log.`,
			];
		},
	}),
	/** Takes effect everywhere within seconds, here immediately. */
	"/switches/:id": act({
		button: "Pause",
		tone: "danger",
		asks: { paused: hidden(z.enum(["yes", "no"])) },
		run: async (ctx, id, { paused }) => {
			const name = PAUSABLES.find((one) => one === id);
			if (name === undefined) throw failure("not_found");
			const isPaused = paused === "yes";
			const { rows } = await namedBatch(ctx.db, {
				act: recordOperatorAct(ctx, {
					act: "switch.set",
					creatorId: null,
					subjectId: name,
					details: { paused: isPaused },
				}),
				set: isPaused
					? ctx.db.insert(switches).values({ name, pausedAt: ctx.now() }).onConflictDoNothing()
					: ctx.db.delete(switches).where(eq(switches.name, name)),
				rows: ctx.db.select().from(switches),
			});
			rememberSwitches(rows.map((row) => row.name));
			if (name === "mail" && !isPaused) flushOutbox(ctx);
			const [label] = SWITCH_TEXTS[name];
			return ["/switches", `${label}: ${isPaused ? "paused." : "running again."}`];
		},
	}),
} as const;
