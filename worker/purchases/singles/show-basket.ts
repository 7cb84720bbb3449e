import { wholePrice } from "../../catalogue/shares/contract/basket.ts";
import type { ShareResponse } from "../../catalogue/shares/contract/shares.ts";
import type { ShareRow } from "../../catalogue/shares/tables.ts";
import { priceOf } from "../../contract/fields.ts";
import type { Ctx } from "../../core/context.ts";
import { basketOf, readBasket } from "./basket-sql.ts";

/** In one query, which visitors without an identity save where no files are included. */
export async function showBasket(
	ctx: Ctx,
	share: ShareRow,
): Promise<ShareResponse["basket"] | null> {
	const { singles, priceCents, currency } = share;
	if (!singles) return null;
	const isUnknown = !ctx.credentials.buyerHash && singles.included === 0;
	const { paidCents, free } = isUnknown
		? { paidCents: 0, free: { had: 0, left: 0 } }
		: basketOf(await readBasket(ctx, share, null, ctx.replica));
	return {
		paid: priceOf(paidCents),
		whole: priceOf(wholePrice({ priceCents, currency, singles }, paidCents)),
		freeHad: free.had,
		freeLeft: free.left,
	};
}
