import { type Currency, leastByCard } from "../../../contract/money.ts";
import { shownCents } from "../../../contract/shown-cents.ts";
import { EDITIONS, type Edition, LESSER_EDITIONS, type LesserEdition } from "./editions.ts";
import type { ShownSingles, Singles } from "./singles.ts";

// The share page prices baskets, so nothing here may load Zod.

/** How many files of each edition; a file whose original counts isn't counted in a lesser edition. */
export type Counts = Readonly<Record<Edition, number>>;
export const noFiles = () =>
	Object.fromEntries(EDITIONS.map((edition) => [edition, 0])) as Record<Edition, number>; // of each

export type SinglesTerms = {
	/** of the whole share */
	readonly priceCents: number;
	readonly currency: Currency;
	readonly singles: Singles;
};

const lesserTerms = (shown: ShownSingles[LesserEdition]) =>
	shown
		? { ...shown, fileCents: shownCents(shown.filePrice), wholeCents: shownCents(shown.price) }
		: null;

/** Reads the terms from a share's response. */
export const shownTerms = (
	{ price, currency }: { price: string; currency: Currency },
	{ filePrice, packages, included, ...editions }: ShownSingles,
): SinglesTerms => ({
	priceCents: shownCents(price),
	currency,
	singles: {
		fileCents: shownCents(filePrice),
		packages: packages.map((one) => ({ files: one.files, cents: shownCents(one.price) })),
		included,
		...(Object.fromEntries(
			LESSER_EDITIONS.map((edition) => [edition, lesserTerms(editions[edition])]),
		) as Pick<Singles, LesserEdition>), // of each
	},
});

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
function worth(terms: SinglesTerms, counts: Counts, free: number): number {
	const { priceCents, singles } = terms;
	/** for those that stay lesser editions, by how many are taken as originals */
	let rests = [0];
	for (const edition of LESSER_EDITIONS) {
		const { fileCents, wholeCents } = singles[edition] ?? {
			fileCents: priceCents,
			wholeCents: priceCents,
		};
		const least: number[] = [];
		for (const [before, rest] of rests.entries())
			for (let left = counts[edition]; left >= 0; left--) {
				const upgraded = before + counts[edition] - left;
				const cents = rest + Math.min(left * fileCents, wholeCents);
				least[upgraded] = Math.min(least[upgraded] ?? cents, cents);
			}
		rests = least;
	}
	const originals = originalsCents(terms, counts.full + rests.length - 1);
	const costs = rests.map(
		(rest, upgraded) => (originals[Math.max(0, counts.full + upgraded - free)] ?? 0) + rest,
	);
	return Math.min(priceCents, ...costs);
}

/** A rest that no card pays is given away. */
const payable = (cents: number, currency: Currency) => (cents < leastByCard(currency) ? 0 : cents);

/** Returns the price of the whole share for a buyer who has paid for some of its files. */
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
	const files = EDITIONS.reduce((sum, edition) => sum + chosen[edition], 0);
	const taken = Math.min(free.left, files);
	const alone = worth(terms, chosen, taken);
	const rest = Math.max(0, worth(terms, together, free.had + taken) - paidCents);
	const cents = payable(Math.min(alone, rest), terms.currency);
	const whole = wholePrice(terms, paidCents);
	return { cents: Math.min(cents, whole), free: taken, isAll: whole > 0 && cents >= whole };
}
