import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { previewRecords, quotaOf } from "../../accounts/plans/upload-slots.ts";
import type { RenditionKind } from "../../catalogue/shares/contract/shares.ts";
import { DAY_MS } from "../../contract/retention.ts";
import type { Ctx } from "../../core/context.ts";
import { base64url } from "../../platform/ids.ts";
import { log, serializeError } from "../../platform/log.ts";
import { enqueue } from "../../platform/queue/queue.ts";
import { namedBatch } from "../../platform/storage/named-batch.ts";
import { renditions } from "./tables.ts";

export type RenditionRow = typeof renditions.$inferInsert;

/** Under the prefix that is removed with its share. An object has its own key, since it outlives its row. */
export function renditionKey(
	shareId: string,
	fileId: string,
	kind: RenditionKind,
	id: string,
): string {
	return `renditions/${shareId}/${fileId}/${kind}-${id}`;
}

export async function contentHash(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
	return base64url(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

export function dataUri(mimeType: string, bytes: Uint8Array): string {
	return `data:${mimeType};base64,${Buffer.from(bytes).toString("base64")}`;
}

export function bytesOfDataUri(uri: string): Uint8Array<ArrayBuffer> {
	return new Uint8Array(Buffer.from(uri.slice(uri.indexOf(",") + 1), "base64"));
}

function upsertRendition(ctx: Ctx, row: RenditionRow) {
	const { fileId: _file, kind: _kind, ...fields } = row;
	return ctx.db
		.insert(renditions)
		.values(row)
		.onConflictDoUpdate({
			target: [renditions.fileId, renditions.kind],
			set: fields,
			// File ids of different uploads never collide, but a row must never move to another share.
			setWhere: sql`${renditions.shareId} = excluded.share_id`,
		});
}

/** Of published files of shares that count toward their creator's quota; others count when they are published. */
const isCounted = sql`exists (select 1 from files where files.id = renditions.file_id)
	and exists (select 1 from stored_uploads known where known.share_id = renditions.share_id)`;

/**
 * Upserts renditions and their quota records. A web edition also replaces the display copy. Replaced web and display
 * objects may still be downloading, so they are purged a day later.
 */
function storeStatements(ctx: Ctx, rows: readonly RenditionRow[]) {
	const named = sql`json_each(${JSON.stringify(rows.map(({ fileId, kind }) => ({ fileId, kind })))})`;
	const isOf = (kind: SQL) => sql`renditions.file_id in (select value->>'fileId' from ${named})
		and exists (select 1 from ${named} where value->>'fileId' = renditions.file_id and ${kind})`;
	const isSame = sql`value->>'kind' = renditions.kind`;
	const isDisplay = sql`(value->>'kind' = 'web' and renditions.kind = 'display')`;
	const isFormer = sql`renditions.object_key is not null and ${isOf(sql`(${isSame} or ${isDisplay})`)}`;
	return {
		// These must precede the upserts: they read the former rows.
		former: ctx.db
			.select({ kind: renditions.kind, objectKey: sql<string>`renditions.object_key` })
			.from(renditions)
			.where(isFormer),
		released: previewRecords(ctx, "removed", sql`${isFormer} and ${isCounted}`),
		purge: enqueue(ctx, "purge", {
			key: sql`renditions.object_key`,
			dueAt: ctx.now() + DAY_MS,
			from: sql`renditions`,
			where: sql`${isFormer} and renditions.kind in ('web', 'display')`,
		}),
		display: ctx.db.delete(renditions).where(isOf(isDisplay)),
		rows: rows.map((row) => upsertRendition(ctx, row)),
		counted: previewRecords(ctx, "preview", sql`${isOf(isSame)} and ${isCounted}`),
	};
}

/** Runs `more` in the same batch. Returns the objects that were replaced. */
export async function storeRenditions(
	ctx: Ctx,
	rows: readonly RenditionRow[],
	more: readonly BatchItem<"sqlite">[] = [],
): Promise<{ kind: RenditionKind; objectKey: string }[]> {
	const { former, released, counted } = await namedBatch(ctx.db, {
		...storeStatements(ctx, rows),
		more,
	});
	const records = Map.groupBy([...released, ...counted], ({ creatorId }) => creatorId);
	for (const [creatorId, ofCreator] of records)
		await quotaOf(ctx, creatorId)
			.addRecords(creatorId, ofCreator, ctx.now())
			// D1 has the records, which the quota object reads when the objects' leases expire.
			.catch((error: unknown) => log("warn", "quota.commit_postponed", serializeError(error)));
	return former;
}
