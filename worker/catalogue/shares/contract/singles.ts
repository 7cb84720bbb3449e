import * as z from "zod";
import { MAX_FILES_PER_SHARE } from "../../../contract/constants.ts";
import { priceOf } from "../../../contract/fields.ts";
import { issueText } from "../../../contract/issue-texts.ts";
import { type Currency, leastByCard } from "../../../contract/money.ts";
import { amountField, moneyFault, type Pricing } from "./pricing.ts";

function singlesShape<
	Amount extends z.ZodType,
	Files extends z.ZodType,
	Free extends z.ZodType,
	Edge extends z.ZodType,
>(amount: Amount, { files, included, edge }: { files: Files; included: Free; edge: Edge }) {
	return {
		/** the price of one file, the original */
		filePrice: amount.describe("the price of one file, the original"),
		/** any N files for one price; at most three packages */
		packages: z
			.array(
				z.strictObject({
					/** how many files, whichever the buyer chooses */
					files: files.describe("how many files, whichever the buyer chooses"),
					/** their price together */
					price: amount.describe("their price together"),
				}),
			)
			.max(3)
			.describe("any N files for one price; at most three packages"),
		/** how many files are free, for all buyers of the share together */
		included: included.describe("how many files are free, for all buyers of the share together"),
		/** sells pictures in a smaller size too; absent otherwise */
		web: z
			.strictObject({
				/** the longest edge in pixels */
				edge: edge.describe("the longest edge in pixels"),
				/** the price of one picture */
				filePrice: amount.describe("the price of one picture"),
				/** the price of all pictures */
				price: amount.describe("the price of all pictures"),
			})
			.optional()
			.describe("sells pictures in a smaller size too"),
	};
}

const count = (least: number, most: number) => z.coerce.number().int().min(least).max(most);
const given = singlesShape(amountField, {
	files: count(2, MAX_FILES_PER_SHARE),
	included: count(0, MAX_FILES_PER_SHARE).default(0),
	edge: count(640, 4096).default(2048),
});
export const singlesField = z
	.strictObject({
		...given,
		/** any N files for one price; at most three packages */
		packages: given.packages
			.default([])
			.describe("any N files for one price; at most three packages"),
	})
	.transform(({ filePrice, packages, included, web }) => ({
		fileCents: filePrice,
		packages: packages.map(({ files, price }) => ({ files, cents: price })),
		included,
		web: web ? { edge: web.edge, fileCents: web.filePrice, wholeCents: web.price } : null,
	}));
/** How a share's files are sold one by one, in cents. */
export type Singles = z.output<typeof singlesField>;
/** The same in responses, with decimal strings. */
export const shownSingles = z.strictObject(
	singlesShape(z.string(), { files: z.number(), included: z.number(), edge: z.number() }),
);
export type ShownSingles = z.infer<typeof shownSingles>;

const amountTyped = z.string().max(20);
/** As typed, or as shown of a share that is copied. */
export const countTyped = z.string().max(20).or(z.number());
/** The same as typed into a form: may be incomplete or invalid. */
export const typedSingles = z.strictObject(
	singlesShape(amountTyped, { files: countTyped, included: countTyped, edge: countTyped }),
);
export type TypedSingles = z.infer<typeof typedSingles>;

export const presentSingles = ({ fileCents, packages, included, web }: Singles): ShownSingles => ({
	filePrice: priceOf(fileCents),
	packages: packages.map(({ files, cents }) => ({ files, price: priceOf(cents) })),
	included,
	...(web && {
		web: { edge: web.edge, filePrice: priceOf(web.fileCents), price: priceOf(web.wholeCents) },
	}),
});

/** Returns the first price that isn't possible in a currency, by its path, and why; null if all are. */
export function singlesFault(
	{ fileCents, packages, web }: Singles,
	currency: Currency,
): { field: string; message: string } | null {
	const prices: [string, number][] = [
		["filePrice", fileCents],
		...packages.map(({ cents }, at): [string, number] => [`packages.${at}.price`, cents]),
	];
	if (web) prices.push(["web.filePrice", web.fileCents], ["web.price", web.wholeCents]);
	const least = leastByCard(currency);
	for (const [name, cents] of prices) {
		const message =
			cents < least ? issueText("least", priceOf(least)) : moneyFault(cents, currency);
		if (message !== null) return { field: `singles.${name}`, message };
	}
	return null;
}

type Sold = { pricing: Pricing; saleMode: string; maxSales: unknown };

/** Single files are sold only at a fixed price, and to any number of buyers. */
export const canSellSingles = ({ pricing, saleMode, maxSales }: Sold): boolean =>
	pricing === "fixed" && saleMode === "each" && !maxSales;
