import type { FileShare } from "../../../../worker/catalogue/shares/contract/shares.ts";
import { currencyFormat } from "../../../../worker/contract/currency-format.ts";
import type { Money } from "../../../../worker/contract/money.ts";

/** "-0.50" as "-$0.50"; an older installation knows dollars only */
export const money = (amount: string, currency: string | undefined): string =>
	currencyFormat("en", currency ?? "usd").format(Number(amount));

/** "$12.00, €3.00" */
export const sums = (
	amount: string,
	currency: string | undefined,
	others: readonly Money[] | undefined = [],
): string =>
	[{ amount, currency }, ...others].map((one) => money(one.amount, one.currency)).join(", ");

/** "$9.99", "from €5.00" or "free" */
export function priceText({
	price,
	currency,
	pricing,
}: Pick<FileShare, "price" | "currency" | "pricing">): string {
	if (pricing === "free") return "free";
	return pricing === "chosen" ? `from ${money(price, currency)}` : money(price, currency);
}
