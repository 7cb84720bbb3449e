import { type AskedCode, askedCode } from "../../catalogue/discounts/find-discount.ts";
import type { Ctx } from "../../core/context.ts";
import { invalidField } from "../../platform/http/validation.ts";

/** The terms that a buyer asks for: a code, an amount if the buyer chooses it, or a checkout. */
export type Wanted = {
	/** the code; null for none */
	readonly asked: AskedCode | null;
	/** cents; null if the price is fixed */
	readonly chosenCents: number | null;
	/** the checkout's id; null for none */
	readonly checkout: string | null;
};

/** The terms as routes receive them: `amount` in cents. */
export type GivenTerms = {
	code?: string | undefined;
	amount?: number | undefined;
	checkout?: string | undefined;
};

/**
 * Reads the terms that a buyer asks for. Throws `request.invalid` for a code with a checkout, whose price is final.
 */
export async function wantedOf(ctx: Ctx, { code, amount, checkout }: GivenTerms): Promise<Wanted> {
	if (code !== undefined && checkout !== undefined)
		throw invalidField("code", "A checkout takes no discount code");
	return {
		asked: await askedCode(ctx, code),
		chosenCents: amount ?? null,
		checkout: checkout ?? null,
	};
}
