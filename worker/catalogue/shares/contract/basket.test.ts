import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Basket, basketPrice, type Counts, type SinglesTerms, wholePrice } from "./basket.ts";

const PICTURES = 400;
const cents = fc.integer({ min: 50, max: 20_000 });
const termsOf: fc.Arbitrary<SinglesTerms> = fc.record({
	priceCents: cents,
	currency: fc.constant("usd"),
	singles: fc.record({
		fileCents: cents,
		packages: fc.array(fc.record({ files: fc.integer({ min: 2, max: 40 }), cents }), {
			maxLength: 3,
		}),
		included: fc.integer({ min: 0, max: 12 }),
		web: fc.option(fc.record({ edge: fc.constant(2048), fileCents: cents, wholeCents: cents })),
	}),
});
/** Files by number, each in an edition, in several orders of one buyer. */
const order = fc.array(
	fc.record({ file: fc.nat({ max: PICTURES - 1 }), edition: fc.constantFrom("web", "full") }),
	{ minLength: 1, maxLength: 60 },
);

type Bought = {
	full: Set<number>;
	web: Set<number>;
	all: boolean;
	paidCents: number;
	free: number;
};
const nothing = (): Bought => ({
	full: new Set(),
	web: new Set(),
	all: false,
	paidCents: 0,
	free: 0,
});
const joined = (one: Set<number>, other: Set<number>) => new Set([...one, ...other]);
const countsOf = ({ full, web }: Pick<Bought, "full" | "web">): Counts => ({
	full: full.size,
	web: [...web].filter((file) => !full.has(file)).length,
});

function basketOf(
	terms: SinglesTerms,
	bought: Bought,
	chosen: Pick<Bought, "full" | "web">,
): Basket {
	const lacking = {
		full: new Set([...chosen.full].filter((file) => !bought.full.has(file))),
		web: new Set([...chosen.web].filter((file) => !bought.full.has(file) && !bought.web.has(file))),
	};
	return {
		chosen: countsOf(lacking),
		together: countsOf({
			full: joined(bought.full, chosen.full),
			web: joined(bought.web, chosen.web),
		}),
		paidCents: bought.paidCents,
		free: { had: bought.free, left: terms.singles.included - bought.free },
	};
}

const chosenOf = (terms: SinglesTerms, items: { file: number; edition: string }[]) => ({
	full: new Set(items.filter(({ edition }) => edition === "full").map(({ file }) => file)),
	web: new Set(
		terms.singles.web
			? items.filter(({ edition }) => edition === "web").map(({ file }) => file)
			: [],
	),
});

describe("the price of a selection", () => {
	it("never exceeds the whole share's, alone or in any sequence of orders", () => {
		fc.assert(
			fc.property(termsOf, fc.array(order, { minLength: 1, maxLength: 6 }), (terms, orders) => {
				const bought = nothing();
				for (const items of orders) {
					const chosen = chosenOf(terms, items);
					const price = basketPrice(terms, basketOf(terms, bought, chosen));
					expect(price.cents).toBeLessThanOrEqual(terms.priceCents);
					expect(price.cents).toBeLessThanOrEqual(wholePrice(terms, bought.paidCents));
					bought.full = joined(bought.full, chosen.full);
					bought.web = joined(bought.web, chosen.web);
					bought.paidCents += price.cents;
					bought.free += price.free;
					expect(bought.paidCents).toBeLessThanOrEqual(terms.priceCents);
				}
			}),
		);
	});

	it("doesn't rise when a file is taken out", () => {
		fc.assert(
			fc.property(termsOf, order, order, fc.nat(), (terms, before, items, at) => {
				const bought = nothing();
				const first = chosenOf(terms, before);
				const paid = basketPrice(terms, basketOf(terms, bought, first));
				Object.assign(bought, first, { paidCents: paid.cents, free: paid.free });
				const all = basketPrice(terms, basketOf(terms, bought, chosenOf(terms, items)));
				const fewer = items.toSpliced(at % items.length, 1);
				const less = basketPrice(terms, basketOf(terms, bought, chosenOf(terms, fewer)));
				expect(less.cents).toBeLessThanOrEqual(all.cents);
			}),
		);
	});

	const singles = {
		fileCents: 1500,
		packages: [{ files: 10, cents: 6000 }],
		included: 0,
		web: { edge: 2048, fileCents: 500, wholeCents: 4000 },
	};
	const terms: SinglesTerms = { priceCents: 20_000, currency: "usd", singles };
	const first = { full: 0, web: 0 };
	it.each([
		["one", { full: 1, web: 0 }, first, 0, 1500, false],
		["a package for four", { full: 4, web: 0 }, first, 0, 6000, false],
		["a package and one more", { full: 11, web: 0 }, first, 0, 7500, false],
		["two packages", { full: 20, web: 0 }, first, 0, 12_000, false],
		["the whole share", { full: 40, web: 0 }, first, 0, 20_000, true],
		["pictures for the web", { full: 0, web: 3 }, first, 0, 1500, false],
		["all pictures for the web", { full: 0, web: 400 }, first, 0, 4000, false],
		["the rest of a package paid for", { full: 6, web: 0 }, { full: 4, web: 0 }, 6000, 0, false],
		["a larger size of the same picture", { full: 1, web: 0 }, first, 500, 1000, false],
		["the rest of the whole share", { full: 60, web: 0 }, { full: 10, web: 0 }, 6000, 14_000, true],
	])("is for %s", (_name, chosen, had, paidCents, expected, isAll) => {
		const together = { full: chosen.full + had.full, web: chosen.web + had.web };
		const basket = { chosen, together, paidCents, free: { had: 0, left: 0 } };
		expect(basketPrice(terms, basket)).toEqual({ cents: expected, free: 0, isAll });
	});

	it.each([
		["originals", { full: 12, web: 0 }, 3000],
		["pictures for the web", { full: 0, web: 12 }, 1000],
		["both", { full: 6, web: 6 }, 1000],
	])("takes as many files as are still included, of %s", (_name, chosen, cents) => {
		const included = { ...terms, singles: { ...singles, included: 10 } };
		const basket = { chosen, together: chosen, paidCents: 0, free: { had: 0, left: 10 } };
		expect(basketPrice(included, basket)).toEqual({ cents, free: 10, isAll: false });
	});
});
