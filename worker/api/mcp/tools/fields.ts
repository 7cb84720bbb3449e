import * as z from "zod";
import { currencyFormat } from "../../../contract/currency-format.ts";
import { idField, oneLine } from "../../../contract/fields.ts";
import { CURRENCY_CODES, type Money } from "../../../contract/money.ts";
import { MAX_PAGE } from "../../../contract/pages.ts";

export const shareIdField = idField.describe("the share's id, as in its address /share/{shareId}");
export const saleIdField = idField.describe("the sale's id, from list_sales");
export const codeIdField = idField.describe("the discount code's id, from list_discount_codes");

export const money = z.string().describe('an amount in `currency`, such as "9.99"');
export const currencyField = z.enum(CURRENCY_CODES).describe("of the amounts: ISO 4217");

export const otherSums = z
	.array(z.object({ amount: money, currency: currencyField }))
	.describe("the same in other currencies, where the creator has sold in several");

export const shownMoney = (amount: string, currency: string) =>
	currencyFormat("en", currency).format(Number(amount));

export const shownSums = (amount: string, currency: string, others: readonly Money[]) =>
	[{ amount, currency }, ...others].map((one) => shownMoney(one.amount, one.currency)).join(", ");

export const time = z.string().describe("ISO 8601, UTC");

const MAX_SHOWN_TITLE = 80;

/**
 * Someone else's words become one line without quotation marks, so that in a confirmation they can't pass for the
 * product's.
 */
export function shownTitle(title: string): string {
	const characters = [...oneLine(title.replace(/[\p{Quotation_Mark}`]/gu, ""))];
	if (characters.length <= MAX_SHOWN_TITLE) return characters.join("");
	return `${characters.slice(0, MAX_SHOWN_TITLE - 1).join("")}…`;
}

export const counted = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

export const pageSize = z.int().min(1).max(MAX_PAGE).optional().describe("50 where not given");

export const limitOf = (limit: number | undefined) =>
	limit === undefined ? {} : { limit: String(limit) };
