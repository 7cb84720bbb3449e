import type { MyShare } from "../../../worker/contract/catalogue/shares.ts";
import { centsOf } from "../../../worker/contract/fields.ts";
import { type Currency, leastByCard, portionIn } from "../../../worker/contract/money.ts";

/** Why a share can't be in a bundle; null when it can. */
export type Unfit = "bundle" | "link" | "limited" | "uploading" | "removed" | "currency" | null;

/** Says whether a share of the creator can be a part of a bundle, of a known currency once it has parts. */
export function unfitOf(
	{ bundle, status, saleMode, maxSales, currency }: MyShare,
	inCurrency: Currency | undefined,
): Unfit {
	if (bundle) return "bundle";
	if (status === "taken_down") return "removed";
	if (status === "uploading") return "uploading";
	if (saleMode === "link") return "link";
	if (maxSales !== null) return "limited";
	return inCurrency && currency !== inCurrency ? "currency" : null;
}

type Priced = { price: string };

/** The sum of shares' own prices, or minimums, in cents. */
export function sumCents(parts: readonly Priced[]): number {
	return parts.reduce((sum, { price }) => sum + (centsOf(price) ?? 0), 0);
}

/**
 * What a buyer pays in cents who is charged for the missing parts only: in proportion to their prices, or to
 * their number where all of them are free.
 */
export function lessCents(
	priceCents: number,
	parts: readonly Priced[],
	missing: readonly Priced[],
	currency: Currency,
): number {
	const sum = sumCents(parts);
	const [share, whole] = sum > 0 ? [sumCents(missing), sum] : [missing.length, parts.length];
	const least = Math.min(priceCents, leastByCard(currency));
	return Math.max(least, portionIn(currency, priceCents, share, whole));
}
