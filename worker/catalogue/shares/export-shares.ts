import { and, asc, eq, ne, or } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import { shownFileFields } from "./contract/file-fields.ts";
import { licenceText } from "./licence.ts";
import { presentOwn } from "./present.ts";
import { shownFields } from "./share-columns.ts";
import { allFiles, bundleParts, shares } from "./tables.ts";

const exportFile = (row: typeof allFiles.$inferSelect) => ({
	id: row.id,
	name: row.originalName,
	folderPath: row.folderPath,
	size: row.size,
	mimeType: row.mimeType,
	version: row.version,
	note: row.versionNote,
	...shownFileFields(row),
});

export async function exportShares(ctx: Ctx, userId: string) {
	const own = and(eq(shares.creatorId, userId), ne(shares.status, "deleted"));
	const [rows, ownFiles, ownParts] = await ctx.db.batch([
		ctx.db
			.select({ share: shares, licence: licenceText().as("licence") })
			.from(shares)
			.where(own)
			.orderBy(shares.createdAt),
		ctx.db
			.select({ file: allFiles })
			.from(allFiles)
			.innerJoin(shares, eq(shares.id, allFiles.shareId))
			.where(and(own, or(eq(allFiles.state, "live"), allFiles.kept)))
			.orderBy(asc(allFiles.position), asc(allFiles.version)),
		ctx.db
			.select({ bundleId: bundleParts.bundleId, slug: shares.slug })
			.from(bundleParts)
			.innerJoin(shares, eq(shares.id, bundleParts.shareId))
			.where(own)
			.orderBy(bundleParts.position),
	]);
	const byBundle = Map.groupBy(ownParts, ({ bundleId }) => bundleId);
	const byShare = Map.groupBy(ownFiles, ({ file }) => file.shareId);
	const filesOf = (id: string) => (byShare.get(id) ?? []).map(({ file }) => file);
	return rows.map(({ share, licence }) => ({
		shareId: share.slug,
		...shownFields(share, "shown"),
		...presentOwn(share),
		licence,
		status: share.status,
		createdAt: new Date(share.createdAt).toISOString(),
		ownedParts: share.ownedParts,
		parts: (byBundle.get(share.id) ?? []).map(({ slug }) => slug),
		files: filesOf(share.id)
			.filter(({ state }) => state === "live")
			.map(exportFile),
		earlierFiles: filesOf(share.id).flatMap((file) =>
			file.replacedAt === null
				? []
				: { ...exportFile(file), replacedAt: new Date(file.replacedAt).toISOString() },
		),
	}));
}
