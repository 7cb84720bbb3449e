import { and, desc, eq, gt, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { allFiles, liveVersionOf, shares } from "../../catalogue/shares/tables.ts";
import type { Ctx } from "../../core/context.ts";
import {
	hasFile,
	isAvailableToBuyers,
	isWithinAccess,
} from "../../purchases/entitlements/access-sql.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import type { Receipt } from "./contract.ts";

const MAX_ROWS = 1000;
const MAX_SHOWN = 20;

type News = Pick<Receipt, "news" | "earlierVersions">;

/** Finds files added and replaced since these purchases, which still give access to them, were paid. */
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
	const isOpenLine = sql`and line.refunded_at is null
		and (${allFiles.state} = 'live' or line.edition = 'full')`;
	const rows = await ctx.db
		.select({
			purchaseId: purchases.id,
			replacedAt: allFiles.replacedAt,
			at: allFiles.createdAt,
			note: allFiles.versionNote,
			file: {
				id: allFiles.id,
				name: allFiles.originalName,
				size: allFiles.size,
				version: allFiles.version,
			},
		})
		.from(purchases)
		.innerJoin(shares, isOpened)
		.innerJoin(allFiles, eq(allFiles.shareId, shares.id))
		.where(
			and(
				theirs,
				hasFile(liveVersionOf(allFiles), isOpenLine),
				or(
					and(eq(allFiles.state, "live"), gt(allFiles.createdAt, purchases.paidAt)),
					and(allFiles.kept, lt(purchases.paidAt, allFiles.replacedAt)),
				),
			),
		)
		.orderBy(desc(sql`coalesce(${allFiles.replacedAt}, ${allFiles.createdAt})`), allFiles.position)
		.limit(MAX_ROWS);
	return (purchaseId) => {
		const own = rows.filter((row) => row.purchaseId === purchaseId);
		const shown = (isEarlier: boolean) =>
			own.filter(({ replacedAt }) => (replacedAt !== null) === isEarlier).slice(0, MAX_SHOWN);
		return {
			news: shown(false).map(({ file, note, at }) => ({
				...file,
				note,
				at: new Date(at).toISOString(),
			})),
			earlierVersions: shown(true).map(({ file }) => file),
		};
	};
}
