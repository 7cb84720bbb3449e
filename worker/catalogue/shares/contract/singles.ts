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

/** How many files of each edition; a file whose original counts isn't counted in a lesser edition. */
export type Counts = Readonly<Record<Edition, number>>;

export type SinglesTerms = {
	/** of the whole share */
	readonly priceCents: number;
	readonly currency: Currency;
	readonly singles: Singles;
};

export type Basket = {
	/** what the buyer chooses and hasn't got */
	readonly chosen: Counts;
	/** what the buyer then has */
	readonly together: Counts;
	/** by this buyer for this share before, less refunds */
	readonly paidCents: number;
	/** free files: those that the buyer has had, and those that may still be given */
	readonly free: { readonly had: number; readonly left: number };
};

/** The least for 0, 1, 2 … originals, one by one or in packages, whose last may be only partly used. */
function originalsCents({ singles }: SinglesTerms, most: number): number[] {
	const offers = [{ files: 1, cents: singles.fileCents }, ...singles.packages];
	const least = [0];
	for (let count = 1; count <= most; count++)
		least.push(
			Math.min(
				...offers.map(({ files, cents }) => cents + (least[Math.max(0, count - files)] ?? 0)),
			),
		);
	return least;
}

/** The least for these files; the whole share, or originals in place of lesser editions, may cost less. */
function worth(terms: SinglesTerms, { full, web }: Counts, free: number): number {
	const { priceCents, singles } = terms;
	const originals = originalsCents(terms, full + web);
	const costs = Array.from({ length: web + 1 }, (_, upgraded) => {
		const others = web - upgraded;
		const { fileCents, wholeCents } = singles.web ?? {
			fileCents: priceCents,
			wholeCents: priceCents,
		};
		const rest = Math.min(others * fileCents, wholeCents);
		return (originals[Math.max(0, full + upgraded - free)] ?? 0) + rest;
	});
	return Math.min(priceCents, ...costs);
}

/** A rest that no card pays is given away. */
const payable = (cents: number, currency: Currency) => (cents < leastByCard(currency) ? 0 : cents);

/** The whole share's price for who has paid for some of its files. */
export const wholePrice = ({ priceCents, currency }: SinglesTerms, paidCents: number): number =>
	payable(Math.max(0, priceCents - paidCents), currency);

/**
 * The price of a selection before a code, in cents, and how many of its files are free. Never more than the rest of
 * the whole share's price: `isAll` says that the buyer gets all of it instead. Taking a file out never raises it, and
 * orders in any sequence cost together no more than the whole share.
 */
export function basketPrice(
	terms: SinglesTerms,
	{ chosen, together, paidCents, free }: Basket,
): { cents: number; free: number; isAll: boolean } {
	const taken = Math.min(free.left, chosen.full);
	const alone = worth(terms, chosen, taken);
	const rest = Math.max(0, worth(terms, together, free.had + taken) - paidCents);
	const cents = payable(Math.min(alone, rest), terms.currency);
	const whole = wholePrice(terms, paidCents);
	return { cents: Math.min(cents, whole), free: taken, isAll: whole > 0 && cents >= whole };
}
