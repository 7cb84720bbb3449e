import { describe, expect, it } from "vitest";
import { asSettled } from "../../contract/money.ts";
import { ledger } from "../../payments/tables.ts";
import { makeOperator } from "../../test/fixtures/operators.ts";
import { makeSale } from "../../test/fixtures/sales.ts";
import { testCtx } from "../../test/fixtures/test-app.ts";

describe("amounts in several currencies", () => {
	it("shows each amount in its currency, and never adds them", async () => {
		const operator = await makeOperator();
		const sales = [
			["jpy", 120_000, "¥1,200", "Japanese yen", "1200.00"],
			["eur", 750, "€7.50", "euros", "7.50"],
			["usd", 999, "$9.99", "US dollars", "9.99"],
			["jpy", 100_000, "¥1,000", "Japanese yen", "1000.00"],
		] as const;
		for (const [n, [currency, priceCents, shown, name, left]] of sales.entries()) {
			const { creator, share, purchase } = await makeSale({
				creator: { currency },
				share: { currency, priceCents },
				purchase: {
					settledCurrency: "chf",
					settledCents: asSettled(777),
					autoRefundReason: currency === "eur" ? "sold_out" : null,
				},
			});
			for (const [kind, amountCents] of [
				["gross", priceCents],
				["refund", -priceCents],
			] as const)
				await testCtx()
					.db.insert(ledger)
					.values({
						creatorId: creator.user.id,
						purchaseId: purchase.id,
						account: "platform",
						id: testCtx().id(),
						causeKey: `${kind}:${n}`,
						kind,
						amountCents,
						at: testCtx().now(),
					});
			const textAt = async (path: string) => (await operator.page(path)).text();
			const sold = await textAt(`/operator/purchases/${purchase.id}`);
			expect(sold).toContain(`${shown} by card`);
			expect(sold).toContain(`−${shown}`);
			expect(sold).toMatch(/CHF\s7\.77/);
			expect(sold).toContain(`Amount in ${name}`);
			expect(sold).toContain(`value="${left}"`);
			expect(await textAt(`/operator/shares/${share.id}`)).toContain(shown);
			const seller = await textAt(`/operator/creators/${creator.user.id}`);
			expect(seller).toContain(`<td>${currency.toUpperCase()}</td>`);
			expect(seller.split(shown)).toHaveLength(3);
		}
		const overview = await (await operator.page("/operator")).text();
		expect(overview.split("$9.99 + ¥2,200 + €7.50")).toHaveLength(5);
		expect(overview).toContain("4 sales; 7 days: 4, ");
		expect(overview).toMatch(/Fees on surplus payments, 7 days<\/span><b>€0\.52<\/b>/);
	});
});
