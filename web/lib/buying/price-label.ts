import type { Pricing } from "../../../worker/contract/catalogue/pricing.ts";
import { formatMoney, formatShortMoney } from "../i18n/format.ts";

/** "$9.99", "$5+" for a minimum, and "$0": a share's price where there is little room. */
export function priceLabel({ price, pricing }: { price: string; pricing: Pricing }): string {
	if (pricing === "fixed") return formatMoney(price);
	return `${formatShortMoney(price)}${pricing === "chosen" ? "+" : ""}`;
}
