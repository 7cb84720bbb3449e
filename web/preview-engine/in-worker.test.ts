import { expect, it } from "vitest";
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
