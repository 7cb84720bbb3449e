import type { ShareRow } from "../../catalogue/shares/rows.ts";
import type { PriceTermsIn } from "../../contract/catalogue/pricing.ts";
import { leastByCard, portionIn } from "../../contract/money.ts";

/** A part of a bundle, for one buyer. */
export type PartState = {
	/** `shares.id` */
	readonly id: string;
	/** its own price, or minimum */
	readonly cents: number;
	/** buyers can download its files now */
	readonly offered: boolean;
	/** the buyer has bought it, and may download it */
	readonly held: boolean;
	/** it is free for everyone */
	readonly free: boolean;
	/** when what its page shows last changed, in ms */
	readonly changedAt: number | null;
};

type BundleRow = Pick<ShareRow, "ownedParts" | "changedAt"> & PriceTermsIn;

/** Whether the buyer could download a part without the bundle. */
const isOpen = ({ held, free }: PartState) => held || free;

/** Whether the buyer could download all of a bundle without it. */
export function hasAll(parts: readonly PartState[]): boolean {
	return parts.length > 0 && parts.every(isOpen);
}

/** The parts that the bundle opens for this buyer: the paid ones. */
export function openedParts(
	{ ownedParts }: Pick<ShareRow, "ownedParts">,
	parts: readonly PartState[],
): string[] {
	return parts.filter(({ held }) => ownedParts === "full" || !held).map(({ id }) => id);
}

/** When a bundle's page last changed, in ms, including its parts. */
export function shownChange({ changedAt }: BundleRow, parts: readonly PartState[]): number | null {
	const changes = [changedAt, ...parts.map((part) => part.changedAt)].filter((at) => at !== null);
	return changes.length === 0 ? null : Math.max(...changes);
}

/** The sum of the parts' own prices, or minimums, in cents. */
export function separateCents(parts: readonly Pick<PartState, "cents">[]): number {
	return parts.reduce((sum, { cents }) => sum + cents, 0);
}

/**
 * What a bundle costs this buyer before a code. If its creator chose so, owners of some parts pay in proportion to
 * the prices of the missing ones (to their number if all are free), but at least the minimum for cards.
 */
export function ownTerms<Row extends BundleRow>(bundle: Row, parts: readonly PartState[]): Row {
	const missing = parts.filter((part) => !isOpen(part));
	// Parts free for everyone don't count as owned: a buyer without purchases pays the full price.
	const counted = parts.filter(({ held, free }) => held || !free);
	const isAll = missing.length === counted.length || missing.length === 0;
	if (bundle.ownedParts !== "less" || isAll) return bundle;
	const whole = separateCents(parts);
	const reduced = (cents: number) =>
		Math.max(
			whole > 0
				? portionIn(bundle.currency, cents, separateCents(missing), whole)
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
