import { and, asc, eq, ne } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import { licenceText } from "./licence.ts";
import { presentOwn } from "./present.ts";
import { shownFields } from "./share-columns.ts";
import { bundleParts, earlierFiles, files, shares } from "./tables.ts";

export async function exportShares(ctx: Ctx, userId: string) {
	const own = and(eq(shares.creatorId, userId), ne(shares.status, "deleted"));
	const [rows, ownFiles, ownParts, kept] = await ctx.db.batch([
		ctx.db
			.select({ share: shares, licence: licenceText().as("licence") })
			.from(shares)
			.where(own)
			.orderBy(shares.createdAt),
		ctx.db
			.select({
				shareId: files.shareId,
				id: files.id,
				name: files.originalName,
				folderPath: files.folderPath,
				size: files.size,
				mimeType: files.mimeType,
				version: files.version,
				note: files.versionNote,
			})
			.from(files)
			.innerJoin(shares, eq(shares.id, files.shareId))
			.where(own)
			.orderBy(asc(files.position)),
		ctx.db
			.select({ bundleId: bundleParts.bundleId, slug: shares.slug })
			.from(bundleParts)
			.innerJoin(shares, eq(shares.id, bundleParts.shareId))
			.where(own)
			.orderBy(bundleParts.position),
		ctx.db
			.select({
				shareId: earlierFiles.shareId,
				id: earlierFiles.id,
				name: earlierFiles.originalName,
				folderPath: earlierFiles.folderPath,
				size: earlierFiles.size,
				mimeType: earlierFiles.mimeType,
				version: earlierFiles.version,
				note: earlierFiles.versionNote,
				replacedAt: earlierFiles.replacedAt,
			})
			.from(earlierFiles)
			.innerJoin(shares, eq(shares.id, earlierFiles.shareId))
			.where(and(own, earlierFiles.kept))
			.orderBy(asc(earlierFiles.position), asc(earlierFiles.version)),
	]);
	const byBundle = Map.groupBy(ownParts, ({ bundleId }) => bundleId);
	const byShare = Map.groupBy(ownFiles, ({ shareId }) => shareId);
	const keptByShare = Map.groupBy(kept, ({ shareId }) => shareId);
	return rows.map(({ share, licence }) => ({
		shareId: share.slug,
		...shownFields(share, "shown"),
		...presentOwn(share),
		licence,
		status: share.status,
		createdAt: new Date(share.createdAt).toISOString(),
		ownedParts: share.ownedParts,
		parts: (byBundle.get(share.id) ?? []).map(({ slug }) => slug),
		files: (byShare.get(share.id) ?? []).map(({ shareId: _, ...file }) => file),
		earlierFiles: (keptByShare.get(share.id) ?? []).map(({ shareId: _, replacedAt, ...file }) => ({
			...file,
			replacedAt: new Date(replacedAt).toISOString(),
		})),
	}));
}
