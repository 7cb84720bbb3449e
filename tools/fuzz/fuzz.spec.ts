import { expect, test } from "vitest";
import { fuzz } from "./run.ts";
import { SEEDS } from "./seeds.ts";

// G44
test("parsers of untrusted input survive 400 inputs without hanging, growing or foreign errors", async () => {
	const outcomes = await fuzz(Object.keys(SEEDS), 1, 400);
	const failures = Object.entries(outcomes).flatMap(([target, outcome]) =>
		outcome.failures.map((one) => ({ target, ...one })),
	);
	expect(failures).toEqual([]);
	// Each was reached.
	for (const { slowest } of Object.values(outcomes)) expect(slowest).toBeGreaterThan(0);
});

test("the monitor detects a parser that hangs, takes memory, or throws anything", async () => {
	const outcomes = await fuzz(["hangs-for-ever", "takes-memory", "throws-anything"], 1, 1);
	expect(Object.values(outcomes).map(({ failures }) => failures.map((one) => one.failure))).toEqual(
		[
			["it hangs"],
			// A slow machine may take too long for it as well.
			expect.arrayContaining([expect.stringContaining("memory grew by")]),
			expect.arrayContaining([expect.stringContaining("RangeError")]),
		],
	);
});
