import * as z from "zod";
import { externalIdField, idField, limitField } from "../../../contract/fields.ts";
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
/** As shown in the creator's list. */
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
	/** words of the title, in any order, ignoring case and accents */
	search: z.string().trim().max(200).optional(),
	/** only shares in this state */
	status: z.enum(SHARE_STATUSES).optional(),
	/** the order */
	sort: z.enum(SHARE_SORTS).default("newest"),
	/** only this share */
	shareId: idField.optional(),
	/** only the share with this external id */
	externalId: externalIdField.optional(),
	/** the start of the page, from the link to it */
	after: z.string().max(1000).optional(),
	limit: limitField,
	/** the earlier name of `limit` */
	most: limitField,
});

/**
 * In link mode a share is pending until it is paid, then completed; others are live until they are sold out,
 * stopped or removed by the operator. The list of shares has a twin in SQL.
 */
export function displayedStatus(share: MyShare): DisplayedStatus {
	if (share.status === "uploading") return "uploading";
	if (share.status === "taken_down") return "removed";
	if (share.saleMode === "link" && share.isPaid) return "completed";
	if (share.saleMode === "each" && share.soldOut) return "sold-out";
	if (!share.selling) return "stopped";
	return share.saleMode === "link" ? "pending" : "live";
}
