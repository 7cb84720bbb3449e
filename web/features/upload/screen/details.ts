import * as z from "zod";
import {
	amountField,
	type Pricing,
	priceFault,
	pricingField,
} from "../../../../worker/contract/catalogue/pricing.ts";
import {
	maxSalesField,
	type PreviewPolicy,
	type SaleMode,
} from "../../../../worker/contract/catalogue/shares.ts";
import { MIN_CARD_PRICE_CENTS } from "../../../../worker/contract/constants.ts";
import {
	centsOf,
	descriptionField,
	licenceField,
	priceOf,
	titleField,
} from "../../../../worker/contract/fields.ts";
import type { BeginInput, Replacement } from "../../../lib/queries/uploads.ts";

/** The form's values, as typed. */
export type Details = {
	title: string;
	description: string;
	licence: string;
	pricing: Pricing;
	/** where buyers choose what they pay: the least */
	price: string;
	suggestedPrice: string;
	asksAddress: boolean;
	saleMode: SaleMode;
	maxSales: string;
	preview: PreviewPolicy;
	/** the slug of the published share that gets the files, instead of a new one */
	addTo?: string;
	/** the file of that share that the only one of the upload replaces */
	replaces?: Replacement;
};

export const EMPTY_DETAILS: Details = {
	title: "",
	description: "",
	licence: "",
	pricing: "fixed",
	price: "",
	suggestedPrice: "",
	asksAddress: true,
	saleMode: "each",
	maxSales: "",
	preview: { images: "blur", clip: "30" },
};

const schema = z.object({
	title: titleField,
	description: descriptionField,
	licence: licenceField,
	price: amountField,
	pricing: pricingField,
	suggestedPrice: z.union([z.literal("").transform(() => undefined), amountField]),
	maxSales: z.union([z.literal("").transform(() => undefined), maxSalesField]),
});

export type DetailErrors = Partial<Record<keyof Details, string>>;

/** Returns the details as the server accepts them, or what is wrong with them, by field. */
export function checkedDetails(
	details: Details,
):
	| { input: Omit<BeginInput, "files" | "cover"> & { replaces: Replacement | undefined } }
	| { errors: DetailErrors } {
	const { saleMode, preview, pricing } = details;
	// One payment opens the link, so a limit has no meaning there.
	const maxSales = saleMode === "link" ? "" : details.maxSales.trim();
	const price = pricing === "free" ? "0" : details.price;
	const suggestedPrice = pricing === "chosen" ? details.suggestedPrice.trim() : "";
	const result = schema.safeParse({ ...details, price, suggestedPrice, maxSales });
	if (!result.success) {
		const errors: DetailErrors = {};
		for (const { path, message } of result.error.issues)
			errors[path[0] as keyof Details] ??= message;
		return { errors };
	}
	const { title, description, licence, ...money } = result.data;
	const suggestedCents = money.suggestedPrice ?? null;
	const fault = priceFault({ pricing, priceCents: money.price, suggestedCents });
	if (fault) return { errors: { [fault.field]: fault.message } };
	return {
		input: {
			title,
			description: description || undefined,
			licence: licence || undefined,
			price: priceOf(money.price),
			...(pricing !== "fixed" && { pricing }),
			...(suggestedCents !== null && { suggestedPrice: priceOf(suggestedCents) }),
			...(pricing === "free" && { asksAddress: details.asksAddress }),
			saleMode,
			maxSales: result.data.maxSales,
			preview,
			addTo: details.addTo,
			replaces: details.replaces,
		},
	};
}

/** Returns true for a price below the card provider's minimum. */
export function isBelowCard(price: string): boolean {
	const cents = centsOf(price);
	return cents !== null && cents > 0 && cents < MIN_CARD_PRICE_CENTS;
}

type Needing = Pick<Details, "title" | "price" | "pricing">;

/** What a form needs before it may be sent. */
export type Needed = "files" | "title" | "price";

/** Returns what is still missing before the form may be sent. */
export function missingFrom({ title, price, pricing }: Needing, fileCount: number): Needed[] {
	const isMissing = {
		files: fileCount === 0,
		title: title.trim() === "",
		price: pricing !== "free" && price.trim() === "",
	};
	return (["files", "title", "price"] as const).filter((each) => isMissing[each]);
}

/** Returns whether the form may be sent: nothing is missing, and an upload is left. */
export function isReady(
	details: Needing,
	fileCount: number,
	/** -1 without limit; undefined while it loads */
	remaining: number | undefined,
): boolean {
	return missingFrom(details, fileCount).length === 0 && remaining !== 0;
}
