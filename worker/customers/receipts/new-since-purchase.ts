import { and, desc, eq, gt, inArray, isNull, lt, sql } from "drizzle-orm";
import { earlierFiles, files, shares } from "../../catalogue/shares/tables.ts";
import type { Ctx } from "../../core/context.ts";
import { isAvailableToBuyers, isWithinAccess } from "../../purchases/entitlements/access-sql.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import type { Receipt } from "./contract.ts";

const MAX_ROWS = 500;
const MAX_SHOWN = 20;

type News = Pick<Receipt, "news" | "earlierVersions">;

/** Finds files added and replaced since these purchases, which still give access, were paid. */
export async function newSincePurchase(
	ctx: Ctx,
	ids: readonly string[],
): Promise<(purchaseId: string) => News> {
	if (ids.length === 0) return () => ({ news: [], earlierVersions: [] });
	const theirs = and(
		inArray(purchases.id, sql`(select value from json_each(${JSON.stringify(ids)}))`),
		eq(purchases.state, "paid"),
		isNull(purchases.revokedAt),
		isWithinAccess(ctx, sql`purchases`),
		sql`shares.status <> 'taken_down' and ${isAvailableToBuyers(ctx)}`,
	);
	const isOpened = sql`${shares.id} in (select purchases.share_id union all
		select opened_part.share_id from purchase_parts opened_part
		where opened_part.purchase_id = purchases.id)`;
	// In a batch each column needs its own name.
	const ofPurchase = sql<string>`${purchases.id}`.as("purchase_id");
	const [added, earlier] = await ctx.db.batch([
		ctx.db
			.select({
				purchaseId: ofPurchase,
				fileId: files.id,
				name: files.originalName,
				size: files.size,
				version: files.version,
				note: files.versionNote,
				at: files.createdAt,
			})
			.from(purchases)
			.innerJoin(shares, isOpened)
			.innerJoin(files, eq(files.shareId, shares.id))
			.where(and(theirs, gt(files.createdAt, purchases.paidAt)))
			.orderBy(desc(files.createdAt), files.position)
			.limit(MAX_ROWS),
		ctx.db
			.select({
				purchaseId: ofPurchase,
				fileId: earlierFiles.id,
				name: earlierFiles.originalName,
				size: earlierFiles.size,
				version: earlierFiles.version,
			})
			.from(purchases)
			.innerJoin(shares, isOpened)
			.innerJoin(earlierFiles, eq(earlierFiles.shareId, shares.id))
			.where(
				and(theirs, eq(earlierFiles.kept, true), lt(purchases.paidAt, earlierFiles.replacedAt)),
			)
			.orderBy(desc(earlierFiles.replacedAt), earlierFiles.position)
			.limit(MAX_ROWS),
	]);
	return (purchaseId) => ({
		news: shownOf(added, purchaseId).map(({ at, note, ...file }) => ({
			...presentFile(file),
			note,
			at: new Date(at).toISOString(),
		})),
		earlierVersions: shownOf(earlier, purchaseId).map(presentFile),
	});
}

const shownOf = <T extends { purchaseId: string }>(rows: readonly T[], purchaseId: string) =>
	rows.filter((row) => row.purchaseId === purchaseId).slice(0, MAX_SHOWN);

const presentFile = (row: { fileId: string; name: string; size: number; version: number }) => ({
	id: row.fileId,
	name: row.name,
	size: row.size,
	version: row.version,
});
