import { and, eq, gte, lt } from "drizzle-orm";
import type { Ctx } from "./context.ts";
import { jobCursors } from "./tables.ts";

/** Null at the beginning. */
export async function readCursor(ctx: Ctx, name: string): Promise<string | null> {
	const [row] = await ctx.db
		.select({ cursor: jobCursors.cursor })
		.from(jobCursors)
		.where(eq(jobCursors.name, name));
	return row?.cursor ?? null;
}

/** Null makes the walk start again. */
export async function saveCursor(ctx: Ctx, name: string, cursor: string | null): Promise<void> {
	const set = { cursor, at: ctx.now() };
	await ctx.db
		.insert(jobCursors)
		.values({ name, ...set })
		.onConflictDoUpdate({ target: jobCursors.name, set });
}

/** Makes a job of a step that continues from the previous one's result. */
export function stepwise(
	name: string,
	step: (ctx: Ctx, from: string | null) => Promise<string | null>,
): (ctx: Ctx) => Promise<void> {
	return async (ctx) => {
		const from = await readCursor(ctx, name);
		const next = await step(ctx, from);
		if (next !== from) await saveCursor(ctx, name, next);
	};
}

export const cronCursor = (cron: string) => `cron:${cron}`;

const FAILED = "failed:";
const MESSAGE_LENGTH = 300;

/** `at` in ms */
export type FailedJob = { job: string; message: string; at: number };

export async function failedJobs(ctx: Ctx): Promise<FailedJob[]> {
	const rows = await ctx.db
		.select()
		.from(jobCursors)
		.where(and(gte(jobCursors.name, FAILED), lt(jobCursors.name, "failed;")));
	return rows.map(({ name, cursor, at }) => ({
		job: name.slice(FAILED.length),
		message: cursor ?? "",
		at,
	}));
}

export const noteFailure = (ctx: Ctx, job: string, message: string) =>
	saveCursor(ctx, `${FAILED}${job}`, message.slice(0, MESSAGE_LENGTH));

export async function noteSuccess(ctx: Ctx, job: string): Promise<void> {
	await ctx.db.delete(jobCursors).where(eq(jobCursors.name, `${FAILED}${job}`));
}
