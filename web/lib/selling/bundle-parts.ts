import type { MyShare } from "../../../worker/catalogue/shares/contract/shares.ts";
import { centsOf } from "../../../worker/contract/fields.ts";
import { type Currency, leastByCard, portionIn } from "../../../worker/contract/money.ts";

export type Unfit = "bundle" | "link" | "limited" | "uploading" | "removed" | "currency" | null;

/** Checks a share for a bundle, whose currency is known once it has parts. */
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

export function sumCents(parts: readonly Priced[]): number {
	return parts.reduce((sum, { price }) => sum + (centsOf(price) ?? 0), 0);
}

/** In proportion to the prices of the missing parts, or to their number if all are free. */
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
