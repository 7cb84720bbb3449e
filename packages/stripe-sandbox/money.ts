import type { Call } from "./call.ts";
import { decimalsOf, requireCurrency, requireSettlement } from "./currencies.ts";
import { invalidRequest } from "./errors.ts";
import { settle } from "./exchange.ts";

/**
 * Stripe takes more of some currencies.
 * https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
 */
const MAXIMUM = 99_999_999;

/** 2.9 %, half a unit up, and a fixed part. The rate includes the fee for a conversion. */
export function processingFee(amount: number, currency: string): number {
	return Math.floor((amount * 29 + 500) / 1000) + requireSettlement(currency).fee;
}

/** In US cents; not refunded. */
export const DISPUTE_FEE = 1500;

/**
 * The minimum is that of the settlement currency.
 * https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
 */
export function checkCharge(call: Call, amount: number, currency: string): void {
	checkAmount(amount, currency);
	const settled = settle(call, call.account, amount, currency);
	const { minimum } = requireSettlement(settled.currency);
	if (settled.amount < minimum) {
		// Worded as in https://github.com/cartalyst/stripe/issues/175.
		const message =
			settled.rate === null
				? `Amount must be at least ${money(minimum, currency)}`
				: `Amount must convert to at least ${minimum} ${MINOR_UNITS[settled.currency] ?? "cents"}. ${withSymbol(amount, currency)} converts to approximately ${withSymbol(settled.amount, settled.currency)}.`;
		throw invalidRequest(message, { code: "amount_too_small", param: "amount" });
	}
	if (amount > MAXIMUM) {
		throw invalidRequest(`Amount must be no more than ${money(MAXIMUM, currency)}`, {
			code: "amount_too_large",
			param: "amount",
		});
	}
}

const MINOR_UNITS: Record<string, string> = { gbp: "pence", jpy: "yen" };

/**
 * Throws unless positive and a multiple of the currency's step; also for refunds.
 * https://docs.stripe.com/currencies#three-decimal
 */
export function checkAmount(amount: number, currency: string): void {
	const { decimals, step = 1 } = requireCurrency(currency);
	if (amount < 1) {
		throw invalidRequest("This value must be greater than or equal to 1.", {
			code: "parameter_invalid_integer",
			param: "amount",
		});
	}
	if (amount % step === 0) return;
	// Worded as in https://github.com/woocommerce/woocommerce-gateway-stripe/issues/2674.
	const [kind, anchor] =
		decimals === 3
			? ["is a three-decimal currency", "three-decimal"]
			: ["has become effectively zero-decimal", "zero-decimal"];
	throw invalidRequest(
		`Invalid amount. Currency ${currency.toUpperCase()} ${kind} and charged amounts must be evenly divisible by ${step}. See https://stripe.com/docs/currencies#${anchor} for more information.`,
		{ param: "amount" },
	);
}

/** e.g. `$0.50 usd` */
export function money(amount: number, currency: string): string {
	return `${withSymbol(amount, currency)} ${currency}`;
}

function withSymbol(amount: number, currency: string): string {
	const digits = decimalsOf(currency);
	return (amount / 10 ** digits).toLocaleString("en-US", {
		style: "currency",
		currency,
		minimumFractionDigits: digits,
		maximumFractionDigits: digits,
	});
}

/** Rounds half up; minor units. */
export function proportion(amount: number, share: number, whole: number): number {
	return Math.floor((2 * amount * share + whole) / (2 * whole));
}
