import type { Pricing } from "../../../worker/catalogue/shares/contract/pricing.ts";
import type { Currency } from "../../../worker/contract/money.ts";
import { formatMoney, formatShortMoney } from "../i18n/format.ts";

/** "$9.99", "$5+" for a minimum, and "$0": a short form of the price. */
export function priceLabel({
	price,
	pricing,
	currency,
}: {
	price: string;
	pricing: Pricing;
	currency: Currency;
}): string {
	if (pricing === "fixed") return formatMoney(price, currency);
	return `${formatShortMoney(price, currency)}${pricing === "chosen" ? "+" : ""}`;
}
