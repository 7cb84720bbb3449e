import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { testCtx } from "../../test/fixtures/test-app.ts";
import { queue } from "../tables.ts";
import { doubling } from "./claim.ts";
import { enqueue, runTasks, type Task, type TaskKind } from "./queue.ts";

const clock = { now: 1000 };
const ctx = testCtx({ now: () => clock.now });

/** A kind with its own tasks, which records what it is given and does what `run` says. */
function makeKind(
	run: (tasks: readonly Task[]) => readonly Task[] | Promise<readonly Task[]>,
	more: Partial<TaskKind> = {},
) {
	const kind = ctx.id();
	const given: string[][] = [];
	const of: TaskKind = {
		kind,
		limit: 10,
		waits: [10, 20],
		run: async (tasks) => {
			given.push(tasks.map(({ key }) => key));
			return run(tasks);
		},
		...more,
	};
	const add = (key: string, { owner = "", dueAt = clock.now } = {}) =>
		ctx.db.batch([enqueue(ctx, kind, { key, owner: sql`${owner}`, dueAt })]);
	const left = () => ctx.db.select().from(queue).where(eq(queue.kind, kind));
	return { of, given, add, left };
}

const all = (tasks: readonly Task[]) => tasks;
const none = () => [];

describe("runTasks", () => {
	it("runs due tasks and deletes those that are done", async () => {
		const { of, given, add, left } = makeKind((tasks) => tasks.filter(({ key }) => key !== "b"));
		for (const key of ["a", "b", "c"]) await add(key);
		await add("later", { dueAt: clock.now + 1 });
		await runTasks(ctx, of);
		expect(given).toEqual([["a", "b", "c"]]);
		expect((await left()).map(({ key }) => key).toSorted()).toEqual(["b", "later"]);
	});

	it("gives a task to one of several concurrent runs", async () => {
		const { of, given, add, left } = makeKind(all, { limit: 2, claims: 5 });
		for (let n = 0; n < 9; n++) await add(`${n}`);
		await Promise.all([runTasks(ctx, of), runTasks(ctx, of), runTasks(ctx, of)]);
		expect(given.flat().toSorted()).toEqual([..."012345678"]);
		expect(await left()).toEqual([]);
	});

	it("waits ever longer after each attempt, whether it failed or its run died", async () => {
		const begun = clock.now;
		let dies = false;
		const { of, given, add, left } = makeKind(() => {
			if (dies) throw new Error("the isolate ended");
			return none();
		});
		await add("a");
		for (const wait of [10, 20, 20]) {
			await runTasks(ctx, of).catch(() => {});
			expect((await left())[0]?.dueAt).toBe(clock.now + wait);
			const attempts = given.length;
			clock.now += wait - 1;
			await runTasks(ctx, of);
			expect(given).toHaveLength(attempts);
			clock.now += 1;
			dies = !dies;
		}
		clock.now = begun;
	});

	it("keeps a task that is requested again while it runs", async () => {
		const again = makeKind(async (tasks) => {
			if (again.given.length === 1) await again.add("a");
			return tasks;
		});
		await again.add("a");
		await runTasks(ctx, again.of);
		expect(await again.left()).toMatchObject([{ key: "a", attempts: 0 }]);
		await runTasks(ctx, again.of);
		expect(await again.left()).toEqual([]);
	});

	it("serves owners in turn, however many tasks one of them has", async () => {
		const { of, given, add } = makeKind(all, { limit: 3, isFair: true });
		for (let n = 0; n < 5; n++) await add(`many ${n}`, { owner: "many", dueAt: n });
		await add("few 0", { owner: "few", dueAt: 10 });
		await add("one 0", { owner: "one", dueAt: 11 });
		await runTasks(ctx, of);
		expect(given.flat().toSorted()).toEqual(["few 0", "many 0", "one 0"]);
	});
});

it("postpones a task that waits for the same key", async () => {
	const { of, given, add, left } = makeKind(all);
	await add("a");
	await add("a", { dueAt: clock.now + 5 });
	await runTasks(ctx, of);
	expect(given).toEqual([]);
	expect(await left()).toMatchObject([{ dueAt: clock.now + 5 }]);
});

it("doubles a wait up to its maximum", () => {
	expect(doubling(5, 60)).toEqual([5, 10, 20, 40, 60]);
	expect(doubling(2, 16)).toEqual([2, 4, 8, 16]);
	expect(doubling(7, 7)).toEqual([7]);
});
