import type { AskedCode, AskedPrice, Due } from "./arithmetic.ts";
import type { Seller } from "./seller.ts";

/** What one buyer asked for, what had to come of it, and what did. */
export type Quote = {
	readonly seller: Pick<Seller, "creator" | "plan" | "slug">;
	readonly asked: AskedPrice;
	readonly code: (AskedCode & { code: string }) | null;
	/** what the buyer typed as the amount */
	readonly typed: string | null;
	readonly due: Due;
	/** the purchase that came of it, by what identifies it in that route; null for none */
	purchase: { route: "card" | "direct" | "free"; key: string } | null;
	/** where the product did not say what had to come */
	wrong: string | null;
};

/** The body of the calls that begin to buy. */
export function bodyFor({ seller, code, typed }: Quote) {
	return {
		shareId: seller.slug,
		...(code && { code: code.code }),
		...(typed !== null && { amount: typed }),
	};
}
