import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
	CURRENCIES,
	CURRENCY_CODES,
	type Currency,
	currencyOfCountry,
	fromProvider,
	highestPrice,
	leastByCard,
	portionIn,
	roundedForProvider,
	roundedTo,
	toProvider,
} from "../../../contract/money.ts";
import { feeOf, usualProcessingFee } from "../../../contract/plans.ts";
import { returnedFee } from "../../../payments/sales/contract/refunds.ts";
import { amountField, moneyFault, priceFault, priceWith } from "./pricing.ts";
import { type Reduction, reducedCents } from "./reduction.ts";
import { waysToPay } from "./ways-to-pay.ts";

const cents = fc.integer({ min: 0, max: 99_999_999 });
const reduction: fc.Arbitrary<Reduction> = fc.record({
	percentBps: fc.option(fc.integer({ min: 1, max: 10_000 })),
	amountCents: fc.integer({ min: 1, max: 99_999_999 }),
	belowMinimum: fc.constantFrom("direct" as const, "free" as const),
});

describe("a reduced price", () => {
	it("rounds the reduction half up and never goes under 0", () => {
		const off = (percentBps: number, price: number) =>
			reducedCents(price, { percentBps, amountCents: null, belowMinimum: "direct" }, "usd");
		expect(off(2000, 2400)).toBe(1920);
		expect(off(5000, 101)).toBe(50);
		expect(off(10_000, 999)).toBe(0);
		const amount = (amountCents: number, price: number) =>
			reducedCents(price, { percentBps: null, amountCents, belowMinimum: "direct" }, "usd");
		expect(amount(500, 2400)).toBe(1900);
		expect(amount(5000, 2400)).toBe(0);
	});

	it("rounds a reduced price to the currency's unit, with its card minimum", () => {
		const third = { percentBps: 3333, amountCents: null, belowMinimum: "free" } as const;
		const terms = { pricing: "chosen", suggestedCents: null, currency: "jpy" } as const;
		expect(reducedCents(100_000, third, "jpy")).toBe(66_700);
		// 1,667.4999 off: rounded to hundredths first, it would be 1,668.
		expect(reducedCents(500_300, third, "jpy")).toBe(333_600);
		expect(priceWith({ ...terms, priceCents: 100_000 }, third).leastCents).toBe(66_700);
		expect(priceWith({ ...terms, priceCents: 10_000 }, third).leastCents).toBe(0);
		const taken = { card: true, cashApp: true, link: null };
		for (const [priceCents, card] of [
			[10_000, true],
			[9900, false],
		] as const)
			expect(waysToPay({ pricing: "fixed", priceCents, currency: "jpy" }, taken)).toEqual({
				card,
				direct: false,
			});
	});

	it("waives a reduced price below the card minimum only if the creator chose that", () => {
		const of = (belowMinimum: Reduction["belowMinimum"]) =>
			reducedCents(100, { percentBps: null, amountCents: 60, belowMinimum }, "usd");
		expect(of("direct")).toBe(40);
		expect(of("free")).toBe(0);
		const half = { percentBps: null, amountCents: 50, belowMinimum: "free" } as const;
		expect(reducedCents(100, half, "usd")).toBe(50);
	});

	it("keeps any reduced price a whole number of cents between 0 and the price", () => {
		fc.assert(
			fc.property(cents, reduction, (price, given) => {
				const left = reducedCents(price, given, "usd");
				expect(Number.isInteger(left)).toBe(true);
				expect(left).toBeGreaterThanOrEqual(0);
				expect(left).toBeLessThanOrEqual(price);
			}),
		);
	});
});

describe("a part of an amount, in any currency,", () => {
	const priced = fc
		.constantFrom(...CURRENCY_CODES)
		.chain((currency) =>
			fc
				.integer({ min: 1, max: highestPrice(currency) / CURRENCIES[currency].step })
				.map((units) => ({ currency, price: units * CURRENCIES[currency].step })),
		);

	/** Requires a result to be `numerator / denominator` rounded half up to the currency's unit. */
	function expectRounded(
		result: number,
		currency: Currency,
		numerator: bigint,
		denominator: bigint,
	) {
		const step = BigInt(CURRENCIES[currency].step);
		expect(BigInt(result) % step).toBe(0n);
		const above = 2n * (BigInt(result) * denominator - numerator);
		expect(above > -step * denominator && above <= step * denominator).toBe(true);
	}

	it("rounds fees, codes, bundles and refunds once, half up", () => {
		fc.assert(
			fc.property(
				priced,
				fc.integer({ min: 1, max: 10_000 }),
				fc.integer({ min: 1, max: 2_000_000_000 }),
				({ currency, price }, bps, whole) => {
					const exact = BigInt(price) * BigInt(bps);
					expectRounded(feeOf(price, bps, currency), currency, exact, 10_000n);
					const code = { percentBps: bps, amountCents: null, belowMinimum: "direct" } as const;
					const off = price - reducedCents(price, code, currency);
					expectRounded(off, currency, exact, 10_000n);
					const part = Math.min(bps, whole);
					const some = portionIn(currency, price, part, whole);
					expectRounded(some, currency, BigInt(price) * BigInt(part), BigInt(whole));
					const fixed = BigInt((leastByCard(currency) * 3) / 5);
					const usual = BigInt(price) * 290n + fixed * 10_000n;
					expectRounded(usualProcessingFee(price, currency), currency, usual, 10_000n);
					const feeCents = feeOf(price, bps, currency);
					const returned = returnedFee({ priceCents: price, feeCents, currency }, 0, part);
					expectRounded(returned, currency, BigInt(feeCents) * BigInt(part), BigInt(price));
				},
			),
			{ numRuns: 2000 },
		);
	});
});

describe("what a share costs", () => {
	it("proposes no less than the least, with any reduction", () => {
		fc.assert(
			fc.property(cents, cents, fc.option(reduction), (priceCents, extra, given) => {
				const suggestedCents = Math.min(99_999_999, priceCents + extra);
				const price = priceWith(
					{ pricing: "chosen", priceCents, suggestedCents, currency: "usd" },
					given,
				);
				expect(price.suggestedCents ?? 0).toBeGreaterThanOrEqual(price.leastCents);
			}),
		);
	});

	it("offers the price, or the minimum with a suggestion", () => {
		const terms = { priceCents: 1000, suggestedCents: 2000, currency: "usd" } as const;
		const quarter = { percentBps: 2500, amountCents: null, belowMinimum: "direct" } as const;
		expect(priceWith({ ...terms, pricing: "fixed" }, quarter)).toEqual({
			listCents: 1000,
			leastCents: 750,
			suggestedCents: null,
		});
		expect(priceWith({ ...terms, pricing: "chosen" }, quarter).suggestedCents).toBe(1500);
		const none = { ...terms, pricing: "chosen", suggestedCents: null } as const;
		expect(priceWith(none, quarter).suggestedCents).toBe(750);
	});

	it("reads a price from text and numbers, and refuses others with a sentence", () => {
		const read = (amount: unknown) => amountField.safeParse(amount);
		expect([read("1.5").data, read(7).data]).toEqual([150, 700]);
		for (const amount of ["a", null])
			expect(read(amount).error?.issues[0]?.message).toBe("Valid price is required");
		expect(read(undefined).error?.issues[0]?.message).not.toBe("Valid price is required");
	});

	it("refuses a price that its currency doesn't allow", () => {
		expect(moneyFault(100_000_000, "usd")).toBe("Valid price is required");
		expect(moneyFault(99_999_999, "usd")).toBeNull();
		expect(moneyFault(150, "jpy")).toContain("no decimals");
		expect(moneyFault(9_999_999_900, "jpy")).toBeNull();
	});

	it("refuses a price that its kind of pricing doesn't allow", () => {
		const fault = (
			pricing: "fixed" | "chosen" | "free",
			priceCents: number,
			suggestedCents: number | null = null,
		) => priceFault({ pricing, priceCents, suggestedCents })?.field ?? null;
		expect(fault("fixed", 0)).toBe("price");
		expect(fault("fixed", 1)).toBeNull();
		expect(fault("free", 100)).toBe("price");
		expect(fault("free", 0)).toBeNull();
		expect(fault("chosen", 0)).toBeNull();
		expect(fault("chosen", 500, 400)).toBe("suggestedPrice");
		expect(fault("chosen", 500, 500)).toBeNull();
		expect(fault("fixed", 500, 400)).toBeNull();
	});
});

it("gives each currency a highest price of at most eight digits at the provider", () => {
	expect(["usd", "huf", "jpy", "kwd"].map((code) => highestPrice(code as Currency))).toEqual([
		99_999_999, 99_999_900, 9_999_999_900, 9_999_999,
	]);
	const faults = CURRENCY_CODES.filter((code) => moneyFault(highestPrice(code), code) !== null);
	expect(faults).toEqual([]);
});

describe("the provider's amounts", () => {
	it.each([
		["usd", 500, 500],
		["jpy", 500, 50_000],
		["kwd", 5000, 500],
	])("converts the provider's amounts in %s: %i is %i cents", (currency, amount, inCents) => {
		expect(fromProvider(amount, currency)).toBe(inCents);
		expect(toProvider(inCents, currency)).toBe(amount);
	});

	it("rounds the provider's amounts half up to what the currency allows", () => {
		expect(fromProvider(1235, "kwd")).toBe(124);
		expect([roundedTo(149, "jpy"), roundedTo(150, "jpy"), roundedTo(2.5, "usd")]).toEqual([
			100, 200, 3,
		]);
		const rounded = (inCents: number, currency: string) => roundedForProvider(inCents, currency);
		expect([rounded(150.5, "usd"), rounded(149, "jpy"), rounded(150, "jpy")]).toEqual([
			151, 100, 200,
		]);
	});
});

it.each([
	["JP", "jpy"],
	["DE", "eur"],
	["LI", "chf"],
	["ZZ", "usd"],
])("creators in %s price in %s by default", (country, currency) => {
	expect(currencyOfCountry(country)).toBe(currency);
});
