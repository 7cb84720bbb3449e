import { type Currency, DIRECT_CURRENCY, highestPrice, leastByCard } from "../money.ts";
import { currentLink, type DirectSettings, linkTakes } from "../payments/direct-way.ts";
import type { Pricing } from "./pricing.ts";

/** The ways of paying that a creator takes. */
export type WaysTaken = {
	readonly card: boolean;
	/** in US dollars */
	readonly cashApp: boolean;
	/** by the creator's link, in the currencies that its site takes; null without one */
	readonly link: string | null;
};

/** The ways by which a price can be paid. */
type WaysToPay = { readonly card: boolean; readonly direct: boolean };

/**
 * The ways that a creator takes, by what is stored of how they are paid, and the hosts at which the operator allows
 * links; cards where nothing is.
 */
export const waysTaken = (
	payout: ({ acceptsCards: boolean | null } & DirectSettings) | null,
	hosts: readonly string[],
): WaysTaken => ({
	card: payout?.acceptsCards !== false,
	cashApp: typeof payout?.cashAppHandle === "string",
	link: currentLink(payout, hosts),
});

/** What a share costs: its price in cents, or the least that its buyers may choose. */
type Priced = {
	readonly pricing: Pricing;
	readonly priceCents: number;
	readonly currency: Currency;
};

/**
 * By which of the ways that a creator takes a share can be paid. Cards need the provider's minimum; what a
 * buyer may pay more for can be paid by card whatever the least is.
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

/** Whether anybody can get a share, for nothing or by a way of paying. `isObtainable` is its twin in SQL. */
export function canBeHad(share: Priced, taken: WaysTaken): boolean {
	const { card, direct } = waysToPay(share, taken);
	return share.priceCents === 0 || card || direct;
}
