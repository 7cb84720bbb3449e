import { z } from "zod";
import { MIN_CARD_PRICE_CENTS } from "../../../../worker/contract/constants.ts";
import {
	centsOf,
	descriptionField,
	priceField,
	priceOf,
	titleField,
} from "../../../../worker/contract/fields.ts";
import {
	maxSalesField,
	type PreviewPolicy,
	type SaleMode,
} from "../../../../worker/contract/shares.ts";
import type { BeginInput } from "../../../lib/queries/uploads.ts";

/** The form's values, as typed. */
export type Details = {
	title: string;
	description: string;
	price: string;
	saleMode: SaleMode;
	maxSales: string;
	preview: PreviewPolicy;
	/** the slug of the published share that gets the files, instead of a new one */
	addTo?: string;
};

export const EMPTY_DETAILS: Details = {
	title: "",
	description: "",
	price: "",
	saleMode: "each",
	maxSales: "",
	preview: { images: "blur", clip: "30" },
};

const schema = z.object({
	title: titleField,
	description: descriptionField,
	price: priceField,
	maxSales: z.union([z.literal("").transform(() => undefined), maxSalesField]),
});

export type DetailErrors = Partial<Record<keyof Details, string>>;

/** Returns the details as the server accepts them, or what is wrong with them, by field. */
export function checkedDetails(
	details: Details,
): { input: Omit<BeginInput, "files" | "cover"> } | { errors: DetailErrors } {
	const { saleMode, preview } = details;
	// One payment opens the link, so a limit has no meaning there.
	const maxSales = saleMode === "link" ? "" : details.maxSales.trim();
	const result = schema.safeParse({ ...details, maxSales });
	if (!result.success) {
		const errors: DetailErrors = {};
		for (const { path, message } of result.error.issues)
			errors[path[0] as keyof Details] ??= message;
		return { errors };
	}
	const { title, description, price } = result.data;
	return {
		input: {
			title,
			description: description || undefined,
			price: priceOf(price),
			saleMode,
			maxSales: result.data.maxSales,
			preview,
			addTo: details.addTo,
		},
	};
}

/** Returns true for a price below the card provider's minimum. */
export function isBelowCard(price: string): boolean {
	const cents = centsOf(price);
	return cents !== null && cents > 0 && cents < MIN_CARD_PRICE_CENTS;
}

/** What a form needs before it may be sent. */
export type Needed = "files" | "title" | "price";

/** Returns what is still missing before the form may be sent. */
export function missingFrom(
	{ title, price }: Pick<Details, "title" | "price">,
	fileCount: number,
): Needed[] {
	const isMissing = {
		files: fileCount === 0,
		title: title.trim() === "",
		price: price.trim() === "",
	};
	return (["files", "title", "price"] as const).filter((each) => isMissing[each]);
}

/** Returns whether the form may be sent: nothing is missing, and an upload is left. */
export function isReady(
	details: Pick<Details, "title" | "price">,
	fileCount: number,
	/** -1 without limit; undefined while it loads */
	remaining: number | undefined,
): boolean {
	return missingFrom(details, fileCount).length === 0 && remaining !== 0;
}
