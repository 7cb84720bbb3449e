import { sql } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import type { RenditionKind } from "../contract/shares.ts";
import { base64url } from "../platform/ids.ts";
import { renditions } from "./tables.ts";

export type RenditionRow = typeof renditions.$inferInsert;

/**
 * The object key of one rendition, under the prefix that goes when its share goes. The hash keeps a
 * key's content for ever the same.
 */
export function renditionKey(
	shareId: string,
	fileId: string,
	kind: RenditionKind,
	hash: string,
): string {
	return `renditions/${shareId}/${fileId}/${kind}-${hash}`;
}

/** SHA-256 of the content, URL-safe. */
export async function contentHash(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
	return base64url(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

/** Small bytes as a data URI. */
export function dataUri(mimeType: string, bytes: Uint8Array): string {
	return `data:${mimeType};base64,${btoa(String.fromCharCode(...bytes))}`;
}

/** The bytes of a data URI that `dataUri` made. */
export function bytesOfDataUri(uri: string): Uint8Array {
	const binary = atob(uri.slice(uri.indexOf(",") + 1));
	return Uint8Array.from(binary, (char) => char.charCodeAt(0));
}

/** The statement that stores a rendition in place of an earlier one of its kind. */
export function upsertRendition(ctx: Ctx, row: RenditionRow) {
	const { fileId: _file, kind: _kind, ...fields } = row;
	return ctx.db
		.insert(renditions)
		.values(row)
		.onConflictDoUpdate({
			target: [renditions.fileId, renditions.kind],
			set: fields,
			// Somebody else's upload can hold no equal file id, but a row must never change its share.
			setWhere: sql`${renditions.shareId} = excluded.share_id`,
		});
}
