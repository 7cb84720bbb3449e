import { describe, expect, it } from "vitest";
import { backoffMs } from "./backoff.ts";

describe("backoffMs", () => {
	it("doubles, half of it random, up to half a minute", () => {
		expect(backoffMs(1, () => 0)).toBe(250);
		expect(backoffMs(1, () => 1)).toBe(500);
		expect(backoffMs(4, () => 0)).toBe(2000);
		expect(backoffMs(50, () => 1)).toBe(30_000);
	});

	it("waits at least as long as the server requested", () => {
		expect(backoffMs(1, () => 0, 7000)).toBe(7000);
		expect(backoffMs(1, () => 0.5, 7000)).toBe(7250);
		expect(backoffMs(9, () => 0, 10)).toBe(15_000);
	});
});
