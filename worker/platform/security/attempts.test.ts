import { expect, test } from "vitest";
import { prune } from "../../test/fixtures/personal-data.ts";
import { testCtx } from "../../test/fixtures/test-app.ts";
import { ApiError } from "../errors.ts";
import { attempts } from "../tables.ts";
import { type AttemptLimit, consumeAttempt, refundAttempt, resetAttempts } from "./attempts.ts";

const HOUR = 60 * 60 * 1000;

function clock() {
	const fixture = { now: 1_000_000 };
	const ctx = testCtx({ now: () => fixture.now });
	const limit: AttemptLimit = {
		name: "test",
		of: ctx.id(),
		free: 3,
		firstWaitMs: 1000,
		maxWaitMs: 8000,
		resetAfterMs: HOUR,
	};
	return { fixture, ctx, limit };
}

async function waitOf(attempt: Promise<void>): Promise<number> {
	const error = await attempt.then(
		() => null,
		(thrown: unknown) => thrown,
	);
	if (!(error instanceof ApiError)) return 0;
	expect(error.code).toBe("rate.limited");
	return Number(error.headers["Retry-After"]);
}

test("allows free attempts first, then imposes waits that double up to their maximum, without end", async () => {
	const { fixture, ctx, limit } = clock();
	for (let free = 0; free < 3; free++) await consumeAttempt(ctx, [limit]);
	const waits: number[] = [];
	for (let at = 0; at < 6; at++) {
		await consumeAttempt(ctx, [limit]);
		const wait = await waitOf(consumeAttempt(ctx, [limit]));
		waits.push(wait);
		fixture.now += wait * 1000;
	}
	expect(waits).toEqual([1, 2, 4, 8, 8, 8]);
});

test("allows concurrent attempts no more than successive ones", async () => {
	const { ctx, limit } = clock();
	const results = await Promise.all(
		Array.from({ length: 40 }, () => waitOf(consumeAttempt(ctx, [limit]))),
	);
	// three free ones, and the one that begins the first wait
	expect(results.filter((wait) => wait === 0)).toHaveLength(4);
});

test("keeps the wait despite refused attempts", async () => {
	const { fixture, ctx, limit } = clock();
	for (let at = 0; at < 4; at++) await consumeAttempt(ctx, [limit]);
	for (let at = 0; at < 10; at++) expect(await waitOf(consumeAttempt(ctx, [limit]))).toBe(1);
	fixture.now += 1000;
	expect(await waitOf(consumeAttempt(ctx, [limit]))).toBe(0);
});

test("refuses when one of several limits has to wait, and keeps limits independent of each other", async () => {
	const { ctx, limit } = clock();
	for (let at = 0; at < 4; at++) await consumeAttempt(ctx, [limit]);
	const other = { ...limit, of: ctx.id() };
	expect(await waitOf(consumeAttempt(ctx, [other, limit]))).toBe(1);
	expect(await waitOf(consumeAttempt(ctx, [other]))).toBe(0);
	expect(await waitOf(consumeAttempt(ctx, [{ ...limit, name: "another" }]))).toBe(0);
});

test("counts an attempt against every limit, also when it begins the wait of one of them", async () => {
	const { ctx, limit } = clock();
	const strict = { ...limit, of: ctx.id(), free: 0 };
	await consumeAttempt(ctx, [strict, limit]);
	expect(await waitOf(consumeAttempt(ctx, [strict, limit]))).toBe(1);
	for (let at = 0; at < 3; at++) await consumeAttempt(ctx, [limit]);
	expect(await waitOf(consumeAttempt(ctx, [limit]))).toBe(1);
});

test("allows attempts again after success, after time, and after a refund", async () => {
	const { fixture, ctx, limit } = clock();
	for (let at = 0; at < 4; at++) await consumeAttempt(ctx, [limit]);
	await resetAttempts(ctx, [limit]);
	for (let at = 0; at < 4; at++) await consumeAttempt(ctx, [limit]);
	fixture.now += HOUR + 1;
	for (let at = 0; at < 3; at++) await consumeAttempt(ctx, [limit]);
	for (let at = 0; at < 5; at++) {
		await consumeAttempt(ctx, [limit]);
		await refundAttempt(ctx, [limit]);
	}
	await consumeAttempt(ctx, [limit]);
	expect(await waitOf(consumeAttempt(ctx, [limit]))).toBe(1);
});

test("stores keys that reveal no accounts or addresses, and deletes old ones", async () => {
	const { fixture, ctx, limit } = clock();
	await consumeAttempt(ctx, [{ ...limit, of: "someone@example.test" }]);
	const keys = (await ctx.db.select().from(attempts)).map((row) => row.key);
	expect(keys.join()).not.toContain("someone");
	fixture.now += 60 * HOUR;
	await prune(ctx, attempts);
	expect((await ctx.db.select().from(attempts)).filter((row) => keys.includes(row.key))).toEqual(
		[],
	);
});
