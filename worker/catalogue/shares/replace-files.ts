import { and, inArray, type SQL, sql } from "drizzle-orm";
import { quotaOf, releasedRecords } from "../../accounts/plans/upload-slots.ts";
import { DAY_MS } from "../../contract/retention.ts";
import type { Ctx } from "../../core/context.ts";
import { queuePurge } from "../../platform/queue/purge.ts";
import { repeatable } from "../../platform/retrying.ts";
import { originalKey, packKeys, removeUnusedPacks } from "./object-keys.ts";
import { allFiles, earlierFiles, isLiveIn, type NewFile, packEntries } from "./tables.ts";

/** Objects of dropped versions remain for running downloads. */
const PURGE_AFTER_MS = DAY_MS;

/** One statement per 400 rows keeps its parameter well below D1's 2 MB, however long the names are. */
export function inChunks<Row, Statement>(
	rows: readonly Row[],
	make: (json: string, from: number) => Statement,
): Statement[] {
	const size = 400;
	return Array.from({ length: Math.ceil(rows.length / size) }, (_, at) =>
		make(JSON.stringify(rows.slice(at * size, (at + 1) * size)), at * size),
	);
}

/** True while a file's object exists; an earlier version's is for its buyers or for running downloads. */
export const isStored = (ctx: Ctx) =>
	sql`(${allFiles.state} = 'live' or ${allFiles.kept} or ${allFiles.replacedAt} > ${ctx.now() - 2 * PURGE_AFTER_MS})`;

/**
 * Keeps earlier versions if someone has begun to pay. Must precede the inserts of the new rows in their batch. Skips
 * files that another upload has replaced or removed. Idempotent.
 */
export function replaceStatements(ctx: Ctx, id: string, added: readonly NewFile[], isThere: SQL) {
	const replacing = added.filter(({ replaces }) => replaces);
	if (replacing.length === 0) return [];
	const replaced = JSON.stringify(replacing.map(({ replaces }) => replaces?.file));
	const ids = sql`(select value from json_each(${replaced}))`;
	const isReplaced = sql`exists (select 1 from files where files.share_id = ${id} and files.id in ${ids})`;
	const updates = inChunks(replacing, (json) =>
		ctx.db
			.update(allFiles)
			.set({
				state: "earlier",
				replacedBy: sql`news.value->>'id'`,
				replacedAt: ctx.now(),
				kept: sql`(news.value->'replaces'->>'keepEarlier')
					and (select checkout_begun_at is not null from shares where shares.id = ${id})`,
			})
			.from(sql`json_each(${json}) news`)
			.where(and(isLiveIn(id), sql`${allFiles.id} = news.value->'replaces'->>'file'`, isThere)),
	);
	return [
		// Must precede the updates: the condition reads the live files.
		ctx.db
			.delete(packEntries)
			.where(
				sql`file_id in (select id from files where share_id = ${id}) and ${isThere} and ${isReplaced}`,
			),
		...updates,
	];
}

const successorOf = (file: SQL) =>
	sql`coalesce((select replaced_by from earlier_files where id = ${file}), ${file})`;

/** A replaced file's places in its share. */
export const successors = {
	coverFileId: successorOf(sql`cover_file_id`),
	samples: sql`(select json_group_array(${successorOf(sql`value`)}) from json_each(shares.samples))`,
};

export async function packsBefore(
	ctx: Ctx,
	shareId: string,
	added: readonly NewFile[],
): Promise<readonly string[]> {
	return added.some(({ replaces }) => replaces) ? packKeys(ctx, shareId) : [];
}

/** Must follow the rebuilding of packs. Idempotent. */
export async function finishReplacing(
	ctx: Ctx,
	{ shareId, creatorId }: { shareId: string; creatorId: string },
	added: readonly NewFile[],
	oldPacks: readonly string[],
): Promise<void> {
	const news = added.flatMap(({ id, replaces }) => (replaces ? [id] : []));
	if (news.length === 0) return;
	const replacedRows = await ctx.db
		.select({ id: earlierFiles.id, size: earlierFiles.size, kept: earlierFiles.kept })
		.from(earlierFiles)
		.where(
			inArray(earlierFiles.replacedBy, sql`(select value from json_each(${JSON.stringify(news)}))`),
		);
	const dropped = replacedRows.filter(({ kept }) => !kept);
	const at = ctx.now() + PURGE_AFTER_MS;
	const [, , released] = await repeatable(() =>
		ctx.db.batch([
			...releasedRecords(ctx, {
				creatorId,
				shareId,
				files: dropped,
				previewsOf: replacedRows.map(({ id }) => id),
				condition: sql`exists (select 1 from shares where shares.id = ${shareId}
					and shares.status <> 'deleted')`,
			}),
			...replacedRows.map(({ id }) => queuePurge(ctx, `renditions/${shareId}/${id}/`)),
			...dropped.map(({ id }) => queuePurge(ctx, originalKey(shareId, id), at)),
		]),
	);
	await quotaOf(ctx, creatorId).addRecords(creatorId, released, ctx.now());
	await ctx.handlers.deleteRenditions(
		ctx,
		replacedRows.map(({ id }) => id),
	);
	await removeUnusedPacks(ctx, shareId, oldPacks);
}
