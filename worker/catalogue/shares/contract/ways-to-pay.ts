import {
	type Currency,
	DIRECT_CURRENCY,
	highestPrice,
	leastByCard,
} from "../../../contract/money.ts";
import {
	currentLink,
	type DirectSettings,
	linkTakes,
} from "../../../payments/direct/contract/direct-way.ts";
import type { Pricing } from "./pricing.ts";

export type WaysTaken = {
	readonly card: boolean;
	/** in US dollars */
	readonly cashApp: boolean;
	/** the creator's link; null without one */
	readonly link: string | null;
};

type WaysToPay = { readonly card: boolean; readonly direct: boolean };

/** Returns how a creator can be paid; cards by default. `hosts` are those that the operator allows in links. */
export const waysTaken = (
	payout: ({ acceptsCards: boolean | null } & DirectSettings) | null,
	hosts: readonly string[],
): WaysTaken => ({
	card: payout?.acceptsCards !== false,
	cashApp: typeof payout?.cashAppHandle === "string",
	link: currentLink(payout, hosts),
});

/** A share's price in cents, or the minimum that buyers may choose. */
type Priced = {
	readonly pricing: Pricing;
	readonly priceCents: number;
	readonly currency: Currency;
};

/**
 * Returns how a share can be paid. Cards need the provider's minimum; if buyers choose the price, they can always
 * pay enough for a card.
 */
export function waysToPay({ pricing, priceCents, currency }: Priced, taken: WaysTaken): WaysToPay {
	const mostCents = pricing === "chosen" ? highestPrice(currency) : priceCents;
	return {
		card: taken.card && mostCents >= leastByCard(currency),
		direct:
			mostCents > 0 &&
			(linkTakes(taken.link, currency) || (taken.cashApp && currency === DIRECT_CURRENCY)),
	};
}

/** Returns whether anybody can get a share. `isObtainable` is its twin in SQL. */
export function canBeHad(share: Priced, taken: WaysTaken): boolean {
	const { card, direct } = waysToPay(share, taken);
	return share.priceCents === 0 || card || direct;
}
