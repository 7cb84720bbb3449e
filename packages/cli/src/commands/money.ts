import type { User } from "../../../../worker/contract/accounts/accounts.ts";
import { currencyFormat } from "../../../../worker/contract/currency-format.ts";
import type { Api } from "../api/api.ts";

/** An amount as the API has it, "-0.50", in its currency: "-$0.50". An older installation knows dollars only. */
export const money = (amount: string, currency: string | undefined): string =>
	currencyFormat("en", currency ?? "usd").format(Number(amount));

/** The creator's currency, in which amounts are that have none beside them. */
export async function ownCurrency(api: Api): Promise<string> {
	const { currency } = await api.json<User>("GET", "/api/user");
	return currency;
}
