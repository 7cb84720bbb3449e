import type { DeclineReason, PurchaseState } from "../../../worker/contract/payments.ts";
import type { ShareResponse } from "../../../worker/contract/shares.ts";
import { type ApiFailure, isTransient } from "../../lib/failure.ts";

/** What the page shows. */
export type ClaimPageStatus =
	| "loading"
	| "missing"
	| "failed"
	| "already"
	| "own"
	| "closed"
	| "form"
	| "waiting"
	| "declined"
	/** the files are open by another payment; the creator returns this one */
	| "opened"
	/** nothing more can be paid, but a payment already made may be told */
	| "late"
	| "paid";

type ClaimPageState = {
	page: ShareResponse | undefined;
	pageFailure: ApiFailure | undefined;
	/** the server has handed out a reference code */
	hasBegun: boolean;
	beginFailure: ApiFailure | undefined;
	/** where the buyer's claim stands; null when there is none */
	claim: PurchaseState | null;
	/** why the claim is declined, if it is */
	reason: DeclineReason | null;
	/** the share can no longer be bought; what was begun before may still be told */
	isClosed: boolean;
	/** the buyer asked for the form again, after a refusal or to correct something */
	wantsForm: boolean;
};

/** Where the buyer stands; what is certain comes first. */
export function claimPageStatusOf(state: ClaimPageState): ClaimPageStatus {
	const { page, pageFailure, beginFailure, claim, reason, isClosed, wantsForm } = state;
	if (claim === "paid") return "paid";
	if (page && claim === "declined" && reason === "already_open") return "opened";
	if (!page) {
		if (!pageFailure) return "loading";
		return isTransient(pageFailure) ? "failed" : "missing";
	}
	if (page.fileShare.isOwner) return "own";
	if (isClosed && (claim === null || wantsForm)) return "late";
	if (page.fileShare.isPaid || beginFailure?.code === "payment.already_paid") return "already";
	if (claim === "claimed" && !wantsForm) return "waiting";
	if (claim === "declined" && !wantsForm) return "declined";
	if (beginFailure) return isTransient(beginFailure) ? "failed" : "closed";
	return state.hasBegun ? "form" : "loading";
}

const EAGER_MS = 2 * 60_000;

/** How long to wait until a claim is looked at again, in ms; 0 when its answer is there. */
export function pollEvery(claim: PurchaseState | undefined, waitedMs: number): number {
	if (claim !== undefined && claim !== "claimed") return 0;
	// Somebody who has waited for minutes does not mind ten seconds.
	return waitedMs < EAGER_MS ? 3_000 : 10_000;
}
