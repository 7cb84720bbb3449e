import { type DraftDetails, EMPTY_DRAFT } from "../../../../worker/catalogue/drafts/contract.ts";
import {
	createShareInput,
	type MyShare,
} from "../../../../worker/catalogue/shares/contract/shares.ts";
import {
	canSellSingles,
	singlesFault,
} from "../../../../worker/catalogue/shares/contract/singles.ts";
import { centsOf, priceOf } from "../../../../worker/contract/fields.ts";
import { type Currency, leastByCard, leastPrice } from "../../../../worker/contract/money.ts";
import { amountErrors } from "../../../lib/forms/price-input.ts";
import type { BeginInput, Replacement } from "../../../lib/server/queries/uploads.ts";

export type Details = DraftDetails & {
	/** slug of the published share that gets the files */
	addTo?: string;
	/** the longest edge of the web sizes that it sells, in pixels */
	webEdge?: number | undefined;
	/** the upload replaces this file of that share */
	replaces?: Replacement;
	/** no sample unless the creator chooses one */
	noSamples?: boolean;
};

export const EMPTY_DETAILS: Details = EMPTY_DRAFT;

/** The server requires price and title, though the share keeps its own. */
export const addingTo = ({
	shareId,
	title,
	currency,
	images,
	clip,
	singles,
}: MyShare): Details => ({
	...EMPTY_DETAILS,
	title,
	price: priceOf(leastPrice(currency)),
	preview: { images, clip },
	addTo: shareId,
	webEdge: singles?.web?.edge,
});

/** Undefined unless web sizes are for sale. */
export const webEdgeOf = ({ webEdge, singles }: Pick<Details, "webEdge" | "singles">) =>
	webEdge ?? (Number(singles?.web?.edge) || undefined);

/** by dotted path */
export type DetailErrors = Record<string, string>;

/** Returns the values for the server, without empty ones, or errors by field. */
export function checkedDetails(
	{ preview, addTo, replaces, noSamples: _, webEdge: __, ...typed }: Details,
	currency: Currency,
):
	| {
			input: Omit<BeginInput, "files" | "cover" | "samples"> & {
				replaces: Replacement | undefined;
			};
	  }
	| { errors: DetailErrors } {
	const { pricing, saleMode } = typed;
	const singles = canSellSingles(typed) ? (typed.singles ?? undefined) : undefined;
	const values = Object.entries({
		...typed,
		price: pricing === "free" ? "0" : typed.price,
		suggestedPrice: pricing === "chosen" ? typed.suggestedPrice : "",
		// One payment opens the link, so a limit is meaningless.
		maxSales: saleMode === "link" ? "" : typed.maxSales,
		singles,
		choosing: typed.choosing ?? undefined,
	}).map(([name, value]) => [name, typeof value === "string" ? value.trim() : value]);
	const given = Object.fromEntries(
		values.filter(([name, value]) => (value !== "" && value !== undefined) || name === "price"),
	);
	const errors = amountErrors(given, currency);
	const { data, error } = createShareInput.safeParse(given);
	for (const { path, message } of error?.issues ?? []) errors[path.join(".")] ??= message;
	const fault = data?.singles && singlesFault(data.singles, currency);
	if (fault) errors[fault.field] = fault.message;
	if (Object.keys(errors).length > 0) return { errors };
	return { input: { ...given, preview, addTo, replaces } };
}

export function isBelowCard(price: string, currency: Currency): boolean {
	const cents = centsOf(price);
	return cents !== null && cents > 0 && cents < leastByCard(currency);
}

type Needing = Pick<Details, "title" | "price" | "pricing">;

export type Needed = "files" | "title" | "price";

export function missingFrom({ title, price, pricing }: Needing, fileCount: number): Needed[] {
	const isMissing = {
		files: fileCount === 0,
		title: title.trim() === "",
		price:
			pricing !== "free" && (price.trim() === "" || (pricing === "fixed" && centsOf(price) === 0)),
	};
	return (["files", "title", "price"] as const).filter((each) => isMissing[each]);
}

export function isReady(
	details: Needing,
	fileCount: number,
	/** -1 without limit; undefined while it loads */
	remaining: number | undefined,
): boolean {
	return missingFrom(details, fileCount).length === 0 && remaining !== 0;
}
