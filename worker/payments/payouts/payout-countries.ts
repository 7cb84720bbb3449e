import type { PayoutCountries } from "./contract.ts";

/**
 * Read on 2026-11-26. Charges go directly to accounts in the platform's region
 * (https://docs.stripe.com/connect/destination-charges). Transfers reach the regions below, others only by a contract
 * (https://docs.stripe.com/connect/cross-border-payouts and D7 in docs/decisions.md).
 */

/** Without Iceland (https://stripe.com/blog/canada-connect-features). */
const EEA =
	"AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LI LT LU LV MT NL NO PL PT RO SE SI SK".split(
		" ",
	);
/** Any other country is its own region. */
const REGIONS = [["US"], ["GB"], EEA, ["CA"], ["CH"]];

export function payoutCountries(own: string): Omit<PayoutCountries, "settlesIn"> {
	const atOnce = REGIONS.find((region) => region.includes(own)) ?? [own];
	const others = REGIONS.filter((region) => region !== atOnce).flat();
	return { atOnce, byTransfer: REGIONS.includes(atOnce) ? others : [] };
}
