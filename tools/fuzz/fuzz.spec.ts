import { describe, expect, it } from "vitest";
import { fuzzTarget } from "./run.ts";
import { SEEDS } from "./seeds.ts";

/** A process is started for each; a busy machine takes its time. */
const TIMEOUT_MS = 120_000;
const SEED = 1;

describe("parsers of untrusted input", () => {
	// G44
	it.each(Object.keys(SEEDS))(
		"survives 400 inputs without hanging, growing or foreign errors: %s",
		async (target) => {
			expect((await fuzzTarget(target, SEED, 400)).failures).toEqual([]);
		},
		TIMEOUT_MS,
	);
});

describe("the monitor of a parser's process", () => {
	it.each([
		["hangs-for-ever", "it hangs"],
		["takes-memory", "memory grew by"],
		["throws-anything", "RangeError"],
	])(
		"detects a parser that %s",
		async (target, failure) => {
			const { failures } = await fuzzTarget(target, SEED, 2);
			// A slow machine may take too long for it as well.
			expect(failures.map((one) => one.failure)).toContainEqual(expect.stringContaining(failure));
		},
		TIMEOUT_MS,
	);
});
