import { describe, expect, it } from "vitest";
import { insisting, isDeclaredRepeatable, repeatable, retrying } from "./retrying.ts";

const LOST = () => new Error("D1_ERROR: Network connection lost.");
const OVERLOADED = () => new Error("D1_ERROR: D1 DB is overloaded. Too many requests queued.");

/** Makes a call that first fails with these errors, at a pace whose time passes only by waiting. */
async function run(
	failures: Error[],
	{ canRepeat = true, random = (): number => 0.5, callMs = 0 } = {},
): Promise<{ calls: number; waits: number[]; faults: string[]; failed: Error | null }> {
	let at = 0;
	let calls = 0;
	const waits: number[] = [];
	const faults: string[] = [];
	const left = [...failures];
	const call = async () => {
		calls++;
		at += callMs;
		const error = left.shift();
		if (error) throw error;
	};
	const pace = {
		now: () => at,
		random,
		wait: async (ms: number) => {
			waits.push(ms);
			at += ms;
		},
	};
	const onFault = (fault: string, isRepeated: boolean) =>
		faults.push(`${fault} ${isRepeated ? "repeated" : "failed"}`);
	const failed = await retrying(call, { canRepeat, onFault, pace }).then(
		() => null,
		(error: Error) => error,
	);
	return { calls, waits, faults, failed };
}

describe("retrying", () => {
	it("repeats after a random part of a wait that doubles", async () => {
		const { failed, waits, faults } = await run([LOST(), LOST(), LOST()]);
		expect(failed).toBeNull();
		expect(waits).toEqual([25, 50, 100]);
		expect(faults).toEqual(Array(3).fill("transient repeated"));
		expect((await run([LOST()], { random: () => 0 })).waits).toEqual([0]);
	});

	it("fails with the platform's own error when it goes on", async () => {
		const errors = Array.from({ length: 50 }, LOST);
		const { failed, calls, faults } = await run(errors);
		expect(calls).toBe(7);
		expect(failed).toBe(errors[6]);
		expect(faults.at(-1)).toBe("transient failed");
	});

	it("begins no attempt later than two seconds after the first", async () => {
		const { calls } = await run(Array.from({ length: 50 }, LOST), { callMs: 900 });
		expect(calls).toBe(3);
	});

	it("never repeats an overload, another error, or what can't be repeated", async () => {
		expect(await run([OVERLOADED()])).toMatchObject({ calls: 1, faults: ["overloaded failed"] });
		expect(await run([LOST()], { canRepeat: false })).toMatchObject({
			calls: 1,
			faults: ["transient failed"],
		});
		expect(await run([new Error("no such table")])).toMatchObject({ calls: 1, faults: [] });
	});

	it("stops when a fault turns into an overload", async () => {
		expect((await run([LOST(), OVERLOADED()])).calls).toBe(2);
	});
});

it("only calls inside of a declaration are declared repeatable", async () => {
	const inside = await repeatable(async () => {
		await Promise.resolve();
		return isDeclaredRepeatable();
	});
	expect([inside, isDeclaredRepeatable()]).toEqual([true, false]);
});

describe("insisting", () => {
	const pace = (waits: number[]) => ({
		now: () => 0,
		random: () => 1,
		wait: async (ms: number) => waits.push(ms),
	});

	it("outlasts overloads, at growing intervals", async () => {
		const waits: number[] = [];
		const left = [OVERLOADED(), LOST(), OVERLOADED()];
		const call = async () => {
			const error = left.shift();
			if (error) throw error;
			return isDeclaredRepeatable();
		};
		expect(await insisting(call, pace(waits))).toBe(true);
		expect(waits).toEqual([500, 1000, 2000]);
	});

	it("gives up in the end, and immediately for any other error", async () => {
		const waits: number[] = [];
		const failing = (error: Error) => () => Promise.reject<void>(error);
		await expect(insisting(failing(OVERLOADED()), pace(waits))).rejects.toThrow("overloaded");
		expect(waits).toHaveLength(5);
		await expect(insisting(failing(new Error("no such table")), pace([]))).rejects.toThrow("table");
		expect(waits).toHaveLength(5);
	});
});
