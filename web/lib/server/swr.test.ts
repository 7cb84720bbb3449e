import { afterEach, expect, it, vi } from "vitest";
import { ApiFailure } from "./failure.ts";
import { polled } from "./swr.ts";

afterEach(() => vi.useRealTimers());

const failing = (status: number) => new ApiFailure(status, { message: "" });
type Retry = NonNullable<ReturnType<typeof polled>["onErrorRetry"]>;

/** Seconds until SWR retries a response after so many failures in a row. */
async function retriedAfter(status: number, retryCount: number): Promise<number | null> {
	vi.useFakeTimers();
	const asked = vi.fn();
	const retry = polled(30).onErrorRetry as Retry;
	retry(failing(status), "key", {} as Parameters<Retry>[2], asked, { retryCount, dedupe: true });
	for (let second = 1; second <= 60; second++) {
		await vi.advanceTimersByTimeAsync(1000);
		if (asked.mock.calls.length > 0) return second;
	}
	return null;
}

it.each([
	[503, 1, 2],
	[503, 2, 30],
	[503, 9, 30],
	[0, 3, 30],
	[401, 1, null],
	[404, 1, null],
])(
	"a polled response that fails with %i for the %i. time is asked for again after %s s",
	async (status, count, seconds) => {
		expect(await retriedAfter(status, count)).toBe(seconds);
	},
);
