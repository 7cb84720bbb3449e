import { invalidRequest } from "./errors.ts";

/** Smallest amount a card can be charged, in the currency's smallest unit. */
const MINIMUM: Record<string, number> = {
	usd: 50,
	eur: 50,
	gbp: 30,
	cad: 50,
	aud: 50,
	chf: 50,
	nzd: 50,
	sgd: 50,
	sek: 300,
	nok: 300,
	dkk: 250,
	jpy: 50,
};
const MAXIMUM = 99_999_999;

/** Stripe's fee for a domestic card in cents: 2.9 % + 30 ¢, half a cent rounds up. */
export function processingFee(amount: number): number {
	return Math.floor((amount * 29 + 500) / 1000) + 30;
}

/** Stripe's fee for a dispute, in cents. It is not refunded. */
export const DISPUTE_FEE = 1500;

/** Throws as Stripe does for a currency or an amount it would not charge. */
export function checkCharge(amount: number, currency: string): void {
	const minimum = MINIMUM[currency];
	if (minimum === undefined) {
		throw invalidRequest(
			`Invalid currency: ${currency}. The sandbox supports these currencies: ${Object.keys(MINIMUM).join(", ")}`,
			{ param: "currency" },
		);
	}
	if (amount < 1) {
		throw invalidRequest("This value must be greater than or equal to 1.", {
			code: "parameter_invalid_integer",
			param: "amount",
		});
	}
	if (amount < minimum) {
		throw invalidRequest(`Amount must be at least ${money(minimum, currency)}`, {
			code: "amount_too_small",
			param: "amount",
		});
	}
	if (amount > MAXIMUM) {
		throw invalidRequest(`Amount must be no more than ${money(MAXIMUM, currency)}`, {
			code: "amount_too_large",
			param: "amount",
		});
	}
}

/** Formats an amount, e.g. `$0.50 usd`. */
export function money(amount: number, currency: string): string {
	if (currency === "jpy") return `¥${amount} jpy`;
	const figure = (amount / 100).toLocaleString("en-US", { minimumFractionDigits: 2 });
	return `${currency === "usd" ? "$" : ""}${figure} ${currency}`;
}

/** `share` of `whole` applied to `amount`, rounded half up; all in cents. */
export function proportion(amount: number, share: number, whole: number): number {
	return Math.floor((2 * amount * share + whole) / (2 * whole));
}
