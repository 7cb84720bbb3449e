import { type Currency, DIRECT_CURRENCY, highestPrice, leastByCard } from "../money.ts";
import type { Pricing } from "./pricing.ts";

/** Ways of paying: those that a creator takes, or those by which a price can be paid. */
export type WaysToPay = { readonly card: boolean; readonly direct: boolean };

/** The ways that a creator takes, by what is stored of how they are paid; cards where nothing is. */
export const waysTaken = (
	payout: { acceptsCards: boolean | null; cashAppHandle: string | null } | null,
): WaysToPay => ({
	card: payout?.acceptsCards !== false,
	direct: typeof payout?.cashAppHandle === "string",
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
export function waysToPay({ pricing, priceCents, currency }: Priced, taken: WaysToPay): WaysToPay {
	const mostCents = pricing === "chosen" ? highestPrice(currency) : priceCents;
	return {
		card: taken.card && mostCents >= leastByCard(currency),
		direct: taken.direct && mostCents > 0 && currency === DIRECT_CURRENCY,
	};
}

/** Whether anybody can get a share, for nothing or by a way of paying. `isObtainable` is its twin in SQL. */
export function canBeHad(share: Priced, taken: WaysToPay): boolean {
	const { card, direct } = waysToPay(share, taken);
	return share.priceCents === 0 || card || direct;
}
