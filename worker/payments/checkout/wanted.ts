import { type AskedCode, askedCode } from "../../catalogue/discounts/find-discount.ts";
import type { Ctx } from "../../core/context.ts";
import { invalidField } from "../../platform/http/validation.ts";

/** What a buyer asks to pay: with a code, an amount where the buyer chooses, or by a checkout. */
export type Wanted = {
	/** the code; null for none */
	readonly asked: AskedCode | null;
	/** cents; null where the price is fixed */
	readonly chosenCents: number | null;
	/** the checkout's id; null for none */
	readonly checkout: string | null;
};

/** What the routes take of it: `amount` in cents. */
export type GivenTerms = {
	code?: string | undefined;
	amount?: number | undefined;
	checkout?: string | undefined;
};

/** Reads what a buyer asks to pay. Throws `request.invalid` for a code beside a checkout, whose price is final. */
export async function wantedOf(ctx: Ctx, { code, amount, checkout }: GivenTerms): Promise<Wanted> {
	if (code !== undefined && checkout !== undefined)
		throw invalidField("code", "A checkout takes no discount code");
	return {
		asked: await askedCode(ctx, code),
		chosenCents: amount ?? null,
		checkout: checkout ?? null,
	};
}
