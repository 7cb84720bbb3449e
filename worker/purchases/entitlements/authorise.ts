import { eq, type SQL, sql } from "drizzle-orm";
import type { Edition } from "../../catalogue/shares/contract/editions.ts";
import { shares } from "../../catalogue/shares/tables.ts";
import type { ErrorCode } from "../../contract/errors.ts";
import type { Ctx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { log } from "../../platform/log.ts";
import {
	anyHeldPurchase,
	type Closed,
	closedTo,
	type HeldLine,
	type HeldState,
	heldLine,
	heldPurchase,
	isFreeForAll,
	isKnownBuyer,
	isOwner,
	latestPurchaseState,
	linkPurchase,
} from "./access-sql.ts";

export type Access =
	| { readonly as: "owner" }
	/** `edition`: of the one file that was asked for; absent for buyers of the whole share */
	| { readonly as: "buyer"; readonly purchaseId: string; readonly edition?: Edition }
	| { readonly as: "link"; readonly purchaseId: string }
	/** content that is free without an address */
	| { readonly as: "anyone" };

/** For the log, never for the client. Comments are copied into docs/reference.md by `npm run docs`. */
export type RefusalReason =
	/** The browser isn't a known buyer's: use the receipt's link or *Find my purchases*. */
	| "no_identity"
	/** The buyer has no purchase of this share: use the same if it was bought elsewhere. */
	| "not_purchased"
	/** The payment was begun, is processed, or is a claim that the creator decides. */
	| "payment_pending"
	/** The payment ended without success. */
	| "cancelled"
	/** The creator declined the claim (`decline_reason`). */
	| "declined"
	/** The money went back. */
	| "refunded"
	/** The buyer's bank asks for the money back; a dispute that is won opens the share again. */
	| "disputed"
	/** The creator ended the access (`revoke_reason`) and can restore it. */
	| "revoked"
	| Closed
	/** The share was taken down. */
	| "taken_down"
	/** The share was deleted and isn't kept for this viewer. */
	| "deleted"
	/** The upload isn't finished. */
	| "not_published"
	/** There is no such link or file. */
	| "not_found";

export type Authorisation =
	| { readonly access: Access; readonly reason: null }
	| { readonly access: null; readonly reason: RefusalReason };

const refused = (reason: RefusalReason): Authorisation => ({ access: null, reason });

const granted = (access: Access): Authorisation => ({ access, reason: null });

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

/** The file and moment in question, as expressions. */
type Asked = {
	/** one file, which may have been bought alone */
	fileId?: SQL;
	/** ms, for content only of buyers who paid before then: an earlier version of a file */
	paidBefore?: SQL;
};

/** For queries from `shares` on the primary database. */
export function accessColumns(ctx: Ctx, { fileId, paidBefore }: Asked = {}) {
	return {
		line: (fileId ? heldLine(ctx, fileId, paidBefore) : sql<null>`null`).as("held_line"),
		isOwner: isOwner(ctx).as("viewer_is_owner"),
		heldPurchaseId: heldPurchase(ctx, paidBefore).as("held_purchase_id"),
		linkPurchaseId: linkPurchase(ctx, paidBefore).as("link_purchase_id"),
		// Earlier versions are for paying buyers only.
		isFree: (paidBefore ? sql<number>`0` : isFreeForAll(ctx)).as("is_free_for_all"),
		latestState: latestPurchaseState(ctx).as("latest_purchase_state"),
		isKnownBuyer: isKnownBuyer(ctx).as("viewer_is_known_buyer"),
		closedBecause: closedTo(ctx).as("closed_because"),
	};
}

type AccessRow = {
	line: string | null;
	isOwner: number;
	heldPurchaseId: string | null;
	linkPurchaseId: string | null;
	isFree: number;
	latestState: HeldState | null;
	isKnownBuyer: number;
	closedBecause: Closed | null;
};

/** For queries that run with the decision and must read nothing for viewers without any right, to single files too. */
export function hasSomeAccess(ctx: Ctx): SQL {
	return sql`(${isOwner(ctx)} or ${anyHeldPurchase(ctx)} is not null or ${linkPurchase(ctx)} is not null
		or ${isFreeForAll(ctx)})`;
}

/** Bytes of this edition may be served. */
export const includes = (access: Access, edition: string): boolean =>
	access.as !== "buyer" ||
	access.edition === undefined ||
	access.edition === "full" ||
	access.edition === edition;

/**
 * The decision of every route that serves content. The owner may; the holder of a completed purchase may until access
 * ends, of single files only these in the editions bought; anyone may while a share in `link` mode has one, or is free without an address, once it is open and with its
 * password. A deleted share is open only to its buyers, while its content is kept; one taken down or unpublished to
 * nobody.
 */
export function decideAccess(
	{ status }: Pick<typeof shares.$inferSelect, "status">,
	row: AccessRow,
): Authorisation {
	if (status === "taken_down") return refused("taken_down");
	if (status === "uploading") return refused("not_published");
	if (row.isOwner) return granted({ as: "owner" });
	if (row.heldPurchaseId) return granted({ as: "buyer", purchaseId: row.heldPurchaseId });
	if (row.linkPurchaseId) return granted({ as: "link", purchaseId: row.linkPurchaseId });
	if (row.isFree) return granted({ as: "anyone" });
	if (row.line) return granted({ as: "buyer", ...(JSON.parse(row.line) as HeldLine) });
	if (row.closedBecause && status !== "deleted") return refused(row.closedBecause);
	// Paid but without access: the bytes of a deleted share are no longer kept.
	if (row.latestState && row.latestState !== "paid")
		return refused(REASON_BY_STATE[row.latestState]);
	if (status === "deleted") return refused("deleted");
	return refused(row.isKnownBuyer ? "not_purchased" : "no_identity");
}

/** In one query on the primary database, so that a refund takes effect with the next request. */
export async function authorise(
	ctx: Ctx,
	share: { id: string },
	fileId?: string,
): Promise<Authorisation> {
	const asked = fileId === undefined ? {} : { fileId: sql`${fileId}` };
	const [row] = await ctx.db
		.select({ status: shares.status, ...accessColumns(ctx, asked) })
		.from(shares)
		.where(eq(shares.id, share.id));
	return row ? decideAccess(row, row) : refused("not_found");
}

type Refusal = {
	reason: RefusalReason | null;
	/** `shares.id`; undefined if the link or the file is unknown */
	shareId?: string | undefined;
	fileId?: string | undefined;
	/** the error code, or `preview` if one was served instead of the original */
	code: string;
};

/** Lets an operator explain a refusal by the request id. */
export function logRefusal(refusal: Refusal): void {
	log("info", "download.refused", refusal);
}

export const CLOSED_CODE = {
	not_open: "share.not_open",
	locked: "share.locked",
	ended: "share.ended",
} as const satisfies Record<Closed, ErrorCode>;

export const isClosed = (reason: string): reason is Closed => Object.hasOwn(CLOSED_CODE, reason);

/** Throws `share.not_open`, `share.locked` or `share.ended`. */
export function refuseClosed({ closed }: { closed: Closed | null }): void {
	if (closed) throw failure(CLOSED_CODE[closed]);
}
