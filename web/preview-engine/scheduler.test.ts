import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { settle } from "../upload-engine/fakes.ts";
import { Scheduler, type Task } from "./scheduler.ts";

type Job = { weight: number; isDear: boolean };

class FakeTask implements Task {
	readonly isDear: boolean;
	readonly weight: number;
	readonly ended = Promise.withResolvers<void>();
	runs = 0;
	signal: AbortSignal | null = null;

	constructor({ weight, isDear }: Job) {
		this.weight = weight;
		this.isDear = isDear;
	}
	weigh = async () => this.weight;
	run = async (signal: AbortSignal) => {
		this.runs++;
		this.signal = signal;
		const stopped = new Promise<void>((resolve) =>
			signal.addEventListener("abort", () => resolve()),
		);
		await Promise.race([this.ended.promise, stopped]);
		this.signal = null;
	};
}

const quick = (weight = 0) => new FakeTask({ weight, isDear: false });
const dear = () => new FakeTask({ weight: 0, isDear: true });
const isRunning = (task: FakeTask) => task.signal !== null;

async function end(task: FakeTask) {
	task.ended.resolve();
	await settle();
}

const jobs = fc.array(fc.record({ weight: fc.nat(12), isDear: fc.boolean() }), { maxLength: 20 });
const limits = fc.record({
	slots: fc.integer({ min: 1, max: 4 }),
	weight: fc.integer({ min: 1, max: 10 }),
});

describe("Scheduler", () => {
	it("runs each task once, within its slots and its memory, whatever ends when", async () => {
		await fc.assert(
			fc.asyncProperty(jobs, limits, fc.infiniteStream(fc.nat()), async (some, limit, picks) => {
				const tasks = some.map((job) => new FakeTask(job));
				new Scheduler(limit).schedule(tasks);
				await settle();
				for (;;) {
					const running = tasks.filter(isRunning);
					const weights = running.map(({ weight }) => Math.min(weight, limit.weight));
					expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeLessThanOrEqual(
						limit.weight,
					);
					// One more than the slots while those are taken by dear ones.
					expect(running.length).toBeLessThanOrEqual(limit.slots + 1);
					expect(running.filter(({ isDear }) => isDear).length).toBeLessThanOrEqual(limit.slots);
					const next = running[(picks.next().value ?? 0) % Math.max(1, running.length)];
					if (!next) break;
					await end(next);
				}
				expect(tasks.map(({ runs }) => runs)).toEqual(tasks.map(() => 1));
			}),
			{ numRuns: 60 },
		);
	});

	it("starts tasks in their order", async () => {
		const tasks = [quick(), quick(), quick(), quick()];
		const [first, second, third, fourth] = tasks as [FakeTask, FakeTask, FakeTask, FakeTask];
		const scheduler = new Scheduler({ slots: 2, weight: 10 });
		scheduler.schedule(tasks);
		await settle();
		expect(tasks.map(isRunning)).toEqual([true, true, false, false]);
		scheduler.schedule([first, second, fourth, third]);
		await end(second);
		expect(tasks.map(isRunning)).toEqual([true, false, false, true]);
	});

	it("lets quick tasks pass expensive ones", async () => {
		const tasks = [dear(), dear(), dear(), quick(), quick()];
		new Scheduler({ slots: 2, weight: 10 }).schedule(tasks);
		await settle();
		expect(tasks.map(isRunning)).toEqual([true, true, false, true, false]);
	});

	it("aborts unwanted tasks, and keeps the others", async () => {
		const [kept, dropped] = [quick(), quick()];
		const scheduler = new Scheduler({ slots: 2, weight: 10 });
		scheduler.schedule([kept, dropped]);
		await settle();
		scheduler.schedule([kept]);
		await settle();
		expect([isRunning(kept), isRunning(dropped), dropped.runs]).toEqual([true, false, 1]);
		scheduler.schedule([kept, dropped]);
		await settle();
		expect([kept.runs, dropped.runs]).toEqual([1, 2]);
	});

	it("reruns a task that is wanted again while it is being aborted", async () => {
		const task = quick();
		const scheduler = new Scheduler({ slots: 2, weight: 10 });
		scheduler.schedule([task]);
		await settle();
		scheduler.schedule([]);
		scheduler.schedule([task]);
		await settle();
		expect([isRunning(task), task.runs]).toEqual([true, 2]);
	});

	it("gives the memory back that an aborted task was waiting for", async () => {
		const [large, waiting, small] = [quick(8), quick(8), quick(2)];
		const scheduler = new Scheduler({ slots: 3, weight: 10 });
		scheduler.schedule([large, waiting, small]);
		await settle();
		expect([large, waiting, small].map(isRunning)).toEqual([true, false, false]);
		scheduler.schedule([large, small]);
		await settle();
		expect([large, waiting, small].map(isRunning)).toEqual([true, false, true]);
	});

	it("goes on after a task whose weight can't be told", async () => {
		const [lost, next] = [quick(), quick(3)];
		lost.weigh = () => Promise.reject(new Error("gone"));
		new Scheduler({ slots: 1, weight: 10 }).schedule([lost, next]);
		await settle();
		expect(isRunning(lost)).toBe(true);
		await end(lost);
		expect(isRunning(next)).toBe(true);
	});
});
