import type { PriceTermsIn } from "../../catalogue/shares/contract/pricing.ts";
import type { ShareRow } from "../../catalogue/shares/tables.ts";
import { leastByCard, portionIn } from "../../contract/money.ts";

export type PartState = {
	/** `shares.id` */
	readonly id: string;
	/** its own price, or minimum */
	readonly cents: number;
	readonly offered: boolean;
	readonly held: boolean;
	readonly free: boolean;
	/** last change of its page (ms) */
	readonly changedAt: number | null;
};

type BundleRow = Pick<ShareRow, "ownedParts" | "changedAt"> & PriceTermsIn;

const isOpen = ({ held, free }: PartState) => held || free;

export function hasAll(parts: readonly PartState[]): boolean {
	return parts.length > 0 && parts.every(isOpen);
}

export function openedParts(
	{ ownedParts }: Pick<ShareRow, "ownedParts">,
	parts: readonly PartState[],
): string[] {
	return parts.filter(({ held }) => ownedParts === "full" || !held).map(({ id }) => id);
}

/** In ms, including its parts. */
export function shownChange({ changedAt }: BundleRow, parts: readonly PartState[]): number | null {
	const changes = [changedAt, ...parts.map((part) => part.changedAt)].filter((at) => at !== null);
	return changes.length === 0 ? null : Math.max(...changes);
}

export function separateCents(parts: readonly Pick<PartState, "cents">[]): number {
	return parts.reduce((sum, { cents }) => sum + cents, 0);
}

/**
 * A bundle's price for this buyer before a code. If its creator chose so, owners of some parts pay in proportion to
 * the prices of the missing ones (to their number if all are free), but at least the minimum for cards.
 */
export function ownTerms<Row extends BundleRow>(bundle: Row, parts: readonly PartState[]): Row {
	const missing = parts.filter((part) => !isOpen(part));
	// Parts free for everyone don't count as owned.
	const counted = parts.filter(({ held, free }) => held || !free);
	const isAll = missing.length === counted.length || missing.length === 0;
	if (bundle.ownedParts !== "less" || isAll) return bundle;
	const separatePrice = separateCents(parts);
	const reduced = (cents: number) =>
		Math.max(
			separatePrice > 0
				? portionIn(bundle.currency, cents, separateCents(missing), separatePrice)
				: portionIn(bundle.currency, cents, missing.length, counted.length),
			Math.min(cents, leastByCard(bundle.currency)),
		);
	const priceCents = reduced(bundle.priceCents);
	const { suggestedCents } = bundle;
	return {
		...bundle,
		priceCents,
		suggestedCents: suggestedCents === null ? null : Math.max(priceCents, reduced(suggestedCents)),
	};
}
