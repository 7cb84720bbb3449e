import { type SQL, sql } from "drizzle-orm";
import type { WebhookClaim } from "../../api/webhooks/contract/webhooks.ts";
import type { Ctx } from "../../core/context.ts";
import { recordEvents } from "../../core/webhook-events/record-events.ts";
import type { PurchaseRow, Sale } from "../../purchases/find-purchase.ts";
import { presentClaim } from "./find-claims.ts";

type Decision = Pick<PurchaseRow, "state" | "declineReason">;

/** The claim after the decision. */
function dataOf(sale: Sale, decision: Decision): { claim: Partial<WebhookClaim> } {
	const after = { ...sale, purchase: { ...sale.purchase, ...decision } };
	const { raisesTo: _, ...claim } = presentClaim(after, "creator");
	return { claim };
}

/** Must precede the statement that makes a new claim, not a correction; `sale` has the buyer's input. */
export function claimCreated(ctx: Ctx, sale: Sale) {
	const { id, creatorId, claimedAt } = sale.purchase;
	return recordEvents(ctx, creatorId, {
		type: "claim.created",
		key: `claim.created:${id}:${claimedAt}`,
		data: dataOf(sale, { state: "claimed", declineReason: null }),
		from: sql`purchases`,
		when: sql`purchases.id = ${id} and purchases.state in ('started', 'declined')`,
	});
}

export function claimApproved(sale: Sale, when: SQL) {
	return {
		type: "claim.approved",
		key: `claim.approved:${sale.purchase.id}`,
		data: dataOf(sale, { state: "paid", declineReason: null }),
		from: sql`purchases`,
		when,
	};
}

/** Must precede the statement that declines the claim; `when` is a condition on the purchase. */
export function claimDeclined(
	ctx: Ctx,
	sale: Sale,
	reason: PurchaseRow["declineReason"],
	when: SQL,
) {
	const { id, creatorId } = sale.purchase;
	return recordEvents(ctx, creatorId, {
		type: "claim.declined",
		key: sql`${`claim.declined:${id}:${reason}:`} || purchases.claimed_at`,
		data: dataOf(sale, { state: "declined", declineReason: reason }),
		from: sql`purchases`,
		when: sql`purchases.id = ${id} and ${when}`,
	});
}
