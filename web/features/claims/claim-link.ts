import type { DirectClaim } from "../../../worker/payments/direct/contract/direct.ts";

/** From the mailed link: the claim's id, and the token that proves it was mailed. */
export type ClaimLink = { id: string; token: string };

/** Parses `{claim id}.{token}`; null if invalid. */
export function claimLinkOf(text: string | null): ClaimLink | null {
	const [, id, token] = /^([A-Za-z0-9_-]{8,64})\.([A-Za-z0-9_-]{20,200})$/.exec(text ?? "") ?? [];
	return id && token ? { id, token } : null;
}

/** A decision while the claim is pending or its money may have to be returned, then the result. */
export type ClaimView = "asks" | "approved" | "declined" | "closed";

export function claimViewOf({ state, reason }: Pick<DirectClaim, "state" | "reason">): ClaimView {
	if (state === "claimed" || reason === "already_open") return "asks";
	if (state === "paid") return "approved";
	return state === "declined" ? "declined" : "closed";
}
