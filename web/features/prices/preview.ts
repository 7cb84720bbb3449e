import {
	changedCents,
	MAX_RAISE_BPS,
	type PriceChange,
	type PriceRefusal,
	priceRefusal,
	type Rounding,
} from "../../../worker/contract/catalogue/bulk-prices.ts";
import type { MyShare } from "../../../worker/contract/catalogue/shares.ts";
import { centsOf, priceOf } from "../../../worker/contract/fields.ts";
import { type Currency, leastByCard } from "../../../worker/contract/money.ts";
import { typedCents } from "../../lib/forms/price-input.ts";
import type { PriceEdits } from "../../lib/server/queries/prices.ts";

/** What is typed into the form. */
export type Typed = {
	kind: PriceChange["kind"];
	direction: "raise" | "lower";
	/** of each kind, so that a look at another one loses nothing */
	values: Record<PriceChange["kind"], string>;
	rounding: Rounding;
};

/** Returns the change that is typed; null while it is none. */
export function changeOf(
	{ kind, direction, values }: Typed,
	currency: Currency,
): PriceChange | null {
	// A percentage has at most two decimals too.
	const value = kind === "percent" ? centsOf(values.percent) : typedCents(values[kind], currency);
	if (value === null || value === 0) return null;
	if (kind === "to") return { kind, cents: value };
	const signed = direction === "raise" ? value : -value;
	if (kind === "amount") return { kind, cents: signed };
	return value <= MAX_RAISE_BPS ? { kind, bps: signed } : null;
}

/** A share in the preview. */
export type Row = {
	share: MyShare;
	fromCents: number;
	/** null while it is not chosen or nothing is typed */
	toCents: number | null;
	/** why its price is not changed; null when it is, or would be */
	refused: PriceRefusal | null;
	/** the new price can't be paid by card, the old one can */
	fallsBelowCard: boolean;
};

/** The shares whose prices could be changed here. */
export const changeable = (shares: readonly MyShare[]) =>
	shares.filter(({ status }) => status === "published");

/** Returns what a change does to each share. */
export function previewOf(
	shares: readonly MyShare[],
	chosen: ReadonlySet<string>,
	{ change, rounding }: { change: PriceChange | null; rounding: Rounding },
): Row[] {
	return shares.map((share) => {
		const { currency } = share;
		const fromCents = centsOf(share.price) ?? 0;
		if (!change || !chosen.has(share.shareId))
			return { share, fromCents, toCents: null, refused: null, fallsBelowCard: false };
		const toCents = changedCents(fromCents, change, rounding, currency);
		const { pricing, suggestedPrice } = share;
		const suggestedCents = suggestedPrice === null ? null : centsOf(suggestedPrice);
		return {
			share,
			fromCents,
			toCents,
			refused: priceRefusal({ pricing, priceCents: fromCents, suggestedCents, currency }, toCents),
			fallsBelowCard: toCents < leastByCard(currency) && pricing === "fixed",
		};
	});
}

/** Returns the changes that a preview shows, without what is refused. */
export const editsOf = (rows: readonly Row[]): PriceEdits =>
	rows.flatMap(({ share, fromCents, toCents, refused }) =>
		toCents === null || refused
			? []
			: [{ share: share.shareId, from: priceOf(fromCents), to: priceOf(toCents) }],
	);

/** Returns the changes that take these back. */
export const reversed = (edits: PriceEdits): PriceEdits =>
	edits.map(({ share, from, to }) => ({ share, from: to, to: from }));
