import * as z from "zod";
import { MAX_FILES_PER_SHARE } from "../../../contract/constants.ts";
import { priceOf } from "../../../contract/fields.ts";
import { type Currency, leastByCard } from "../../../contract/money.ts";
import { amountField, moneyFault } from "./pricing.ts";

/** What is sold of a file, from the least: its original, `full`, includes the others. */
export const EDITIONS = ["web", "full"] as const;
export type Edition = (typeof EDITIONS)[number];

/** The longest edge of a picture's web edition, in pixels. */
const edgeField = z.number().int().min(640).max(4096).default(2048);

export const singlesField = z
	.strictObject({
		/** of one file, the original */
		filePrice: amountField,
		/** any so many files for this price, at most three */
		packages: z
			.array(
				z.strictObject({
					files: z.number().int().min(2).max(MAX_FILES_PER_SHARE),
					price: amountField,
				}),
			)
			.max(3)
			.default([]),
		/** how many files are free, for all buyers of the share together */
		included: z.number().int().min(0).max(MAX_FILES_PER_SHARE).default(0),
		/** pictures in a smaller size */
		web: z
			.strictObject({
				edge: edgeField,
				/** of one picture */
				filePrice: amountField,
				/** of all pictures */
				price: amountField,
			})
			.optional(),
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
export const shownSingles = z.strictObject({
	filePrice: z.string(),
	packages: z.array(z.strictObject({ files: z.number(), price: z.string() })),
	included: z.number(),
	web: z.strictObject({ edge: z.number(), filePrice: z.string(), price: z.string() }).optional(),
});
export type ShownSingles = z.infer<typeof shownSingles>;

export const presentSingles = ({ fileCents, packages, included, web }: Singles): ShownSingles => ({
	filePrice: priceOf(fileCents),
	packages: packages.map(({ files, cents }) => ({ files, price: priceOf(cents) })),
	included,
	...(web && {
		web: { edge: web.edge, filePrice: priceOf(web.fileCents), price: priceOf(web.wholeCents) },
	}),
});

/** Returns why these prices aren't possible in a currency; null if they are. */
export function singlesFault(
	{ fileCents, packages, web }: Singles,
	currency: Currency,
): string | null {
	const all = [
		fileCents,
		...packages.map(({ cents }) => cents),
		...(web ? [web.fileCents, web.wholeCents] : []),
	];
	const least = leastByCard(currency);
	if (all.some((cents) => cents < least)) return `Each price must be at least ${priceOf(least)}`;
	const fault = all.map((cents) => moneyFault(cents, currency)).find((one) => one !== null);
	return fault ?? null;
}
