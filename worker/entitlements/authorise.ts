import { eq } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import { shares } from "../shares/tables.ts";
import {
	heldPurchase,
	isKnownBuyer,
	isOwner,
	latestPurchaseState,
	linkPurchase,
} from "./access-sql.ts";
import type { purchases } from "./tables.ts";

/** The quality in which a viewer may have a share's content. */
export type Access =
	| { readonly as: "owner" }
	| { readonly as: "buyer"; readonly purchaseId: string }
	| { readonly as: "link"; readonly purchaseId: string };

/** Why a viewer is refused a share's content: for the log, never for the client. */
export type RefusalReason =
	| "not_found"
	| "not_published"
	| "taken_down"
	| "deleted"
	| "no_identity"
	| "not_purchased"
	| "payment_pending"
	| "cancelled"
	| "declined"
	| "refunded"
	| "disputed";

export type Authorisation =
	| { readonly access: Access; readonly reason: null }
	| { readonly access: null; readonly reason: RefusalReason };

type PurchaseState = (typeof purchases.$inferSelect)["state"];

const refused = (reason: RefusalReason): Authorisation => ({ access: null, reason });

const granted = (access: Access): Authorisation => ({ access, reason: null });

/** The reason for each state of a purchase that gives no access. */
const REASON_BY_STATE: Readonly<Record<Exclude<PurchaseState, "paid">, RefusalReason>> = {
	started: "payment_pending",
	processing: "payment_pending",
	claimed: "payment_pending",
	cancelled: "cancelled",
	declined: "declined",
	refunded: "refunded",
	disputed: "disputed",
};

/**
 * Called by every route that serves content: may this viewer have these bytes, and if not, why? The
 * owner may; the holder of a completed purchase may; anyone may while a share in `link` mode has one. A
 * deleted share is open to its buyers only, while its content is kept for them; one that is taken down
 * or not published to nobody. One query on the primary database, so a refund takes effect with the next
 * request.
 */
export async function authorise(ctx: Ctx, share: { id: string }): Promise<Authorisation> {
	const [row] = await ctx.db
		.select({
			status: shares.status,
			owner: isOwner(ctx),
			held: heldPurchase(ctx),
			opened: linkPurchase(ctx),
			latest: latestPurchaseState(ctx),
			known: isKnownBuyer(ctx),
		})
		.from(shares)
		.where(eq(shares.id, share.id));
	if (!row) return refused("not_found");
	if (row.status === "taken_down") return refused("taken_down");
	if (row.status === "uploading") return refused("not_published");
	if (row.owner) return granted({ as: "owner" });
	if (row.held) return granted({ as: "buyer", purchaseId: row.held });
	if (row.opened) return granted({ as: "link", purchaseId: row.opened });
	// A paid purchase that gives no access is one of a deleted share whose bytes are no longer kept.
	if (row.latest && row.latest !== "paid") return refused(REASON_BY_STATE[row.latest]);
	if (row.status === "deleted") return refused("deleted");
	return refused(row.known ? "not_purchased" : "no_identity");
}
