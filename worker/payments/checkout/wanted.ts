import type * as z from "zod";
import { type AskedCode, askedCode } from "../../catalogue/discounts/find-discount.ts";
import type { Ctx } from "../../core/context.ts";
import { invalidField } from "../../platform/http/validation.ts";
import type { beginPaymentInput } from "./contract.ts";

export type Wanted = {
	readonly asked: AskedCode | null;
	/** null if the price is fixed */
	readonly chosenCents: number | null;
	readonly checkout: string | null;
};

export type GivenTerms = Pick<z.output<typeof beginPaymentInput>, "code" | "amount" | "checkout">;

/** Throws `request.invalid` for a code with a checkout, whose price is final. */
export async function wantedOf(ctx: Ctx, { code, amount, checkout }: GivenTerms): Promise<Wanted> {
	if (code !== undefined && checkout !== undefined)
		throw invalidField("code", "A checkout takes no discount code");
	return {
		asked: await askedCode(ctx, code),
		chosenCents: amount ?? null,
		checkout: checkout ?? null,
	};
}
