import { expect, test } from "vitest";
import { testCtx } from "../../test/world.ts";
import { ApiError } from "../errors.ts";
import { attempts } from "../tables.ts";
import {
	type AttemptLimit,
	countAttempt,
	forgetAttempts,
	networkOf,
	sweepAttempts,
	takeBackAttempt,
} from "./attempts.ts";

const HOUR = 60 * 60 * 1000;

function clock() {
	const world = { now: 1_000_000 };
	const ctx = testCtx({ now: () => world.now });
	const limit: AttemptLimit = {
		name: "test",
		of: ctx.id(),
		free: 3,
		firstWaitMs: 1000,
		maxWaitMs: 8000,
		forgetMs: HOUR,
	};
	return { world, ctx, limit };
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

test("free attempts first, then waits that double up to their bound, and never an end", async () => {
	const { world, ctx, limit } = clock();
	for (let free = 0; free < 3; free++) await countAttempt(ctx, [limit]);
	const waits: number[] = [];
	for (let at = 0; at < 6; at++) {
		await countAttempt(ctx, [limit]);
		const wait = await waitOf(countAttempt(ctx, [limit]));
		waits.push(wait);
		world.now += wait * 1000;
	}
	expect(waits).toEqual([1, 2, 4, 8, 8, 8]);
});

test("attempts made at once get no more than attempts made one after the other", async () => {
	const { ctx, limit } = clock();
	const results = await Promise.all(
		Array.from({ length: 40 }, () => waitOf(countAttempt(ctx, [limit]))),
	);
	// three free ones, and the one that begins the first wait
	expect(results.filter((wait) => wait === 0)).toHaveLength(4);
});

test("refused attempts don't make the wait longer", async () => {
	const { world, ctx, limit } = clock();
	for (let at = 0; at < 4; at++) await countAttempt(ctx, [limit]);
	for (let at = 0; at < 10; at++) expect(await waitOf(countAttempt(ctx, [limit]))).toBe(1);
	world.now += 1000;
	expect(await waitOf(countAttempt(ctx, [limit]))).toBe(0);
});

test("one limit that has to wait refuses for all, and others are told apart", async () => {
	const { ctx, limit } = clock();
	for (let at = 0; at < 4; at++) await countAttempt(ctx, [limit]);
	const other = { ...limit, of: ctx.id() };
	expect(await waitOf(countAttempt(ctx, [other, limit]))).toBe(1);
	expect(await waitOf(countAttempt(ctx, [other]))).toBe(0);
	expect(await waitOf(countAttempt(ctx, [{ ...limit, name: "another" }]))).toBe(0);
});

test("success, time and taking back open the way again", async () => {
	const { world, ctx, limit } = clock();
	for (let at = 0; at < 4; at++) await countAttempt(ctx, [limit]);
	await forgetAttempts(ctx, [limit]);
	for (let at = 0; at < 4; at++) await countAttempt(ctx, [limit]);
	world.now += HOUR + 1;
	for (let at = 0; at < 3; at++) await countAttempt(ctx, [limit]);
	for (let at = 0; at < 5; at++) {
		await countAttempt(ctx, [limit]);
		await takeBackAttempt(ctx, [limit]);
	}
	await countAttempt(ctx, [limit]);
	expect(await waitOf(countAttempt(ctx, [limit]))).toBe(1);
});

test("stored keys tell nothing of accounts or addresses, and old ones are swept", async () => {
	const { world, ctx, limit } = clock();
	await countAttempt(ctx, [{ ...limit, of: "someone@example.test" }]);
	const keys = (await ctx.db.select().from(attempts)).map((row) => row.key);
	expect(keys.join()).not.toContain("someone");
	world.now += 60 * HOUR;
	await sweepAttempts(ctx);
	expect((await ctx.db.select().from(attempts)).filter((row) => keys.includes(row.key))).toEqual(
		[],
	);
});

test("IPv6 addresses of one network are one", () => {
	expect(networkOf("203.0.113.9")).toBe("203.0.113.9");
	expect(networkOf("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1:2");
	expect(networkOf("2001:db8:1:2::9")).toBe("2001:db8:1:2");
	expect(networkOf("2001:db8::9")).toBe("2001:db8:0:0");
	expect(networkOf("::1")).toBe("0:0:0:0");
	expect(networkOf("local")).toBe("local");
});
