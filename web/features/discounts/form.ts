import * as z from "zod";
import { type Discount, discountInput } from "../../../worker/catalogue/discounts/contract.ts";
import type { Currency } from "../../../worker/contract/money.ts";
import { amountFault } from "../../lib/forms/price-input.ts";
import { typedNumber } from "../../lib/forms/typed-number.ts";
import { localMinute, minuteOf } from "../../lib/i18n/local-times.ts";

/** Empty text fields are left out; some values have no control. */
const fields = z.object({
	code: z.string().default(""),
	name: z.string().default(""),
	reduction: z.string().default(""),
	kind: z.enum(["percent", "amount"]),
	shareIds: z.array(z.string()).nullable(),
	startsAt: z.string().default(""),
	endsAt: z.string().default(""),
	maxUses: z.string().default(""),
	maxPerBuyer: z.string().default(""),
	belowMinimum: z.enum(["direct", "free"]),
	active: z.literal("on").optional(),
});

export const countOf = (text: string) =>
	text === "" ? null : Number(typedNumber(text, "count") ?? Number.NaN);

/** 32 letters and digits that can't be mistaken for one another, 5 random bits each. */
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

export function randomCode(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(8));
	return Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join("");
}

export const shownMoment = (iso: string | null) => (iso === null ? "" : localMinute(iso));

/** Keeps the stored time if the field is unchanged: it may show less precision. */
function momentOf(text: string, before: string | null): string | null {
	if (text === shownMoment(before)) return before;
	return text === "" ? null : minuteOf(text);
}

/** Turns the form's values into the API's, and maps errors back to the form's fields. */
export function formInput(before: Discount | null, currency: Currency) {
	return fields.transform(({ kind, reduction: text, ...typed }, check) => {
		const reduction = typedNumber(text, kind === "percent" ? kind : currency) ?? "";
		const input = {
			...typed,
			percent: kind === "percent" ? Number(reduction || Number.NaN) : null,
			amount: kind === "amount" ? reduction : null,
			startsAt: momentOf(typed.startsAt, before?.startsAt ?? null),
			endsAt: momentOf(typed.endsAt, before?.endsAt ?? null),
			maxUses: countOf(typed.maxUses),
			maxPerBuyer: countOf(typed.maxPerBuyer),
			active: typed.active === "on",
		};
		for (const { path, message } of discountInput.safeParse(input).error?.issues ?? [])
			check.issues.push({ code: "custom", input, message, path: path.map(fieldOf) });
		const fault = kind === "amount" ? amountFault(reduction, currency) : null;
		if (fault) check.issues.push({ code: "custom", input, message: fault, path: ["reduction"] });
		return input;
	});
}

function fieldOf(name: PropertyKey): PropertyKey {
	return name === "percent" || name === "amount" ? "reduction" : name;
}
