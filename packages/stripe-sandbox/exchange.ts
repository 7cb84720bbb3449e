import type { Call } from "./call.ts";
import { decimalsOf, requireCurrency } from "./currencies.ts";

export function defaultCurrency(call: Call, account: string): string {
	const own = call.sandbox.settings.currency;
	return account === "" ? own : (call.store.find("account", account)?.default_currency ?? own);
}

/** `rate` is null if nothing was exchanged. */
export interface Exchanged {
	amount: number;
	currency: string;
	rate: number | null;
}

/**
 * Exchanges unless the account ('' is the platform) has a bank account for the currency.
 * https://docs.stripe.com/connect/currencies#currency-conversions
 */
export function settle(call: Call, account: string, amount: number, currency: string): Exchanged {
	const isOwn = account === "" && call.sandbox.settings.settles.includes(currency);
	return exchange(call, amount, currency, isOwn ? currency : defaultCurrency(call, account));
}

/**
 * The rate relates minor units.
 * https://docs.stripe.com/api/balance_transactions/object#balance_transaction_object-exchange_rate
 */
export function exchange(call: Call, amount: number, from: string, to: string): Exchanged {
	if (from === to) return { amount, currency: to, rate: null };
	const perDollar = (code: string) =>
		(call.sandbox.settings.rates[code] ?? requireCurrency(code).perDollar) * 10 ** decimalsOf(code);
	const rate = Number((perDollar(to) / perDollar(from)).toPrecision(6));
	return { amount: atRate(amount, rate), currency: to, rate };
}

/** Rounds away from zero, so that a return equals its charge. */
export function atRate(amount: number, rate: number | null): number {
	return rate === null ? amount : Math.sign(amount) * Math.round(Math.abs(amount) * rate);
}
