import { AsyncLocalStorage } from "node:async_hooks";
import { type Fault, findFault } from "./faults.ts";

/** No attempt begins later than this after the first. ms */
const DEADLINE_MS = 2_000;
const MAX_ATTEMPTS = 7;
/** The longest wait before the second attempt, doubled for each further one. ms */
const FIRST_WAIT_MS = 50;
const MAX_WAIT_MS = 800;

/** Time and randomness, so that tests can set both. */
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
	/** repeating the call has no effect beyond that of the first */
	readonly canRepeat: boolean;
	readonly onFault?: (fault: Fault, isRepeated: boolean) => void;
	readonly pace?: Pace;
};

/**
 * Makes a call to the platform, and repeats it while it fails for a transient reason: with full jitter, and within
 * two seconds of the first attempt. Unrepeatable calls fail with the platform's own error.
 */
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
 * Makes a call that is idempotent by key and must not be lost, such as the record of an irreversible act: repeats it
 * after overloads too, at growing intervals. For work in the background.
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
 * Makes calls to the platform that write and may each be repeated, because they are idempotent by key: after a lost
 * answer the repetition finds its own effect and changes nothing. Only the returned rows may differ then.
 */
export function repeatable<T>(calls: () => PromiseLike<T>): Promise<T> {
	return declared.run(true, async () => await calls());
}

/** Whether the current calls are declared repeatable. */
export const isDeclaredRepeatable = (): boolean => declared.getStore() === true;
