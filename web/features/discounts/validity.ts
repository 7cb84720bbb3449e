import type { Discount } from "../../../worker/contract/catalogue/discounts.ts";

/** Whether a code is valid as of `now` (ms): not yet, now, or no longer. */
export function validityOf(
	{ startsAt, endsAt }: Pick<Discount, "startsAt" | "endsAt">,
	now: number,
): "later" | "now" | "ended" {
	if (endsAt !== null && Date.parse(endsAt) <= now) return "ended";
	return startsAt !== null && Date.parse(startsAt) > now ? "later" : "now";
}
