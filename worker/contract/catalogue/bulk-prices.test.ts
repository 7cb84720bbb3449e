import { describe, expect, it } from "vitest";
import { changedCents, changePricesInput, priceRefusal } from "./bulk-prices.ts";

const percent = (bps: number) => ({ kind: "percent", bps }) as const;
const amount = (cents: number) => ({ kind: "amount", cents }) as const;

describe("changedCents", () => {
	it.each([
		[1000, 1000, 1100],
		[999, 1000, 1099],
		[995, 1000, 1095],
		[5, 1000, 6],
		[1000, -2500, 750],
		[333, -5000, 167],
		[1, -9999, 0],
		[4999, -9999, 0],
		[5000, -9999, 1],
		[99_999_999, 100_000, 1_099_999_989],
	])("changes %i by %i basis points to %i, rounded half up", (cents, bps, to) => {
		expect(changedCents(cents, percent(bps), "none", "usd")).toBe(to);
	});

	it.each([
		[1000, "00", 1100],
		[1035, "00", 1100],
		[1045, "00", 1100],
		[1051, "00", 1200],
		[50, "00", 200],
		[1000, "99", 1099],
		[950, "99", 1099],
		[940, "99", 999],
		[1000, "49", 1149],
		[900, "49", 1049],
		[1, "49", 149],
		[9, "00", 100],
		[1, "99", 99],
	] as const)(
		"takes %i and a dollar to the nearest price that ends on .%s: %i",
		(cents, rounding, to) => {
			expect(changedCents(cents, amount(100), rounding, "usd")).toBe(to);
		},
	);

	it.each([
		[120_000, percent(1050), "none", 132_600],
		[120_000, percent(50), "99", 120_600],
		[123_400, percent(55), "49", 124_100],
	] as const)("keeps prices in yen whole: %i", (cents, change, rounding, to) => {
		expect(changedCents(cents, change, rounding, "jpy")).toBe(to);
	});

	it("leaves a price that is set, and one that is too low, as it is", () => {
		expect(changedCents(1000, { kind: "to", cents: 1234 }, "99", "usd")).toBe(1234);
		expect(changedCents(500, amount(-500), "99", "usd")).toBe(0);
		expect(changedCents(500, amount(-900), "00", "usd")).toBe(-400);
		expect(changedCents(100, amount(-60), "00", "usd")).toBe(100);
		expect(changedCents(2, amount(-1), "99", "usd")).toBe(99);
	});
});

describe("priceRefusal", () => {
	const fixed = {
		pricing: "fixed",
		priceCents: 1000,
		suggestedCents: null,
		currency: "usd",
	} as const;
	const chosen = { ...fixed, pricing: "chosen", suggestedCents: 1500 } as const;
	it("says why a share can't get a price", () => {
		expect(priceRefusal(fixed, 1)).toBeNull();
		expect(priceRefusal(fixed, 0)).toBe("too_low");
		expect(priceRefusal(fixed, 99_999_999)).toBeNull();
		expect(priceRefusal(fixed, 100_000_000)).toBe("too_high");
		expect(priceRefusal(fixed, 1000)).toBe("unchanged");
		expect(priceRefusal({ ...fixed, pricing: "free", priceCents: 0 }, 500)).toBe("free");
		expect(priceRefusal(chosen, 1500)).toBeNull();
		expect(priceRefusal(chosen, 1501)).toBe("above_suggestion");
		expect(priceRefusal({ ...fixed, currency: "jpy" }, 99)).toBe("too_low");
		expect(priceRefusal({ ...fixed, currency: "jpy" }, 100_000_000)).toBeNull();
	});
});

describe("new prices of several shares", () => {
	const change = (share: number, to = "2.00") => ({ share: `share-no-${share}`, from: "1.00", to });
	const faultOf = (...changes: ReturnType<typeof change>[]) =>
		changePricesInput.safeParse({ changes }).error?.issues[0]?.message ?? null;
	const many = (count: number) => Array.from({ length: count }, (_, share) => change(share));

	it("are of 1 to 200 shares, each once, and above 0", () => {
		expect(faultOf()).toBe("Choose at least one share");
		expect(faultOf(change(1, "0.01"))).toBeNull();
		expect(faultOf(change(1, "0"))).toBe("Valid price is required");
		expect(faultOf(change(1), change(1))).toBe("Each share can be named once");
		expect(faultOf(...many(200))).toBeNull();
		expect(faultOf(...many(201))).toBe("At most 200 prices are changed at once");
	});
});
