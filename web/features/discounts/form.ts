import * as z from "zod";
import { type Discount, discountInput } from "../../../worker/contract/catalogue/discounts.ts";
import type { Currency } from "../../../worker/contract/money.ts";
import { amountFault } from "../../lib/forms/price-input.ts";
import { typedNumber } from "../../lib/forms/typed-number.ts";
import { localMinute, minuteOf } from "../../lib/i18n/local-times.ts";

/** Text of the fields, which are left out where they are empty, and what has no control. */
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

/** A count as typed; null for none. */
export const countOf = (text: string) =>
	text === "" ? null : Number(typedNumber(text, "count") ?? Number.NaN);

/** Letters and digits that nobody mistakes for others: 32 of them, 5 random bits each. */
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** A code that cannot be guessed. */
export function randomCode(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(8));
	return Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join("");
}

/** A moment as the form shows it; empty for none. */
export const shownMoment = (iso: string | null) => (iso === null ? "" : localMinute(iso));

/** Times are kept where the field was not changed: it shows less of them than may be stored. */
function momentOf(text: string, before: string | null): string | null {
	if (text === shownMoment(before)) return before;
	return text === "" ? null : minuteOf(text);
}

/** The form's values as the API takes them, with its errors at the form's fields. */
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

/** The form's field for a field of the API. */
function fieldOf(name: PropertyKey): PropertyKey {
	return name === "percent" || name === "amount" ? "reduction" : name;
}
