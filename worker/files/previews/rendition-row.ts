import { sql } from "drizzle-orm";
import type { RenditionKind } from "../../catalogue/shares/contract/shares.ts";
import type { Ctx } from "../../core/context.ts";
import { base64url } from "../../platform/ids.ts";
import { renditions } from "./tables.ts";

export type RenditionRow = typeof renditions.$inferInsert;

/** Under the prefix that is removed with its share. The hash makes the content under a key immutable. */
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
