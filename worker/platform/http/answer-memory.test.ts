import { beforeEach, describe, expect, it } from "vitest";
import { AnswerMemory } from "./answer-memory.ts";

const KEPT = "public, max-age=30, stale-while-revalidate=20";

let memory: AnswerMemory;
let at = 0;
let made = 0;

beforeEach(() => {
	memory = new AnswerMemory();
	at = 0;
	made = 0;
});

/** Requests a key; the response says how many were made before it. */
async function ask(key = "/a", { policy = KEPT, size = 0 } = {}) {
	const response = await memory.answer(
		key,
		() => at,
		async () =>
			new Response(`${made++}${" ".repeat(size)}`, {
				status: 203,
				headers: { "Cache-Control": policy, "X-Name": key },
			}),
	);
	expect([response.status, response.headers.get("X-Name")]).toEqual([203, key]);
	return Number(await response.text());
}

describe("AnswerMemory", () => {
	it("gives an answer by its key as long as it is fresh", async () => {
		expect([await ask(), await ask("/b"), await ask()]).toEqual([0, 1, 0]);
		at = 29_999;
		expect([await ask(), await ask("/b")]).toEqual([0, 1]);
	});

	it("gives it to others while one request makes it again, and to nobody after its end", async () => {
		await ask();
		at = 30_000;
		let finish = () => {};
		const waiting = new Promise<void>((resolve) => {
			finish = resolve;
		});
		const renewal = memory.answer(
			"/a",
			() => at,
			async () => {
				await waiting;
				return new Response("renewed", { headers: { "Cache-Control": KEPT } });
			},
		);
		expect([await ask(), await ask()]).toEqual([0, 0]);
		// Simulates an aborted first request.
		at = 35_000;
		expect([await ask(), await ask()]).toEqual([1, 1]);
		finish();
		expect(await (await renewal).text()).toBe("renewed");
		at = 90_000;
		expect(await ask()).toBe(2);
	});

	it.each(["no-store", "private, max-age=30", "public, max-age=0", "public"])(
		"keeps nothing with %s, and forgets what it had",
		async (policy) => {
			await ask();
			at = 30_000;
			expect([await ask("/a", { policy }), await ask("/a", { policy })]).toEqual([1, 2]);
			expect(await ask()).toBe(3);
		},
	);

	it("forgets everything, including a response made from earlier reads", async () => {
		await ask("/b");
		let finish = () => {};
		const waiting = new Promise<void>((resolve) => {
			finish = resolve;
		});
		const late = memory.answer(
			"/a",
			() => at,
			async () => {
				await waiting;
				return new Response("late", { headers: { "Cache-Control": KEPT } });
			},
		);
		memory.forget();
		finish();
		expect(await (await late).text()).toBe("late");
		expect([await ask("/a"), await ask("/b")]).toEqual([1, 2]);
	});

	it("remembers 200 answers of 16 MiB in all, the latest", async () => {
		for (let n = 0; n < 201; n++) await ask(`/${n}`);
		expect([await ask("/200"), await ask("/1"), await ask("/0")]).toEqual([200, 1, 201]);
		const size = 7 * 1024 * 1024;
		for (const key of ["/x", "/y", "/z"]) await ask(key, { size });
		expect([await ask("/z"), await ask("/y"), await ask("/x")]).toEqual([204, 203, 205]);
		await ask("/huge", { size: 17 * 1024 * 1024 });
		expect(await ask("/huge")).toBe(207);
	});
});
