import type * as z from "zod";
import type { MyShare } from "../../../../worker/contract/catalogue/shares.ts";
import { centsOf, priceOf } from "../../../../worker/contract/fields.ts";
import type { formInput } from "./form.ts";

type Fields = Omit<z.output<typeof formInput>, "hadPassword" | "parts">;

/** The form's values in the terms of the API; a field without a control is as the share has it. */
function valuesOf(share: MyShare, fields: Fields) {
	const { pricing, suggestedPrice = null } = fields;
	const saleMode = fields.saleMode ?? share.saleMode;
	const isForEach = saleMode === "each";
	return {
		title: fields.title,
		description: fields.description ?? null,
		licence: fields.licence ?? null,
		images: fields.images ?? share.images,
		pricing,
		price: pricing === "free" ? "0.00" : withCents(fields.price),
		suggestedPrice: pricing === "chosen" && suggestedPrice ? withCents(suggestedPrice) : null,
		asksAddress: pricing !== "free" || fields.asksAddress === "on",
		saleMode,
		maxSales: isForEach ? (fields.maxSales ?? null) : share.maxSales,
		indexed: isForEach ? fields.indexed === "on" : share.indexed,
		endsAccess: fields.endsAccess === "on",
	};
}

const withCents = (amount: string) => priceOf(centsOf(amount) ?? 0);

/**
 * What a form changes of a share's details, as the API takes it: only what differs from `share`, as it was when
 * the form was opened. What was changed elsewhere since then stays. Another way of pricing comes with all that
 * belongs to it, since its meaning depends on that.
 */
export function shareEdits(share: MyShare, fields: Fields) {
	const values = valuesOf(share, fields);
	const before = { ...share, description: share.description || null };
	const isRepriced = values.pricing !== share.pricing;
	const priced = ["pricing", "price", "suggestedPrice", "asksAddress"];
	return Object.fromEntries(
		Object.entries(values).filter(
			([name, value]) =>
				value !== before[name as keyof typeof values] || (isRepriced && priced.includes(name)),
		),
	) as Partial<typeof values>;
}
