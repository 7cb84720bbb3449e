import {
	basketPrice,
	type SinglesTerms,
	wholePrice,
} from "../../catalogue/shares/contract/basket.ts";
import type { Edition } from "../../catalogue/shares/contract/singles.ts";
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

/** Returns `unknown` for files that aren't sold one by one, or not in this size, and `had` if nothing is left to buy. */
export function orderOf(
	terms: SinglesTerms,
	basket: BasketState,
	items: Items | null,
): Order | "unknown" | "had" {
	const { singles, priceCents: wholeCents } = terms;
	const { paidCents, free } = basket;
	const whole = { lines: null, cents: wholePrice(terms, paidCents), freeFiles: 0, wholeCents };
	if (!items) return whole;
	const isAll = items.web === ALL_FILES;
	const pictures = basket.web ?? [];
	const soldAlone = pictures.filter(([, wholeOnly]) => !wholeOnly).map(([id]) => id);
	const askedWeb = items.web === ALL_FILES ? soldAlone : items.web;
	const hasWeb = new Map(basket.asked);
	const isSold =
		items.full.every((id) => hasWeb.has(id)) &&
		(isAll ? askedWeb.length > 0 : askedWeb.every((id) => hasWeb.get(id))) &&
		(items.web.length === 0 || singles.web);
	if (!isSold) return "unknown";
	const idsOf = (isFull: number) =>
		basket.held.filter((held) => held[1] === isFull).map(([id]) => id);
	const hadFull = new Set(idsOf(1));
	const boughtWeb = new Set(idsOf(0));
	const hadWeb = new Set(
		without([...boughtWeb, ...(boughtWeb.has(ALL_FILES) ? soldAlone : [])], hadFull),
	);
	hadWeb.delete(ALL_FILES);
	const full = new Set(without(items.full, hadFull));
	const web = new Set(without(askedWeb, hadFull, hadWeb, full));
	if (full.size + web.size === 0) return "had";
	const price = basketPrice(terms, {
		chosen: { full: full.size, web: web.size },
		together: {
			full: hadFull.size + full.size,
			web: without([...hadWeb], full).length + web.size,
		},
		paidCents,
		free,
	});
	if (price.isAll && full.size > 0) return whole;
	const { fileCents: webCents, wholeCents: allCents } = singles.web ?? {
		fileCents: 0,
		wholeCents: 0,
	};
	const listCents = Math.min(allCents, web.size * webCents);
	return {
		lines: [
			...[...full].map((fileId) => ({
				fileId,
				edition: "full" as const,
				listCents: singles.fileCents,
			})),
			...(isAll && web.size > 0
				? [{ fileId: ALL_FILES, edition: "web" as const, listCents }]
				: [...web].map((fileId) => ({ fileId, edition: "web" as const, listCents: webCents }))),
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
