import { describe, expect, it } from "vitest";
import { fuzzTarget } from "./fuzz/run.ts";
import { SEEDS } from "./fuzz/seeds.ts";

/** A process is started for each; a busy machine takes its time. */
const TIMEOUT_MS = 120_000;
const SEED = 1;

describe("parsers of untrusted input", () => {
	it.each(Object.keys(SEEDS))(
		"neither hang nor grow nor throw foreign errors, for 1,000 inputs: %s",
		async (target) => {
			expect((await fuzzTarget(target, SEED, 1000)).failures).toEqual([]);
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
			expect(failures[0]?.failure).toContain(failure);
		},
		TIMEOUT_MS,
	);
});
