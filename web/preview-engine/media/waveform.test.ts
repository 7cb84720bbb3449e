import { expect, it } from "vitest";
import { digitsOf } from "./waveform.ts";

it("writes the peaks by the loudest of them, one digit each", () => {
	expect(digitsOf(Float32Array.of(0, 0.25, 0.5))).toBe("0iz");
	expect(digitsOf(Float32Array.of(0, 0))).toBe("00");
	expect(digitsOf(Float32Array.of(Number.NaN, 1))).toMatch(/^[0-9a-z]{2}$/);
});
