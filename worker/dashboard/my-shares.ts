import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import { priceOf } from "../contract/fields.ts";
import type { MyShare } from "../contract/shares.ts";
import { soldOut } from "../entitlements/access-sql.ts";
import { presentPreview } from "../previews/preview-of.ts";
import { renditions } from "../previews/tables.ts";
import { coverColumn, presentCover } from "../shares/cover.ts";
import { pageOrder } from "../shares/page-order.ts";
import { presentFile, presentShare } from "../shares/present.ts";
import { files, shares } from "../shares/tables.ts";
import { earnedCents, netCents, salesCount } from "./sales-sql.ts";

/** How many files of a share the list includes. */
const FILES_SHOWN = 4;

function read(ctx: Ctx, creatorId: SQL<string | null>) {
	const mine = and(
		eq(shares.creatorId, creatorId),
		inArray(shares.status, ["uploading", "published"]),
	);
	// The ids of the included files, used for the files and again for their renditions.
	const shown = sql`(select id from (
		select files.id as id,
		row_number() over (partition by files.share_id order by ${pageOrder}) as nth
		from files join shares on shares.id = files.share_id
		where shares.creator_id = ${creatorId} and shares.status = 'published'
	) where nth <= ${FILES_SHOWN})`;
	return ctx.replica.batch([
		ctx.replica
			.select({
				share: shares,
				soldOut: soldOut().as("sold_out"),
				cover: coverColumn().as("cover"),
				sales: salesCount(sql`sold.share_id = shares.id`).as("sales"),
				earned: earnedCents(sql`sold.share_id = shares.id`).as("earned"),
				net: netCents(sql`sold.share_id = shares.id`).as("net"),
				views:
					sql<number>`(select count(*) from share_views where share_views.share_id = shares.id)`.as(
						"views",
					),
				pendingClaims: sql<number>`(select count(*) from purchases waiting
					where waiting.share_id = shares.id and waiting.state = 'claimed')`.as("pending_claims"),
			})
			.from(shares)
			.where(mine)
			.orderBy(desc(shares.createdAt), shares.id),
		ctx.replica
			.select({
				id: files.id,
				shareId: files.shareId,
				originalName: files.originalName,
				mimeType: files.mimeType,
				size: files.size,
				folderPath: files.folderPath,
			})
			.from(files)
			.where(sql`${files.id} in ${shown}`)
			.orderBy(files.shareId, pageOrder),
		ctx.replica
			.select({
				fileId: renditions.fileId,
				kind: renditions.kind,
				hash: renditions.hash,
				width: renditions.width,
				height: renditions.height,
				inline: renditions.inline,
				durationMs: renditions.durationMs,
				originalMs: renditions.originalMs,
				pages: renditions.pages,
			})
			.from(renditions)
			.where(sql`${renditions.fileId} in ${shown}`),
	]);
}

function grouped<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
	const groups = new Map<string, T[]>();
	for (const row of rows) {
		const group = groups.get(keyOf(row));
		if (group) group.push(row);
		else groups.set(keyOf(row), [row]);
	}
	return groups;
}

/**
 * Returns the creator's shares, newest first, each with its first files and its metrics; one round trip.
 */
export async function myShares(ctx: Ctx, creatorId: SQL<string | null>): Promise<MyShare[]> {
	const [rows, fileRows, renditionRows] = await read(ctx, creatorId);
	const filesOf = grouped(fileRows, (file) => file.shareId);
	const renditionsOf = grouped(renditionRows, (rendition) => rendition.fileId);
	return rows.map(({ share, ...metrics }) => ({
		...presentShare(
			share,
			{ isPaid: metrics.sales > 0, isOwner: true, soldOut: Boolean(metrics.soldOut) },
			ctx.now(),
		),
		cover: presentCover(metrics.cover),
		files: (filesOf.get(share.id) ?? []).map((file) =>
			presentFile(
				file,
				presentPreview(file.mimeType, share.imagePreview, renditionsOf.get(file.id) ?? []),
			),
		),
		sales: metrics.sales,
		earned: priceOf(metrics.earned),
		net: priceOf(metrics.net),
		views: metrics.views,
		pendingClaims: metrics.pendingClaims,
		listed: share.listed,
	}));
}
