import * as z from "zod";
import { externalIdField, idField, limitField } from "../fields.ts";
import type { MyShare } from "./shares.ts";

export const SHARE_STATUSES = [
	"live",
	"sold-out",
	"stopped",
	"pending",
	"completed",
	"uploading",
	"removed",
] as const;
/** The status of a share as its creator's list displays it. */
export type DisplayedStatus = (typeof SHARE_STATUSES)[number];
export const SHARE_SORTS = [
	"newest",
	"oldest",
	"title",
	"price",
	"sales",
	"earned",
	"views",
] as const;
export type ShareSort = (typeof SHARE_SORTS)[number];

export const shareListQuery = z.strictObject({
	/** words of the title, in any order, without regard to case and accents */
	search: z.string().trim().max(200).optional(),
	/** only shares in this state */
	status: z.enum(SHARE_STATUSES).optional(),
	/** the order; `earned` is what was earned */
	sort: z.enum(SHARE_SORTS).default("newest"),
	/** the only share that is wanted */
	shareId: idField.optional(),
	/** the share to which another program gave this id */
	externalId: externalIdField.optional(),
	/** where the page begins, from the link to it */
	after: z.string().max(1000).optional(),
	/** how many shares a page has; 50 where not given */
	limit: limitField,
	/** the earlier name of `limit` */
	most: limitField,
});

/**
 * Returns the displayed status of a share. In link mode it is pending until it is paid, then completed;
 * other shares are live until they are sold out or stopped, or removed by the operator. The list of shares
 * has a twin in SQL.
 */
export function displayedStatus(share: MyShare): DisplayedStatus {
	if (share.status === "uploading") return "uploading";
	if (share.status === "taken_down") return "removed";
	if (share.saleMode === "link" && share.isPaid) return "completed";
	if (share.saleMode === "each" && share.soldOut) return "sold-out";
	if (!share.selling) return "stopped";
	return share.saleMode === "link" ? "pending" : "live";
}
