import { reducedCents, reductionFor } from "../../../worker/catalogue/shares/contract/pricing.ts";
import { priceNow } from "../../../worker/catalogue/shares/contract/share-view.ts";
import type { ShareResponse } from "../../../worker/catalogue/shares/contract/shares.ts";
import { priceOf } from "../../../worker/contract/fields.ts";
import { itemsIn, type PricedBasket, priceBasket } from "./basket.ts";

/** The single files of an order; null for the whole share. */
export function orderIn(page: ShareResponse, word: string | null): PricedBasket | null {
	const items = itemsIn(page.files, word);
	const basket = items ? priceBasket(page, items) : null;
	return basket?.isAll ? null : basket;
}

/** Of single files or the whole share for this viewer, with the code; a decimal string. */
export function orderPrice(page: ShareResponse, word: string | null): string {
	const order = orderIn(page, word);
	if (!order) return priceNow(page);
	const { discount, fileShare } = page;
	const { currency, price } = fileShare;
	const wholeCents = Math.round(Number(price) * 100);
	const reduction = reductionFor(
		{ cents: order.cents, wholeCents, isOfFiles: true },
		discount?.reduction ?? null,
		currency,
	);
	return priceOf(reducedCents(order.cents, reduction, currency));
}
