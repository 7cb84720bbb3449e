import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import type { OwnedParts } from "../contract/bundles.ts";
import { priceOf } from "../contract/fields.ts";
import type { MyShare } from "../contract/shares.ts";
import { soldOut } from "../entitlements/access-sql.ts";
import { presentPreview } from "../previews/preview-of.ts";
import { renditions } from "../previews/tables.ts";
import { coverColumn, presentCover } from "../shares/cover.ts";
import { licenceText } from "../shares/licence.ts";
import { pageOrder } from "../shares/page-order.ts";
import { presentFile, presentOwn, presentShare } from "../shares/present.ts";
import { bundleParts, files, shares } from "../shares/tables.ts";
import { earnedCents, netCents, salesCount } from "./sales-sql.ts";

/** How many files of a share the list includes. */
const FILES_SHOWN = 4;

function read(ctx: Ctx, creatorId: SQL<string | null>) {
	const mine = and(
		eq(shares.creatorId, creatorId),
		inArray(shares.status, ["uploading", "published", "taken_down"]),
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
				suspended: sql<number>`exists (select 1 from users
					where users.id = shares.creator_id and users.suspended_at is not null)`.as("suspended"),
				cover: coverColumn().as("cover"),
				sales: salesCount(sql`sold.share_id = shares.id`).as("sales"),
				earned: earnedCents(sql`sold.share_id = shares.id`).as("earned"),
				net: netCents(sql`sold.share_id = shares.id`).as("net"),
				licence: licenceText().as("licence"),
				views:
					sql<number>`(select coalesce(sum(share_days.views), 0) from share_days where share_days.share_id = shares.id)`.as(
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
		ctx.replica
			.select({
				bundleId: bundleParts.bundleId,
				slug: shares.slug,
				title: shares.title,
				partFiles: shares.fileCount,
				partBytes: shares.totalSize,
				cover: coverColumn().as("part_cover"),
			})
			.from(bundleParts)
			.innerJoin(shares, eq(shares.id, bundleParts.shareId))
			.where(sql`${shares.creatorId} = ${creatorId}`)
			.orderBy(bundleParts.bundleId, bundleParts.position),
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

type PartRow = Awaited<ReturnType<typeof read>>[3][number];

/** What a bundle has of its parts: their names, their sums, and the picture of the first that has one. */
function bundleOf(ownedParts: OwnedParts, parts: readonly PartRow[]) {
	const cover = parts.find((part) => part.cover)?.cover ?? null;
	return {
		...(cover !== null && { cover: presentCover(cover) }),
		fileCount: parts.reduce((sum, { partFiles }) => sum + partFiles, 0),
		totalSize: parts.reduce((sum, { partBytes }) => sum + partBytes, 0),
		bundle: { ownedParts, parts: parts.map(({ slug, title }) => ({ shareId: slug, title })) },
	};
}

/**
 * Returns the creator's shares, newest first, each with its first files and its metrics; one round trip.
 */
export async function myShares(ctx: Ctx, creatorId: SQL<string | null>): Promise<MyShare[]> {
	const [rows, fileRows, renditionRows, partRows] = await read(ctx, creatorId);
	const filesOf = grouped(fileRows, (file) => file.shareId);
	const renditionsOf = grouped(renditionRows, (rendition) => rendition.fileId);
	const partsOf = grouped(partRows, (part) => part.bundleId);
	return rows.map(({ share, ...metrics }) => {
		const isTakenDown = share.status === "taken_down";
		// As on its page: nothing is for sale that was taken down, or whose creator is suspended.
		const selling = share.selling && !isTakenDown && !metrics.suspended;
		const access = { isPaid: metrics.sales > 0, isOwner: true, soldOut: Boolean(metrics.soldOut) };
		const shown = presentShare({ ...share, selling }, access, ctx.now());
		return {
			...shown,
			status: isTakenDown ? "taken_down" : shown.status,
			// Its pictures are not served any more.
			cover: isTakenDown ? null : presentCover(metrics.cover),
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
			licence: metrics.licence,
			pendingClaims: metrics.pendingClaims,
			...presentOwn(share),
			...(share.ownedParts && bundleOf(share.ownedParts, partsOf.get(share.id) ?? [])),
		};
	});
}
