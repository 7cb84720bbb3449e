import { describe, expect, it } from "vitest";
import { PLANS } from "../../../worker/contract/plans.ts";
import { saleBreakdown } from "./sale-breakdown.ts";

describe("saleBreakdown", () => {
	it("subtracts platform and processing fee from a card sale", () => {
		expect(saleBreakdown(PLANS.free, 2000, "card")).toEqual({
			priceCents: 2000,
			platformFeeCents: 100,
			processingFeeCents: 88,
			netCents: 1812,
		});
		expect(saleBreakdown(PLANS.pro, 2000, "card").netCents).toBe(1892);
	});

	it("subtracts nothing from a direct sale, on any plan", () => {
		expect(saleBreakdown(PLANS.free, 999, "direct").netCents).toBe(999);
		expect(saleBreakdown(PLANS.pro, 999, "direct").netCents).toBe(999);
	});

	it("subtracts no processing fee when the operator bears it", () => {
		const sum = saleBreakdown(PLANS.free, 2000, "card", "operator");
		expect(sum.processingFeeCents).toBe(0);
		expect(sum.netCents).toBe(1900);
	});

	it("breaks a sale down to parts that add up to the price", () => {
		for (let price = 50; price < 5000; price += 7) {
			const sum = saleBreakdown(PLANS.free, price, "card");
			expect(sum.netCents + sum.platformFeeCents + sum.processingFeeCents).toBe(price);
		}
	});
});
