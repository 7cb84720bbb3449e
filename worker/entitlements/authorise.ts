import { eq, type SQL, sql } from "drizzle-orm";
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
 * What decides about the viewer's access to each share, as columns of a query on the primary database that
 * selects from `shares`.
 */
export function accessColumns(ctx: Ctx) {
	return {
		owner: isOwner(ctx).as("asks_owner"),
		held: heldPurchase(ctx).as("asks_held"),
		opened: linkPurchase(ctx).as("asks_opened"),
		latest: latestPurchaseState(ctx).as("asks_latest"),
		known: isKnownBuyer(ctx).as("asks_known"),
	};
}

type AccessRow = {
	owner: number;
	held: string | null;
	opened: string | null;
	latest: PurchaseState | null;
	known: number;
};

/**
 * Whether the viewer has a right to a share, which its status may still refuse: for queries that run
 * together with the decision and read nothing for those who have none.
 */
export function hasSomeAccess(ctx: Ctx): SQL {
	return sql`(${isOwner(ctx)} or ${heldPurchase(ctx)} is not null or ${linkPurchase(ctx)} is not null)`;
}

/**
 * Decides for every route that serves content: may this viewer have these bytes, and if not, why? The
 * owner may; the holder of a completed purchase may; anyone may while a share in `link` mode has one. A
 * deleted share is open to its buyers only, while its content is kept for them; one that is taken down
 * or not published to nobody.
 */
export function decideAccess(
	{ status }: Pick<typeof shares.$inferSelect, "status">,
	row: AccessRow,
): Authorisation {
	if (status === "taken_down") return refused("taken_down");
	if (status === "uploading") return refused("not_published");
	if (row.owner) return granted({ as: "owner" });
	if (row.held) return granted({ as: "buyer", purchaseId: row.held });
	if (row.opened) return granted({ as: "link", purchaseId: row.opened });
	// A paid purchase that gives no access is one of a deleted share whose bytes are no longer kept.
	if (row.latest && row.latest !== "paid") return refused(REASON_BY_STATE[row.latest]);
	if (status === "deleted") return refused("deleted");
	return refused(row.known ? "not_purchased" : "no_identity");
}

/** Decides about one share. One query on the primary database, so a refund takes effect with the next request. */
export async function authorise(ctx: Ctx, share: { id: string }): Promise<Authorisation> {
	const [row] = await ctx.db
		.select({ status: shares.status, ...accessColumns(ctx) })
		.from(shares)
		.where(eq(shares.id, share.id));
	return row ? decideAccess(row, row) : refused("not_found");
}
