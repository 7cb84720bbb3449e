import { expect, it } from "vitest";
import { byWeek } from "./trend.tsx";

it("sums a year by weeks, with the remaining day in the first", () => {
	const days = Array.from({ length: 365 }, (_, at) => ({
		day: `day ${at}`,
		views: at,
		begun: 2,
		paid: 1,
		earnedCents: 100,
		netCents: 90,
	}));
	const weeks = byWeek(days);
	expect(weeks).toHaveLength(52);
	expect(weeks[0]).toEqual({
		day: "day 0",
		views: 28,
		begun: 16,
		paid: 8,
		earnedCents: 800,
		netCents: 720,
	});
	expect(weeks[1]).toMatchObject({ day: "day 8", paid: 7 });
	expect(weeks.at(-1)).toMatchObject({ day: "day 358", paid: 7 });
	expect(weeks.reduce((sum, { views }) => sum + views, 0)).toBe((364 * 365) / 2);
});
