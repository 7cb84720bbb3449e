import { and, eq, sql } from "drizzle-orm";
import type { RenditionKind } from "../../catalogue/shares/contract/shares.ts";
import { DAY_MS } from "../../contract/retention.ts";
import type { Ctx } from "../../core/context.ts";
import { base64url } from "../../platform/ids.ts";
import { enqueue } from "../../platform/queue/queue.ts";
import { renditions } from "./tables.ts";

export type RenditionRow = typeof renditions.$inferInsert;

/**
 * Under the prefix that is removed with its share. The hash makes the content under a key immutable; a web edition has
 * an id instead, since its object outlives its row.
 */
export function renditionKey(
	shareId: string,
	fileId: string,
	kind: RenditionKind,
	hash: string,
): string {
	return `renditions/${shareId}/${fileId}/${kind}-${hash}`;
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

export function upsertRendition(ctx: Ctx, row: RenditionRow) {
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

/**
 * Stores web editions, which take the place of display copies. What they replace may be downloading, so its objects
 * remain for a day.
 */
export function upsertEditions(ctx: Ctx, rows: readonly RenditionRow[]) {
	const ids = JSON.stringify(rows.map(({ fileId }) => fileId));
	const isFormer = sql`renditions.kind in ('web', 'display')
		and renditions.file_id in (select value from json_each(${ids}))`;
	return [
		// Must precede the upserts: it reads the former rows.
		enqueue(ctx, "purge", {
			key: sql`renditions.object_key`,
			dueAt: ctx.now() + DAY_MS,
			from: sql`renditions`,
			where: isFormer,
		}),
		ctx.db.delete(renditions).where(and(isFormer, eq(renditions.kind, "display"))),
		...rows.map((row) => upsertRendition(ctx, row)),
	] as const;
}
