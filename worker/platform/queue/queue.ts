import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { PlatformCtx } from "../context.ts";
import { insertWhen } from "../storage/insert-when.ts";
import { queue } from "../tables.ts";
import { claim, type Waits } from "./claim.ts";

export type Task = typeof queue.$inferSelect;

/** What a kind of task does. */
export type TaskKind = {
	readonly kind: string;
	/** tasks that a run gets at a time, and how many times it may ask */
	readonly limit: number;
	readonly claims?: number;
	readonly waits: Waits;
	/** owners take turns: the first tasks of all come before the second ones */
	readonly isFair?: true;
	/** Returns the tasks that are done; the others are due again after their wait. */
	readonly run: (tasks: readonly Task[]) => Promise<readonly Task[]>;
};

/** Of a fair kind's due tasks, the earliest that are considered. */
const LOOKED_AT = 1000;

type NewTask = {
	/** what it is about: while it waits, a kind has one task for it */
	key: string | SQL;
	/** for kinds that are fair */
	owner?: SQL;
	dueAt?: number | SQL;
	/** for a task per row of `from` */
	where?: SQL | undefined;
	from?: SQL | undefined;
};

/** Belongs in the batch of its cause. A task that waits for the same key is postponed to the new one's time. */
export function enqueue(
	ctx: PlatformCtx,
	kind: string,
	{ key, owner = sql`''`, dueAt = ctx.now(), where = sql`true`, from }: NewTask,
) {
	const task = { kind, key, owner, mark: ctx.id(), dueAt };
	return insertWhen(ctx.db, queue, task, where, from).onConflictDoUpdate({
		target: [queue.kind, queue.key],
		set: { mark: sql`excluded.mark`, dueAt: sql`excluded.due_at`, attempts: 0 },
	});
}

function dueRows(ctx: PlatformCtx, { kind, limit, isFair }: TaskKind): SQL {
	const due = sql`from queue where kind = ${kind} and due_at <= ${ctx.now()} order by due_at limit`;
	if (!isFair) return sql`select rowid ${due} ${limit}`;
	return sql`select id from (
		select id, due_at, row_number() over (partition by owner order by due_at) as turn
		from (select rowid as id, owner, due_at ${due} ${LOOKED_AT})
	) order by turn, due_at limit ${limit}`;
}

/** Runs due tasks of a kind until none is left, or one isn't done. */
export async function runTasks(ctx: PlatformCtx, of: TaskKind): Promise<void> {
	for (let claims = of.claims ?? 1; claims > 0; claims--) {
		const tasks = await claim(ctx, queue, { due: dueRows(ctx, of), waits: of.waits });
		if (tasks.length === 0) return;
		const done = await of.run(tasks);
		if (done.length > 0) await ctx.db.delete(queue).where(areDone(of.kind, done));
		if (done.length < of.limit) return;
	}
}

/** Except those requested again in the meantime. */
function areDone(kind: string, done: readonly Task[]) {
	const of = (name: "key" | "mark") =>
		sql`(select value from json_each(${JSON.stringify(done.map((task) => task[name]))}))`;
	return and(eq(queue.kind, kind), inArray(queue.key, of("key")), inArray(queue.mark, of("mark")));
}
