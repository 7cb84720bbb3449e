import type { DirectClaim } from "../../../worker/contract/payments.ts";

/** What the mailed link names: which claim, and the proof that it was mailed. */
export type ClaimLink = { id: string; token: string };

/** The parts of `{claim id}.{token}`, or null when it is no such link. */
export function claimLinkOf(text: string | null): ClaimLink | null {
	const [, id, token] = /^([A-Za-z0-9_-]{8,64})\.([A-Za-z0-9_-]{20,200})$/.exec(text ?? "") ?? [];
	return id && token ? { id, token } : null;
}

/** What the creator sees: a question while the claim waits or its money may have to go back, else what became of it. */
export type ClaimView = "asks" | "approved" | "declined" | "closed";

/** The view of a claim. */
export function claimViewOf({ state, reason }: Pick<DirectClaim, "state" | "reason">): ClaimView {
	if (state === "claimed" || reason === "already_open") return "asks";
	if (state === "paid") return "approved";
	return state === "declined" ? "declined" : "closed";
}
