import type { MyShare } from "../../../worker/contract/shares.ts";

export const STATUSES = [
	"all",
	"live",
	"sold-out",
	"stopped",
	"pending",
	"completed",
	"uploading",
	"removed",
] as const;
export type StatusFilter = (typeof STATUSES)[number];
export const SORTS = ["newest", "oldest", "title", "price", "sales", "earned", "views"] as const;
export type Sort = (typeof SORTS)[number];

export type Criteria = { search: string; status: StatusFilter; sort: Sort };

/**
 * Returns the displayed status of a share. In link mode it is pending until it is paid, then completed;
 * other shares are live until they are sold out or stopped, or removed by the operator.
 */
export function statusOf(share: MyShare): Exclude<StatusFilter, "all"> {
	if (share.status === "uploading") return "uploading";
	if (share.status === "taken_down") return "removed";
	if (share.saleMode === "link" && share.isPaid) return "completed";
	if (share.saleMode === "each" && share.soldOut) return "sold-out";
	if (!share.selling) return "stopped";
	return share.saleMode === "link" ? "pending" : "live";
}

/** Lower case without accents, so that "tromso" finds "Tromsø" and "cafe" finds "Café". */
function plain(text: string): string {
	return text
		.normalize("NFD")
		.replace(/\p{Diacritic}/gu, "")
		.toLowerCase()
		.replaceAll("ø", "o");
}

const ORDERS: Record<Sort, (a: MyShare, b: MyShare) => number> = {
	newest: (a, b) => b.createdAt.localeCompare(a.createdAt),
	oldest: (a, b) => a.createdAt.localeCompare(b.createdAt),
	title: (a, b) => a.title.localeCompare(b.title),
	price: (a, b) => Number(b.price) - Number(a.price),
	sales: (a, b) => b.sales - a.sales,
	earned: (a, b) => Number(b.earned) - Number(a.earned),
	views: (a, b) => b.views - a.views,
};

/** Returns the shares that match, sorted as requested; the given list is not changed. */
export function selectShares(shares: readonly MyShare[], wanted: Criteria): MyShare[] {
	const words = plain(wanted.search).split(/\s+/).filter(Boolean);
	return shares
		.filter((share) => wanted.status === "all" || statusOf(share) === wanted.status)
		.filter((share) => {
			const title = plain(share.title);
			return words.every((word) => title.includes(word));
		})
		.sort(ORDERS[wanted.sort]);
}
