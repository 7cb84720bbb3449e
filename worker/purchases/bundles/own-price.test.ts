import { expect, it } from "vitest";
import { hasAll, openedParts, ownTerms, type PartState, shownChange } from "./own-price.ts";

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

it("parts that the buyer has reduce the price in proportion if the creator chose so", () => {
	const half = [{ held: true }, {}].map(part);
	expect(ownTerms({ ...bundle, ownedParts: "full" }, half)).toMatchObject({ priceCents: 1200 });
	expect(ownTerms({ ...bundle, pricing: "chosen", suggestedCents: 2400 }, half)).toMatchObject({
		priceCents: 600,
		suggestedCents: 1200,
	});
	expect(ownTerms(bundle, half).suggestedCents).toBeNull();
	expect(priceOf({ cents: 1, held: true }, { cents: 2 })).toBe(800);
	// At least the minimum for cards.
	expect(priceOf({ cents: 1, held: true }, { cents: 0 })).toBe(50);
	// Nobody can buy parts that they already own.
	expect(priceOf({ held: true }, { held: true })).toBe(1200);
});

it("a buyer has all of a bundle whose parts are theirs or free", () => {
	const has = (...parts: Partial<PartState>[]) => hasAll(parts.map(part));
	expect([has(), has({ held: true }, {})]).toEqual([false, false]);
	expect([has({ held: true }), has({ held: true }, { free: true })]).toEqual([true, true]);
});

it("a bundle opens the parts that are paid for", () => {
	const parts = [part({ id: "own", held: true }), part({ id: "new" })];
	expect(openedParts({ ownedParts: "full" }, parts)).toEqual(["own", "new"]);
	expect(openedParts({ ownedParts: "less" }, parts)).toEqual(["new"]);
});

it("a bundle's page has changed with the latest of its parts", () => {
	const changed = (own: number | null, ...parts: (number | null)[]) =>
		shownChange(
			{ ...bundle, changedAt: own },
			parts.map((changedAt) => part({ changedAt })),
		);
	expect([changed(null, null), changed(5, 3, null), changed(5, 7), changed(null, -1)]).toEqual([
		null,
		5,
		7,
		-1,
	]);
});
