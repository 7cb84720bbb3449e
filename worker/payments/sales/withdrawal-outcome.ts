import { DAY_MS, HOUR_MS } from "../../contract/retention.ts";
import type { Withdrawal, WithdrawalOutcome } from "../../customers/withdrawal/contract.ts";
import type { PurchaseRow } from "../../purchases/find-purchase.ts";
import { givesWithdrawal } from "../../purchases/withdrawal-countries.ts";
import type { withdrawals } from "../tables.ts";

const PERIOD_DAYS = 14;
const SUNDAY = 0;
const SATURDAY = 6;
/** Martinique and Réunion; all buyers with the right are between them. */
const ZONES_MS = [-4 * HOUR_MS, 4 * HOUR_MS];

/**
 * In ms. The day of the contract doesn't count, and the last day ends at the buyer's midnight: one more day covers
 * every time zone. A period that would end at a weekend in any of them ends with the Monday; holidays aren't
 * considered.
 */
export function withdrawalEndsAt(paidAt: number): number {
	const days = ZONES_MS.map((zone) => new Date(paidAt + PERIOD_DAYS * DAY_MS + zone).getUTCDay());
	const more = days.includes(SATURDAY) ? 2 : days.includes(SUNDAY) ? 1 : 0;
	return paidAt + (PERIOD_DAYS + 1 + more) * DAY_MS;
}

/** `at` in ms. */
export function outcomeOf(purchase: PurchaseRow, at: number): WithdrawalOutcome {
	if (purchase.consentAt !== null) return "right_lost";
	const places = [purchase.edgeCountry, purchase.cardCountry].filter((place) => place !== null);
	// An unknown place is decided in the buyer's favour.
	if (places.length > 0 && !places.some(givesWithdrawal)) return "no_right";
	return at < withdrawalEndsAt(purchase.paidAt ?? purchase.createdAt) ? "in_time" : "late";
}

/**
 * If network and card name different places, or the network none (Tor), the creator decides: a buyer can choose a
 * network that needs no consent.
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

export function presentWithdrawal(
	row: Pick<typeof withdrawals.$inferSelect, "at" | "outcome" | "refundAt">,
): Withdrawal {
	return {
		at: new Date(row.at).toISOString(),
		outcome: row.outcome,
		refundsItself: row.refundAt !== null,
	};
}
