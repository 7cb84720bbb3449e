import * as z from "zod";

/** After the free attempts, waits double up to a maximum; there is no lock-out. */
export type AttemptPolicy = {
	readonly free: number;
	readonly firstWaitMs: number;
	readonly maxWaitMs: number;
	/** without an attempt, counting starts again; more than the longest wait */
	readonly resetAfterMs: number;
};

const FORM = /^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*$/;

/** `free attempts, first wait, longest wait, memory`, with times in seconds. */
export function attemptPolicy(production: string) {
	return z
		.string()
		.regex(FORM, "Must be four whole numbers, such as 5,60,3600,7200")
		.default(production)
		.transform((text): AttemptPolicy => {
			const [free = 0, firstWait = 0, maxWait = 0, memory = 0] = text.split(",").map(Number);
			return {
				free,
				firstWaitMs: firstWait * 1000,
				maxWaitMs: maxWait * 1000,
				resetAfterMs: memory * 1000,
			};
		})
		.refine(({ maxWaitMs, resetAfterMs }) => resetAfterMs >= maxWaitMs, {
			message: "The memory (last number) must be at least the longest wait",
		});
}
