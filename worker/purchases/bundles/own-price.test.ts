import { expect, it } from "vitest";
import { ownTerms, type PartState } from "./own-price.ts";

const part = (fields: Partial<PartState>): PartState => ({
	id: "part",
	cents: 0,
	offered: true,
	held: false,
	free: false,
	changedAt: null,
	...fields,
});
const bundle: Parameters<typeof ownTerms>[0] = {
	ownedParts: "less" as const,
	pricing: "fixed" as const,
	currency: "usd",
	priceCents: 1200,
	suggestedCents: null,
	changedAt: null,
};
const priceOf = (...parts: Partial<PartState>[]) => ownTerms(bundle, parts.map(part)).priceCents;

it("a part that is free for everyone reduces nobody's price", () => {
	expect(priceOf({}, {}, { free: true })).toBe(1200);
	expect(priceOf({ held: true }, {}, { free: true })).toBe(600);
	expect(priceOf({ cents: 900 }, { cents: 300 }, { free: true })).toBe(1200);
	expect(priceOf({ cents: 900, held: true }, { cents: 300 }, { free: true })).toBe(300);
	expect(priceOf({ held: true }, { held: true, free: true }, {})).toBe(400);
});
