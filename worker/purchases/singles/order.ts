import {
	basketPrice,
	noFiles,
	type SinglesTerms,
	wholePrice,
} from "../../catalogue/shares/contract/basket.ts";
import { type Edition, LESSER_EDITIONS } from "../../catalogue/shares/contract/editions.ts";
import { type Currency, portionIn } from "../../contract/money.ts";
import { ALL_FILES } from "../entitlements/tables.ts";
import type { BasketState } from "./basket-sql.ts";
import type { Items } from "./contract.ts";

/** A line, with the list price that its part of the price is in proportion to. */
export type OrderedLine = {
	/** `files.id`, or `ALL_FILES` */
	readonly fileId: string;
	readonly edition: Edition;
	readonly listCents: number;
};

/** An order from a share that sells single files, in cents before a code. */
export type Order = {
	/** null for the whole share */
	readonly lines: readonly OrderedLine[] | null;
	readonly cents: number;
	readonly freeFiles: number;
	/** of the whole share, before anything was paid */
	readonly wholeCents: number;
};

const without = (ids: readonly string[], ...others: readonly ReadonlySet<string>[]) =>
	ids.filter((id) => !others.some((other) => other.has(id)));

/** Returns `unknown` for files that aren't sold one by one, or not so, and `had` if nothing is left to buy. */
export function orderOf(
	terms: SinglesTerms,
	basket: BasketState,
	items: Items | null,
): Order | "unknown" | "had" {
	const { singles, priceCents: wholeCents } = terms;
	const { paidCents, free } = basket;
	const whole = { lines: null, cents: wholePrice(terms, paidCents), freeFiles: 0, wholeCents };
	if (!items) return whole;
	const lesserOf = new Map(basket.asked);
	const allIn = (edition: Edition) =>
		(basket.all ?? []).filter(([, lesser]) => lesser === edition).map(([id]) => id);
	const heldIn = (edition: Edition) =>
		new Set(
			basket.held.flatMap(([id, held]) =>
				held !== edition ? [] : id === ALL_FILES ? allIn(edition) : [id],
			),
		);
	const hadFull = heldIn("full");
	const full = new Set(without(items.full, hadFull));
	const lesser = LESSER_EDITIONS.map((edition) => {
		const [given, price] = [items[edition], singles[edition]];
		const isAll = given === ALL_FILES;
		const asked = isAll ? allIn(edition) : given;
		const had = new Set(without([...heldIn(edition)], hadFull));
		const isThere = isAll ? asked.length > 0 : asked.every((id) => lesserOf.get(id) === edition);
		return {
			edition,
			isAll,
			isSold: isThere && (price || given.length === 0),
			price: price ?? { fileCents: 0, wholeCents: 0 },
			ids: without([...new Set(asked)], hadFull, had, full),
			left: without([...had], full).length,
		};
	});
	if (!items.full.every((id) => lesserOf.has(id)) || lesser.some(({ isSold }) => !isSold))
		return "unknown";
	if (full.size === 0 && lesser.every(({ ids }) => ids.length === 0)) return "had";
	const chosen = { ...noFiles(), full: full.size };
	const together = { ...noFiles(), full: hadFull.size + full.size };
	for (const { edition, ids, left } of lesser) {
		chosen[edition] = ids.length;
		together[edition] = ids.length + left;
	}
	const price = basketPrice(terms, { chosen, together, paidCents, free });
	if (price.isAll && full.size > 0) return whole;
	const listed = (ids: Iterable<string>, edition: Edition, listCents: number) =>
		[...ids].map((fileId) => ({ fileId, edition, listCents }));
	return {
		lines: [
			...listed(full, "full", singles.fileCents),
			...lesser.flatMap(({ edition, isAll, ids, price: { fileCents, wholeCents: allCents } }) =>
				isAll && ids.length > 0
					? listed([ALL_FILES], edition, Math.min(allCents, ids.length * fileCents))
					: listed(ids, edition, fileCents),
			),
		],
		cents: price.cents,
		freeFiles: price.free,
		wholeCents,
	};
}

/** The lines as stored: their cents add up to the price. */
export function linesFor(lines: readonly OrderedLine[], priceCents: number, currency: Currency) {
	const total = lines.reduce((sum, { listCents }) => sum + listCents, 0);
	let [listed, given] = [0, 0];
	return lines.map(({ fileId, edition, listCents }): [string, Edition, number] => {
		listed += listCents;
		const cents = portionIn(currency, priceCents, listed, total) - given;
		given += cents;
		return [fileId, edition, cents];
	});
}
