import { describe, expect, it } from "vitest";
import { SpeedMeter } from "./speed.ts";

describe("SpeedMeter", () => {
	it("returns null before there is enough data", () => {
		const meter = new SpeedMeter(0);
		meter.add(1000, 100);
		expect(meter.bytesPerSecond).toBeNull();
		expect(meter.secondsFor(1000)).toBeNull();
	});

	it("computes a steady speed immediately, and the time left", () => {
		const meter = new SpeedMeter(0);
		for (let now = 100; now <= 2000; now += 100) meter.add(100_000, now);
		expect(meter.bytesPerSecond).toBeCloseTo(1_000_000, -4);
		expect(meter.secondsFor(10_000_000)).toBe(10);
	});

	it("follows a change smoothly", () => {
		const meter = new SpeedMeter(0);
		let now = 0;
		const run = (seconds: number, bytesPerSecond: number) => {
			for (let i = 0; i < seconds * 2; i++) {
				now += 500;
				meter.add(bytesPerSecond / 2, now);
			}
		};
		run(20, 1_000_000);
		run(1, 0);
		expect(meter.bytesPerSecond).toBeGreaterThan(700_000);
		run(30, 100_000);
		expect(meter.bytesPerSecond).toBeLessThan(120_000);
	});

	it("leaves out pauses", () => {
		const meter = new SpeedMeter(0);
		for (let now = 500; now <= 5000; now += 500) meter.add(500_000, now);
		meter.rest(100_000);
		meter.add(500_000, 100_500);
		expect(meter.bytesPerSecond).toBeCloseTo(1_000_000, -3);
	});
});
