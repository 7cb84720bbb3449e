import type * as z from "zod";
import { createBundleInput, type OwnedParts } from "../../../worker/catalogue/bundles/contract.ts";
import { type DraftDetails, EMPTY_DRAFT } from "../../../worker/catalogue/drafts/contract.ts";
import { type Currency, portionIn } from "../../../worker/contract/money.ts";
import { amountErrors, shownAmount } from "../../lib/forms/price-input.ts";

export type Details = Pick<
	DraftDetails,
	"title" | "description" | "pricing" | "price" | "suggestedPrice"
> & {
	ownedParts: OwnedParts;
	/** slugs, in the order of the page */
	parts: readonly string[];
};

export const EMPTY_DETAILS: Details = { ...EMPTY_DRAFT, ownedParts: "full", parts: [] };

export type BundleInput = z.input<typeof createBundleInput>;

export function checkedDetails(
	details: Details,
	currency: Currency,
): { input: BundleInput } | { errors: Record<string, string> } {
	const isChosen = details.pricing === "chosen";
	const description = details.description.trim();
	const suggestedPrice = isChosen ? details.suggestedPrice.trim() : "";
	const input: BundleInput = {
		title: details.title,
		...(description !== "" && { description }),
		price: details.price.trim(),
		pricing: isChosen ? "chosen" : "fixed",
		...(suggestedPrice !== "" && { suggestedPrice }),
		ownedParts: details.ownedParts,
		parts: [...details.parts],
	};
	const errors = amountErrors(input, currency);
	for (const { path, message } of createBundleInput.safeParse(input).error?.issues ?? [])
		errors[String(path[0])] ??= message;
	return Object.keys(errors).length > 0 ? { errors } : { input };
}

export function proposalsFor(
	sum: number,
	currency: Currency,
): { percent: number; price: string }[] {
	return [10, 20, 30]
		.map((percent) => ({ percent, cents: portionIn(currency, sum, 100 - percent, 100) }))
		.filter(({ cents }) => cents > 0)
		.map(({ percent, cents }) => ({ percent, price: shownAmount(cents, currency) }));
}
