import { reducedCents, reductionFor } from "../../../worker/catalogue/shares/contract/reduction.ts";
import { priceNow } from "../../../worker/catalogue/shares/contract/share-view.ts";
import type { ShareResponse } from "../../../worker/catalogue/shares/contract/shares.ts";
import { shownCents } from "../../../worker/contract/shown-cents.ts";
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
	return order ? (centsWithCode(page, order.cents) / 100).toFixed(2) : priceNow(page);
}

/** Of single files before the code and with it. */
export function centsWithCode({ discount, fileShare }: ShareResponse, cents: number): number {
	const { currency, price } = fileShare;
	const wholeCents = shownCents(price);
	const reduction = reductionFor(
		{ cents, wholeCents, isOfFiles: true },
		discount?.reduction ?? null,
		currency,
	);
	return reducedCents(cents, reduction, currency);
}
