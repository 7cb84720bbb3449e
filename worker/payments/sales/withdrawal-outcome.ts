import type { Withdrawal, WithdrawalOutcome } from "../../contract/customers/withdrawal.ts";
import { givesWithdrawal } from "../../contract/customers/withdrawal-countries.ts";
import { DAY_MS, HOUR_MS } from "../../contract/retention.ts";
import type { PurchaseRow } from "../../purchases/find-purchase.ts";
import type { withdrawals } from "../tables.ts";

const PERIOD_DAYS = 14;
const SUNDAY = 0;
const SATURDAY = 6;
/** The time zones of Martinique and Réunion, between which all buyers with the right live. */
const ZONES_MS = [-4 * HOUR_MS, 4 * HOUR_MS];

/**
 * Until when a buyer may withdraw. The day of the contract does not count, and the last day ends at
 * midnight where the buyer is: a day more than 14 times 24 hours covers every time zone. A period that
 * would end at a weekend, anywhere between these zones, ends with the Monday; holidays are not known.
 */
export function withdrawalEndsAt(paidAt: number): number {
	const days = ZONES_MS.map((zone) => new Date(paidAt + PERIOD_DAYS * DAY_MS + zone).getUTCDay());
	const more = days.includes(SATURDAY) ? 2 : days.includes(SUNDAY) ? 1 : 0;
	return paidAt + (PERIOD_DAYS + 1 + more) * DAY_MS;
}

/** What a declaration made at `at` means for a purchase. */
export function outcomeOf(purchase: PurchaseRow, at: number): WithdrawalOutcome {
	if (purchase.consentAt !== null) return "right_lost";
	const places = [purchase.edgeCountry, purchase.cardCountry].filter((place) => place !== null);
	// Where nothing is known, the buyer has the benefit of the doubt.
	if (places.length > 0 && !places.some(givesWithdrawal)) return "no_right";
	return at < withdrawalEndsAt(purchase.paidAt ?? purchase.createdAt) ? "in_time" : "late";
}

/**
 * Whether the money goes back by itself. Not where network and card name different places, or the network
 * none, as Tor: a network can be chosen to be asked for no consent, so the creator looks at it.
 */
export function refundsItself(purchase: PurchaseRow, outcome: WithdrawalOutcome): boolean {
	return (
		outcome === "in_time" &&
		purchase.route === "card" &&
		purchase.state === "paid" &&
		purchase.edgeCountry !== null &&
		!purchase.countryConflict
	);
}

/** A declaration as buyer and creator see it. */
export function presentWithdrawal(
	row: Pick<typeof withdrawals.$inferSelect, "at" | "outcome" | "refundAt">,
): Withdrawal {
	return {
		at: new Date(row.at).toISOString(),
		outcome: row.outcome,
		refundsItself: row.refundAt !== null,
	};
}
