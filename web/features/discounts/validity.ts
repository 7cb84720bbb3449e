import type { Discount } from "../../../worker/contract/catalogue/discounts.ts";

/** When a code can be used, as of `now` (ms): only later, now, or no more. */
export function validityOf(
	{ startsAt, endsAt }: Pick<Discount, "startsAt" | "endsAt">,
	now: number,
): "later" | "now" | "ended" {
	if (endsAt !== null && Date.parse(endsAt) <= now) return "ended";
	return startsAt !== null && Date.parse(startsAt) > now ? "later" : "now";
}
