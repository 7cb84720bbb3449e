import * as z from "zod";
import { idField } from "../../contract/fields.ts";

export const shareIdField = idField.describe("the share's id, as in its address /share/{shareId}");
export const saleIdField = idField.describe("the sale's id, from list_sales");
export const codeIdField = idField.describe("the discount code's id, from list_discount_codes");

/** An amount in outputs. */
export const money = z.string().describe('US dollars, such as "9.99"');
/** A moment in outputs. */
export const time = z.string().describe("ISO 8601, UTC");

/** Returns "1 share", "2 shares". */
export const counted = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;
