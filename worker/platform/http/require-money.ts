import { moneyFault } from "../../catalogue/shares/contract/pricing.ts";
import type { Currency } from "../../contract/money.ts";
import { invalidField } from "./validation.ts";

/** Throws `request.invalid` for an amount in cents that the currency doesn't have. */
export function requireMoney(
	currency: Currency,
	amounts: Readonly<Record<string, number | null | undefined>>,
): void {
	for (const [field, cents] of Object.entries(amounts)) {
		const fault = moneyFault(cents ?? 0, currency);
		if (fault) throw invalidField(field, fault);
	}
}
