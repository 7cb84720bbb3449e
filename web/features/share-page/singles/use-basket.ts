import { useMemo } from "react";
import { shownCents } from "../../../../worker/contract/shown-cents.ts";
import { paths } from "../../../lib/addresses/paths.ts";
import {
	type Items,
	itemsOf,
	itemsWord,
	type PricedBasket,
	priceBasket,
} from "../../../lib/buying/basket.ts";
import { centsWithCode } from "../../../lib/buying/order-price.ts";
import { useHeartState, useHearts } from "./hearts.ts";

/** Its prices are with the code. */
export type ChosenBasket = PricedBasket & {
	/** of the page where it is paid */
	href: string;
	/** where the whole share is paid instead */
	wholeHref: string;
	/** all pictures in the smaller size, which cost no more than the chosen ones */
	isAllWeb: boolean;
};

/** The favourites that this viewer can still buy, in the chosen size; null if there are none. */
export function useBasket(): ChosenBasket | null {
	const { page } = useHearts();
	const { ids, edition } = useHeartState();
	return useMemo(() => {
		const { fileShare, files, creator, discount } = page;
		const { singles, shareId } = fileShare;
		const chosen = itemsOf(files, ids, singles?.web ? edition : "full");
		const withAll: Items = { ...chosen, web: "*" };
		const [some, all] = [priceBasket(page, chosen), priceBasket(page, withAll)];
		if (!some || !all || some.files.length === 0) return null;
		const isAllWeb = Boolean(chosen.web?.length) && !some.isAll && all.cents <= some.cents;
		const best = isAllWeb ? all : some;
		const wholeCents = discount?.price ? shownCents(discount.price) : best.wholeCents;
		const cents = best.isAll ? wholeCents : centsWithCode(page, best.cents);
		const code = discount?.price ? { code: discount.code } : null;
		const address = (price: number, query: Record<string, string>) => {
			// The page of direct payment refuses what is free.
			const isDirect = !creator.acceptsCard && price > 0;
			const path = isDirect ? paths.directPayment(shareId) : paths.payment(shareId);
			const text = new URLSearchParams({ ...query, ...code }).toString();
			return text ? `${path}?${text}` : path;
		};
		return {
			...best,
			cents,
			wholeCents,
			href: address(cents, { items: itemsWord(files, isAllWeb ? withAll : chosen) }),
			wholeHref: address(wholeCents, {}),
			isAllWeb,
		};
	}, [page, ids, edition]);
}
