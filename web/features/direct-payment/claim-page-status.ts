import type { ShareResponse } from "../../../worker/catalogue/shares/contract/shares.ts";
import { SWITCHES } from "../../../worker/contract/switches.ts";
import type { DeclineReason } from "../../../worker/payments/direct/contract/direct.ts";
import type { PurchaseState } from "../../../worker/purchases/entitlements/contract.ts";
import { type ApiFailure, isTransient } from "../../lib/server/failure.ts";

export type ClaimPageStatus =
	| "loading"
	| "missing"
	| "failed"
	| "already"
	| "own"
	| "closed"
	| "consent"
	| "form"
	| "waiting"
	| "declined"
	/** another payment opened the files */
	| "opened"
	/** only earlier payments can be claimed */
	| "late"
	| "paid";

type ClaimPageState = {
	page: ShareResponse | undefined;
	pageFailure: ApiFailure | undefined;
	hasBegun: boolean;
	beginFailure: ApiFailure | undefined;
	claim: PurchaseState | null;
	reason: DeclineReason | null;
	/** only earlier payments can be claimed */
	isClosed: boolean;
	wantsForm: boolean;
};

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
	if (beginFailure?.code === "share.changed") return "failed";
	if (beginFailure?.code === "consent.required") return "consent";
	const isPaused = beginFailure?.code === SWITCHES.directPayments;
	if (beginFailure) return isTransient(beginFailure) && !isPaused ? "failed" : "closed";
	return state.hasBegun ? "form" : "loading";
}

const EAGER_MS = 2 * 60_000;

/** In ms; 0 once the claim is decided. */
export function pollEvery(claim: PurchaseState | undefined, waitedMs: number): number {
	if (claim !== undefined && claim !== "claimed") return 0;
	return waitedMs < EAGER_MS ? 3_000 : 10_000;
}
