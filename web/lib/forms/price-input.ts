import type { ClipboardEvent, InputEvent } from "react";
import { moneyFault } from "../../../worker/contract/catalogue/pricing.ts";
import { centsOf, priceOf } from "../../../worker/contract/fields.ts";
import {
	CURRENCIES,
	type Currency,
	leastByCard,
	leastPrice,
	roundedTo,
} from "../../../worker/contract/money.ts";
import { currentLocale } from "../i18n/i18n.ts";

const WITH_COMMA = /^\D*(\d+),(\d{1,2})\D*$/;

/** The field whose comma the browser has dropped. */
let droppedIn: HTMLInputElement | null = null;

/** Inserts text at the cursor, which number fields don't tell. */
function insert(text: string): void {
	document.execCommand("insertText", false, text);
}

/**
 * The properties of every field for a number with at most two decimals. A browser whose language writes a decimal
 * point drops a comma from a number field, so that "12,50" would become 1250: then the comma counts as the point.
 */
export const DECIMAL_INPUT = {
	type: "number",
	inputMode: "decimal",
	min: "0.01",
	step: "0.01",
	onBeforeInput(event: InputEvent<HTMLInputElement>) {
		const { data, currentTarget } = event;
		// A browser that takes the comma has reported an input by the next key.
		const isDropped = droppedIn === currentTarget;
		droppedIn = data === "," ? currentTarget : null;
		if (!isDropped || !/^\d$/.test(data)) return;
		event.preventDefault();
		insert(`.${data}`);
	},
	onInput() {
		droppedIn = null;
	},
	onPaste(event: ClipboardEvent<HTMLInputElement>) {
		const [, whole, cents] = WITH_COMMA.exec(event.clipboardData.getData("text")) ?? [];
		if (!whole) return;
		event.preventDefault();
		insert(`${whole}.${cents}`);
	},
} as const;

/** The properties of a field for an amount of a currency. */
export function priceInput(currency: Currency) {
	const step = shownAmount(leastPrice(currency), currency);
	return {
		...DECIMAL_INPUT,
		...(!hasDecimals(currency) && ({ inputMode: "numeric" } as const)),
		min: step,
		step,
	};
}

/** Whether amounts of a currency have decimals. */
export const hasDecimals = (currency: Currency) => CURRENCIES[currency].step === 1;

/** "9.99", and "500" in yen: cents as a field shows them. */
export const shownAmount = (cents: number, currency: Currency) =>
	hasDecimals(currency) ? priceOf(cents) : String(cents / 100);

/** "5.00" or "5,00", and "500" in yen: cents as the reader would type them. */
export function exampleAmount(cents: number, currency: Currency): string {
	const digits = hasDecimals(currency) ? 2 : 0;
	const format = { minimumFractionDigits: digits, useGrouping: false };
	return new Intl.NumberFormat(currentLocale(), format).format(cents / 100);
}

/** The cents of an amount that is typed; null when the currency has no such amount. */
export function typedCents(text: string, currency: Currency): number | null {
	return amountFault(text, currency) === null ? centsOf(text) : null;
}

/** An amount worth roughly as much as so many US cents, by what cards are charged at least. */
export const worthAbout = (usCents: number, currency: Currency) =>
	roundedTo((usCents / leastByCard("usd")) * leastByCard(currency), currency);

/** Why an amount that is typed can't be one of the currency; null for one that can, and for what is no number. */
export function amountFault(text: string, currency: Currency): string | null {
	const cents = centsOf(text);
	return cents === null ? null : moneyFault(cents, currency);
}

/** The same of the amounts of a share, by the field. */
export function amountErrors(
	typed: { price?: unknown; suggestedPrice?: unknown },
	currency: Currency,
): Record<string, string> {
	const errors: Record<string, string> = {};
	for (const field of ["price", "suggestedPrice"] as const) {
		const fault = amountFault(String(typed[field] ?? ""), currency);
		if (fault) errors[field] = fault;
	}
	return errors;
}
