import { AsyncLocalStorage } from "node:async_hooks";
import { type Fault, findFault } from "./faults.ts";

/** ms after the first attempt; no attempt begins later */
const DEADLINE_MS = 2_000;
const MAX_ATTEMPTS = 7;
/** ms, doubled for each further attempt */
const FIRST_WAIT_MS = 50;
const MAX_WAIT_MS = 800;

type Pace = {
	/** ms */
	readonly now: () => number;
	/** 0 ≤ x < 1 */
	readonly random: () => number;
	readonly wait: (ms: number) => Promise<unknown>;
};
const systemPace: Pace = {
	now: Date.now,
	random: Math.random,
	wait: (ms) => scheduler.wait(ms),
};

type Options = {
	/** repeating the call changes nothing more */
	readonly canRepeat: boolean;
	readonly onFault?: (fault: Fault, isRepeated: boolean) => void;
	readonly pace?: Pace;
};

/** Repeats a call to the platform on transient failures, with full jitter. */
export async function retrying<T>(
	call: () => Promise<T>,
	{ canRepeat, onFault, pace = systemPace }: Options,
): Promise<T> {
	const until = pace.now() + DEADLINE_MS;
	for (let attempt = 1; ; attempt++) {
		try {
			return await call();
		} catch (error) {
			const found = findFault(error);
			if (!found) throw error;
			const wait = pace.random() * Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1));
			const isRepeated =
				canRepeat &&
				found.fault === "transient" &&
				attempt < MAX_ATTEMPTS &&
				pace.now() + wait < until;
			onFault?.(found.fault, isRepeated);
			if (!isRepeated) throw error;
			await pace.wait(wait);
		}
	}
}

const INSISTING_ATTEMPTS = 6;
const INSISTING_WAIT_MS = 500;

/**
 * For background work that must not be lost and is idempotent by key: repeats it after overloads too, at growing
 * intervals.
 */
export async function insisting<T>(call: () => PromiseLike<T>, pace = systemPace): Promise<T> {
	for (let attempt = 1; ; attempt++) {
		try {
			return await repeatable(call);
		} catch (error) {
			if (!findFault(error) || attempt >= INSISTING_ATTEMPTS) throw error;
			await pace.wait(pace.random() * INSISTING_WAIT_MS * 2 ** (attempt - 1));
		}
	}
}

const declared = new AsyncLocalStorage<true>();

/**
 * Declares that the calls may be repeated, because they are idempotent by key. Only their returned rows may differ.
 */
export function repeatable<T>(calls: () => PromiseLike<T>): Promise<T> {
	return declared.run(true, async () => await calls());
}

export const isDeclaredRepeatable = (): boolean => declared.getStore() === true;
