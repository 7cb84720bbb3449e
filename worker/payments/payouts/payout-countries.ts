import type { PayoutCountries } from "../../contract/payments/payments.ts";

/**
 * How the payment provider pays creators in a country, by the country of the operator's own account. Read on
 * 2026-11-26, in stored copies of unknown age:
 *
 * - https://docs.stripe.com/connect/destination-charges: without `on_behalf_of`, within the platform's region only.
 * - https://docs.stripe.com/connect/cross-border-payouts: platforms in the United States, the United Kingdom, the EEA,
 *   Canada and Switzerland transfer to accounts in any of these, under the full service agreement. To others Stripe
 *   transfers only by a contract; D7 in docs/decisions.md says why Global Payouts are not used.
 * - https://docs.stripe.com/connect/cross-border-payouts/special-requirements: typically one unit of the account's currency is
 *   paid out at least, such as one euro. That is no concern of transfers: an account pays out the sum of them.
 */

/** The EEA, without Iceland, which Stripe's list of countries for charges and transfers lacks (https://stripe.com/blog/canada-connect-features). */
const EEA =
	"AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LI LT LU LV MT NL NO PL PT RO SE SI SK".split(
		" ",
	);
/** The regions between which Stripe transfers. A country that is in none is a region by itself. */
const REGIONS = [["US"], ["GB"], EEA, ["CA"], ["CH"]];

/** Returns where an operator in a country can pay creators. */
export function payoutCountries(own: string): Omit<PayoutCountries, "settlesIn"> {
	const atOnce = REGIONS.find((region) => region.includes(own)) ?? [own];
	const others = REGIONS.filter((region) => region !== atOnce).flat();
	return { atOnce, byTransfer: REGIONS.includes(atOnce) ? others : [] };
}
