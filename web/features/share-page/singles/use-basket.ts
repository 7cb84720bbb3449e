import { useMemo } from "react";
import type { ShareResponse } from "../../../../worker/catalogue/shares/contract/shares.ts";
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
	/** all pictures in the smaller size, which cost no more than the chosen ones */
	isAllWeb: boolean;
	/** the next larger order: all pictures in the smaller size, or the whole; null if it costs no more */
	more: { kind: "web" | "whole"; cents: number; href: string } | null;
};

/** The page where this order is paid; of the whole share without `items`. */
export function orderHref(
	{ fileShare, files, creator, discount }: ShareResponse,
	cents: number,
	items?: Items,
): string {
	// The page of direct payment refuses what is free.
	const isDirect = !creator.acceptsCard && cents > 0;
	const path = (isDirect ? paths.directPayment : paths.payment)(fileShare.shareId);
	const query = new URLSearchParams({
		...(items && { items: itemsWord(files, items) }),
		...(discount?.price && { code: discount.code }),
	}).toString();
	return query ? `${path}?${query}` : path;
}

/** The favourites that this viewer can still buy, in the chosen size; null if there are none. */
export function useBasket(): ChosenBasket | null {
	const { page } = useHearts();
	const { ids, edition } = useHeartState();
	return useMemo(() => {
		const { files, discount } = page;
		const { singles } = page.fileShare;
		const chosen = itemsOf(files, ids, singles?.web ? edition : "full");
		const withAll: Items = { ...chosen, web: "*" };
		const [some, all] = [priceBasket(page, chosen), priceBasket(page, withAll)];
		if (!some || !all || some.files.length === 0) return null;
		const isAllWeb = Boolean(chosen.web?.length) && !some.isAll && all.cents <= some.cents;
		const best = isAllWeb ? all : some;
		const wholeCents = discount?.price ? shownCents(discount.price) : best.wholeCents;
		const partCents = centsWithCode(page, best.cents);
		const isAll = best.isAll || partCents >= wholeCents;
		const cents = isAll ? wholeCents : partCents;
		const allCents = centsWithCode(page, all.cents);
		const hasMoreWeb = Boolean(chosen.web?.length) && all.web > best.web && allCents < wholeCents;
		const more = hasMoreWeb
			? ({ kind: "web", cents: allCents, href: orderHref(page, allCents, withAll) } as const)
			: ({ kind: "whole", cents: wholeCents, href: orderHref(page, wholeCents) } as const);
		return {
			...best,
			cents,
			// Smaller sizes at the whole's price are the whole.
			href: orderHref(page, cents, isAll ? undefined : isAllWeb ? withAll : chosen),
			isAll,
			isAllWeb: isAllWeb && !isAll,
			more: isAll || more.cents <= cents ? null : more,
		};
	}, [page, ids, edition]);
}
