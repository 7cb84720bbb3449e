import type { files } from "../../catalogue/shares/tables.ts";
import type { Ctx } from "../../core/context.ts";
import type { ByteSource } from "../../platform/http/serve-bytes.ts";
import { log } from "../../platform/log.ts";
import { rangedObjectStream } from "../../platform/storage/ranged-object-stream.ts";
import { type ObjectRecord, UnreadableObject } from "../../platform/storage/stored-object.ts";
import { bytesOfDataUri } from "./rendition-row.ts";
import type { renditions } from "./tables.ts";

/** User content is displayed, never executed, and its type is never sniffed. */
export const SHOWN = {
	"X-Content-Type-Options": "nosniff",
	"Content-Security-Policy": "sandbox; default-src 'none'",
	"Content-Disposition": "inline",
} as const;

/** The same address has different content for different viewers. */
export const PERSONAL = {
	"Cache-Control": "private, no-store",
	Vary: "Cookie",
	"Cross-Origin-Resource-Policy": "same-origin",
} as const;

function stored(ctx: Ctx, shareId: string, key: string, record: ObjectRecord): ByteSource["open"] {
	// The body is read after the request, outside its scope.
	const logFields = { requestId: ctx.requestId, shareId };
	const broken = (reason: unknown) =>
		reason instanceof UnreadableObject
			? log("error", "object.unreadable", { ...logFields, ...reason.logFields })
			: log("info", "preview.broken", { ...logFields, reason: String(reason) });
	return (range) =>
		rangedObjectStream(ctx.files, [{ key, ...range }], { recordOf: () => record, broken });
}

/** A file itself, for a viewer with access. */
export function originalSource(ctx: Ctx, file: typeof files.$inferSelect): ByteSource {
	return {
		etag: `"${file.etag}"`,
		lastModified: file.createdAt,
		size: file.size,
		headers: { ...SHOWN, ...PERSONAL, "Content-Type": file.mimeType },
		open: stored(ctx, file.shareId, file.objectKey, { size: file.size, etag: file.etag }),
	};
}

export function renditionSource(
	ctx: Ctx,
	row: typeof renditions.$inferSelect,
	caching: Readonly<Record<string, string>>,
): ByteSource {
	const { objectKey, inline } = row;
	return {
		etag: `"${row.hash}"`,
		lastModified: row.createdAt,
		size: row.size,
		headers: { ...SHOWN, ...caching, "Content-Type": row.mimeType },
		open: objectKey
			? stored(ctx, row.shareId, objectKey, { size: row.size, etag: null })
			: async ({ offset, length }) => {
					const bytes = bytesOfDataUri(inline ?? "").subarray(offset, offset + length);
					return new Response(new Uint8Array(bytes)).body ?? new ReadableStream();
				},
	};
}
