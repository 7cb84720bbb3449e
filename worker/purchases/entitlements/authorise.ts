import { eq, type SQL, sql } from "drizzle-orm";
import { shares } from "../../catalogue/shares/tables.ts";
import type { Ctx } from "../../core/context.ts";
import {
	type Closed,
	closedTo,
	type HeldState,
	heldPurchase,
	isFreeForAll,
	isKnownBuyer,
	isOwner,
	latestPurchaseState,
	linkPurchase,
} from "./access-sql.ts";

/** The quality in which a viewer may have a share's content. */
export type Access =
	| { readonly as: "owner" }
	| { readonly as: "buyer"; readonly purchaseId: string }
	| { readonly as: "link"; readonly purchaseId: string }
	/** everyone may have what is free without an address */
	| { readonly as: "anyone" };

/** Why a viewer is refused a share's content: for the log, never for the client. */
export type RefusalReason =
	| "not_found"
	| "not_published"
	| "taken_down"
	| "deleted"
	| "no_identity"
	| Closed
	| "not_purchased"
	| "payment_pending"
	| "cancelled"
	| "declined"
	| "refunded"
	| "disputed"
	| "revoked";

export type Authorisation =
	| { readonly access: Access; readonly reason: null }
	| { readonly access: null; readonly reason: RefusalReason };

const refused = (reason: RefusalReason): Authorisation => ({ access: null, reason });

const granted = (access: Access): Authorisation => ({ access, reason: null });

/** The reason for each state of a purchase that gives no access. */
const REASON_BY_STATE: Readonly<Record<Exclude<HeldState, "paid">, RefusalReason>> = {
	started: "payment_pending",
	processing: "payment_pending",
	claimed: "payment_pending",
	cancelled: "cancelled",
	declined: "declined",
	refunded: "refunded",
	lost: "refunded",
	disputed: "disputed",
	revoked: "revoked",
};

/**
 * What decides about the viewer's access to each share, as columns of a query on the primary database that
 * selects from `shares`. `paidBefore` (ms) is for content that only those have who paid before then: an
 * earlier version of a file, until it was replaced.
 */
export function accessColumns(ctx: Ctx, paidBefore?: SQL) {
	return {
		owner: isOwner(ctx).as("asks_owner"),
		held: heldPurchase(ctx, paidBefore).as("asks_held"),
		opened: linkPurchase(ctx, paidBefore).as("asks_opened"),
		// Who has not paid has nothing from before.
		free: (paidBefore ? sql<number>`0` : isFreeForAll(ctx)).as("asks_free"),
		latest: latestPurchaseState(ctx).as("asks_latest"),
		known: isKnownBuyer(ctx).as("asks_known"),
		closed: closedTo(ctx).as("asks_closed"),
	};
}

type AccessRow = {
	owner: number;
	held: string | null;
	opened: string | null;
	free: number;
	latest: HeldState | null;
	known: number;
	closed: Closed | null;
};

/**
 * Whether the viewer has a right to a share, which its status may still refuse: for queries that run
 * together with the decision and read nothing for those who have none.
 */
export function hasSomeAccess(ctx: Ctx): SQL {
	return sql`(${isOwner(ctx)} or ${heldPurchase(ctx)} is not null or ${linkPurchase(ctx)} is not null
		or ${isFreeForAll(ctx)})`;
}

/**
 * Decides for every route that serves content: may this viewer have these bytes, and if not, why? The
 * owner may; the holder of a completed purchase may, while access has not ended; anyone may while a share
 * in `link` mode has one, or is free without an address, once it is open and with its password. A deleted
 * share is open to its buyers only, while its content is kept for them; one that is taken down
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
	if (row.free) return granted({ as: "anyone" });
	if (row.closed && status !== "deleted") return refused(row.closed);
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
