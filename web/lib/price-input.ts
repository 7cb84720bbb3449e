import { MIN_PRICE_CENTS } from "../../worker/contract/constants.ts";

/** The properties of every field for a price. */
export const PRICE_INPUT = {
	type: "number",
	inputMode: "decimal",
	min: (MIN_PRICE_CENTS / 100).toFixed(2),
	step: "0.01",
} as const;
