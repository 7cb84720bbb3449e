import { and, eq, sql } from "drizzle-orm";
import { quotaOf, releasedRecords } from "../../accounts/plans/upload-slots.ts";
import type { CreatorCtx } from "../../core/context.ts";
import { stalePages } from "../../core/stale-pages.ts";
import { failure } from "../../platform/errors.ts";
import { invalidField } from "../../platform/http/validation.ts";
import { removePrefix } from "../../platform/queue/purge.ts";
import { nextRevision } from "../../platform/storage/revisions.ts";
import { fetchOwnShare } from "./fetch-own-share.ts";
import { remainingSamples } from "./file-previews.ts";
import { countedFiles, filesOf } from "./file-rows.ts";
import { packKeys, removeUnusedPacks } from "./object-keys.ts";
import { allFiles, type FileRow, isLiveIn, packEntries, shares } from "./tables.ts";

/** Throws `share.has_sales` once a checkout has begun, since buyers keep what they bought. */
export async function removeFiles(
	ctx: CreatorCtx,
	{ slug, fileIds }: { slug: string; fileIds: readonly string[] },
): Promise<void> {
	const share = await fetchOwnShare(ctx, slug);
	if (share.status !== "published") throw failure("share.not_found");
	const present = await filesOf(ctx, share.id);
	const requested = new Set(fileIds);
	const removed = present.filter(({ id }) => requested.has(id));
	if (removed.length < requested.size) throw failure("file.not_found");
	if (removed.length === present.length)
		throw invalidField("files", "A share needs at least one file. Delete the share instead.");

	const oldPacks = await packKeys(ctx, share.id);
	const ids = sql`(select value from json_each(${JSON.stringify([...requested])}))`;
	// Part of every statement, since a checkout or another removal may come in between.
	const isAllowed = sql`exists (select 1 from shares where shares.id = ${share.id}
		and shares.status = 'published' and shares.checkout_begun_at is null)
		and exists (select 1 from files rest where rest.share_id = ${share.id} and rest.id not in ${ids})`;
	const removable = and(isLiveIn(share.id), sql`${allFiles.id} in ${ids}`, isAllowed);
	const [, , released, deleted] = await ctx.db.batch([
		...releasedRecords(ctx, {
			creatorId: ctx.user.id,
			shareId: share.id,
			files: removed,
			previewsOf: removed.map(({ id }) => id),
			condition: isAllowed,
		}),
		ctx.db.delete(allFiles).where(removable).returning({ id: allFiles.id }),
		// Names may have changed, so single objects are read until packs are rebuilt.
		ctx.db
			.delete(packEntries)
			.where(sql`file_id in (select id from files where share_id = ${share.id}) and ${isAllowed}`),
		ctx.db
			.update(shares)
			.set({
				changedAt: ctx.now(),
				...nextRevision(ctx, shares),
				coverFileId: sql`case when cover_file_id in ${ids} then null else cover_file_id end`,
				samples: remainingSamples(sql`value in ${ids}`),
				...countedFiles(share.id),
			})
			.where(and(eq(shares.id, share.id), isAllowed)),
		stalePages(ctx, eq(shares.id, share.id)),
	]);
	if (deleted.length === 0) throw failure("share.has_sales");
	await quotaOf(ctx, ctx.user.id).addRecords(ctx.user.id, released, ctx.now());
	await removeContent(ctx, share.id, removed, oldPacks);
}

/** Leftovers of a crash are removed with the share's prefixes. */
async function removeContent(
	ctx: CreatorCtx,
	shareId: string,
	removed: readonly FileRow[],
	oldPacks: readonly string[],
): Promise<void> {
	await ctx.handlers.deleteRenditions(
		ctx,
		removed.map(({ id }) => id),
	);
	for (const { id } of removed) await removePrefix(ctx.files, `renditions/${shareId}/${id}/`);
	for (const prepare of ctx.handlers.beforePublish) await prepare(ctx, shareId);
	const originals = removed.map(({ objectKey }) => objectKey);
	await removeUnusedPacks(ctx, shareId, oldPacks, originals);
}
