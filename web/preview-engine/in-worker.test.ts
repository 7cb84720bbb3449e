import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { isChunkFailure } from "../lib/page/chunk-recovery.ts";
import { inWorker } from "./in-worker.ts";

it.each([
	["was not loaded", new Event("error"), true],
	["failed", Object.assign(new Event("error"), { message: "RangeError: too large" }), false],
])("takes a worker whose script %s for what it is", async (_, event, isChunk) => {
	const worker = Object.assign(new EventTarget(), {
		postMessage: () => void worker.dispatchEvent(event),
		terminate: () => undefined,
	}) as unknown as Worker;
	const run = inWorker(() => worker, {}, new AbortController().signal, { total: 1000 });
	expect(isChunkFailure(await run.catch((error: unknown) => error))).toBe(isChunk);
});

describe("a pool", () => {
	beforeEach(() => void vi.useFakeTimers());
	afterEach(() => void vi.useRealTimers());

	const never = new AbortController().signal;
	let created = 0;
	let terminated = 0;
	const create = (answer: object) => () => {
		created++;
		const worker = Object.assign(new EventTarget(), {
			postMessage: () => void worker.dispatchEvent(new MessageEvent("message", { data: answer })),
			terminate: () => void terminated++,
		});
		return worker as unknown as Worker;
	};
	const run = (answer: object) =>
		inWorker(create(answer), {}, never, { total: 1000, pool: "pictures" }).catch(() => null);

	it("keeps a worker that has responded for the next request, for a while", async () => {
		[created, terminated] = [0, 0];
		await run({ response: 1 });
		await run({ response: 1 });
		expect([created, terminated]).toEqual([1, 0]);
		await vi.advanceTimersByTimeAsync(3_000);
		expect([created, terminated]).toEqual([1, 1]);
		await run({ error: "damaged" });
		await run({ response: 1 });
		expect([created, terminated]).toEqual([3, 2]);
	});
});
