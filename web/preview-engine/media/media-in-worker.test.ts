import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { mediaInWorker } from "./media-in-worker.ts";

type Act = (worker: FakeWorker) => void;

/** The workers' acts in order of creation, and how many were terminated. */
let acts: Act[];
let created: number;
let terminated: number;

class FakeWorker extends EventTarget {
	readonly #act = acts[created++] as Act; // each test names as many as it expects
	postMessage() {
		this.#act(this);
	}
	say(data: unknown) {
		this.dispatchEvent(new MessageEvent("message", { data }));
	}
	terminate() {
		terminated++;
	}
}

const stuck: Act = (worker) => worker.say({ running: true });
const silentFromTheStart: Act = () => {};
const clip = [{ kind: "clip" }];
const answers: Act = (worker) => worker.say({ response: clip });

const make = () =>
	mediaInWorker(
		new File(["x"], "tone.wav"),
		{ kinds: ["clip"], policy: "30" },
		new AbortController().signal,
	).then(
		(made) => made,
		(error: Error) => error.message,
	);

describe("mediaInWorker", () => {
	beforeEach(() => {
		vi.useFakeTimers();
		vi.stubGlobal("Worker", FakeWorker);
		created = 0;
		terminated = 0;
	});
	afterEach(() => {
		vi.useRealTimers();
		vi.unstubAllGlobals();
	});

	it("replaces a worker that falls silent", async () => {
		acts = [stuck, stuck, answers];
		const made = make();
		await vi.advanceTimersByTimeAsync(12_000);
		expect(await made).toEqual(clip);
		expect([created, terminated]).toEqual([3, 3]);
	});

	it("leaves a worker that reports alone, until the time limit", async () => {
		acts = [(worker) => void setInterval(() => worker.say({ running: true }), 500)];
		const made = make();
		await vi.advanceTimersByTimeAsync(44_000);
		expect(created).toBe(1);
		await vi.advanceTimersByTimeAsync(2_000);
		expect(await made).toContain("time limit");
		expect([created, terminated]).toEqual([1, 1]);
	});

	it("waits for a script that is still being loaded", async () => {
		acts = [silentFromTheStart];
		const made = make();
		await vi.advanceTimersByTimeAsync(44_000);
		expect(created).toBe(1);
		await vi.advanceTimersByTimeAsync(2_000);
		expect(await made).toContain("time limit");
	});

	it("gives up after the fourth, which may be silent for the whole time limit", async () => {
		acts = [stuck, stuck, stuck, stuck];
		const made = make();
		await vi.advanceTimersByTimeAsync(18_000 + 46_000);
		expect(await made).toContain("time limit");
		expect([created, terminated]).toEqual([4, 4]);
	});
});
