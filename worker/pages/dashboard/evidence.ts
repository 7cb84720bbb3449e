import { and, asc, eq, gte, inArray, isNull, or, sql } from "drizzle-orm";
import { files, shares } from "../../catalogue/shares/tables.ts";
import type { CreatorCtx } from "../../core/context.ts";
import { downloadLog } from "../../files/downloads/tables.ts";
import { fetchOwnSale } from "../../payments/sales/refund-purchase.ts";
import { receiptKey } from "../../payments/settlement/mails.ts";
import { ledger } from "../../payments/tables.ts";
import { outbox } from "../../platform/tables.ts";
import { hasFile } from "../../purchases/entitlements/access-sql.ts";
import { purchaseHolders, purchases } from "../../purchases/entitlements/tables.ts";
import type { Sale } from "../../purchases/find-purchase.ts";

const MAX_ROWS = 1000;

export type Evidence = {
	readonly sale: Sale;
	readonly share: typeof shares.$inferSelect | null;
	readonly files: readonly { id: string; originalName: string; size: number }[];
	readonly downloads: readonly (typeof downloadLog.$inferSelect)[];
	readonly ledger: readonly (typeof ledger.$inferSelect)[];
	/** the payer's browser first, then those added by a receipt link or a mailed code */
	readonly accessGiven: readonly { at: number }[];
	readonly receiptSentAt: number | null;
};

/** The sold share and the parts of a bundle. */
const openedShares = ({ id, shareId }: Sale["purchase"]) =>
	sql`(select ${shareId} union all select part.share_id from purchase_parts part
		where part.purchase_id = ${id})`;

export async function gatherEvidence(ctx: CreatorCtx, { id }: { id: string }): Promise<Evidence> {
	const sale = await fetchOwnSale(ctx, id);
	const { purchase } = sale;
	const paidAt = purchase.paidAt ?? purchase.createdAt;
	const [shareRows, fileRows, downloads, lines, holders, receipts] = await ctx.replica.batch([
		ctx.replica.select().from(shares).where(eq(shares.id, purchase.shareId)),
		ctx.replica
			.select({ id: files.id, originalName: files.originalName, size: files.size })
			.from(files)
			.innerJoin(shares, eq(shares.id, files.shareId))
			.innerJoin(purchases, eq(purchases.id, id))
			.where(and(inArray(files.shareId, openedShares(purchase)), hasFile(sql`${files.id}`)))
			.orderBy(asc(shares.title), asc(files.shareId), asc(files.position))
			.limit(MAX_ROWS),
		ctx.replica
			.select()
			.from(downloadLog)
			.where(
				and(
					gte(downloadLog.at, paidAt),
					or(
						eq(downloadLog.purchaseId, purchase.id),
						// In `link` mode downloads have no purchase id: the share's only purchase opened it.
						and(
							eq(downloadLog.shareId, purchase.shareId),
							isNull(downloadLog.purchaseId),
							sql`exists (select 1 from shares where shares.id = ${purchase.shareId}
								and shares.sale_mode = 'link')`,
						),
					),
				),
			)
			.orderBy(asc(downloadLog.at))
			.limit(MAX_ROWS),
		ctx.replica
			.select()
			.from(ledger)
			.where(eq(ledger.purchaseId, purchase.id))
			.orderBy(asc(ledger.at)),
		ctx.replica
			.select({ at: purchaseHolders.createdAt })
			.from(purchaseHolders)
			.where(eq(purchaseHolders.purchaseId, purchase.id))
			.orderBy(asc(purchaseHolders.createdAt)),
		ctx.replica
			.select({ sentAt: outbox.sentAt })
			.from(outbox)
			.where(eq(outbox.dedupeKey, receiptKey(ctx, purchase.id, purchase.buyerEmail ?? ""))),
	]);
	const [share] = shareRows;
	return {
		sale,
		share: share ?? null,
		files: fileRows,
		downloads,
		ledger: lines,
		accessGiven: holders,
		receiptSentAt: receipts[0]?.sentAt ?? null,
	};
}
