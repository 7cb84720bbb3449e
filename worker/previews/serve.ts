import { and, eq, inArray, ne, notInArray, or, sql } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import { authorise, type RefusalReason } from "../entitlements/authorise.ts";
import { logRefusal } from "../entitlements/log-refusal.ts";
import { failure } from "../platform/errors.ts";
import { type ByteSource, serveBytes } from "../platform/http/serve-bytes.ts";
import { log } from "../platform/log.ts";
import { rangedObjectStream } from "../platform/storage/ranged-object-stream.ts";
import { type ObjectRecord, UnreadableObject } from "../platform/storage/stored-object.ts";
import { files, shares } from "../shares/tables.ts";
import { RASTER_TYPES } from "./make-image-preview.ts";
import { narrowCopy } from "./narrow-copy.ts";
import { pictureOf } from "./preview-of.ts";
import { bytesOfDataUri } from "./rendition-row.ts";
import { renditions } from "./tables.ts";

type File = typeof files.$inferSelect;
type ShareState = Pick<typeof shares.$inferSelect, "id" | "status">;
type Rendition = typeof renditions.$inferSelect;

/** User content is displayed, never executed, and its type is never sniffed. */
const SHOWN = {
	"X-Content-Type-Options": "nosniff",
	"Content-Security-Policy": "sandbox; default-src 'none'",
	"Content-Disposition": "inline",
} as const;
/** The same address has different content for different viewers. */
const PERSONAL = {
	"Cache-Control": "private, no-store",
	Vary: "Cookie",
	"Cross-Origin-Resource-Policy": "same-origin",
} as const;
/**
 * The URL contains the content's hash, so a browser may cache it for ever. Shared caches keep it for five
 * minutes: a take-down or deletion must take effect for later viewers.
 */
const PUBLIC = { "Cache-Control": "public, max-age=31536000, s-maxage=300, immutable" } as const;

function stored(ctx: Ctx, shareId: string, key: string, record: ObjectRecord): ByteSource["open"] {
	// The body is read after the request's work, outside of its scope.
	const logFields = { requestId: ctx.requestId, shareId };
	const broken = (reason: unknown) =>
		reason instanceof UnreadableObject
			? log("error", "object.unreadable", { ...logFields, ...reason.logFields })
			: log("info", "preview.broken", { ...logFields, reason: String(reason) });
	return (range) =>
		rangedObjectStream(ctx.files, [{ key, ...range }], { recordOf: () => record, broken });
}

function originalSource(ctx: Ctx, file: File): ByteSource {
	return {
		etag: `"${file.etag}"`,
		lastModified: file.createdAt,
		size: file.size,
		headers: { ...SHOWN, ...PERSONAL, "Content-Type": file.mimeType },
		open: stored(ctx, file.shareId, file.objectKey, { size: file.size, etag: file.etag }),
	};
}

function renditionSource(
	ctx: Ctx,
	row: Rendition,
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

/**
 * Why nothing may be shown to the viewer, null when something may: of a deleted share only to its buyers,
 * for a period.
 */
async function whyAbsent(ctx: Ctx, share: ShareState): Promise<RefusalReason | null> {
	if (share.status === "deleted") return (await authorise(ctx, share)).reason;
	if (share.status === "taken_down") return "taken_down";
	return share.status === "published" ? null : "not_published";
}

async function findFile(ctx: Ctx, fileId: string) {
	// In a batch D1 returns rows by column name, so no two columns may share one.
	const [[found], rows] = await ctx.replica.batch([
		ctx.replica
			.select({ file: files, status: shares.status, images: shares.imagePreview })
			.from(files)
			.innerJoin(shares, eq(shares.id, files.shareId))
			.where(eq(files.id, fileId)),
		ctx.replica.select().from(renditions).where(eq(renditions.fileId, fileId)),
	]);
	if (!found) throw failure("file.not_found");
	const { shareId } = found.file;
	const reason = await whyAbsent(ctx, { id: shareId, status: found.status });
	if (reason !== null) {
		const code = reason === "taken_down" ? "share.taken_down" : "file.not_found";
		logRefusal({ shareId, fileId, reason, code });
		throw failure(code);
	}
	return { ...found, rows };
}

/** Whether the viewer may have the original of a file; a refusal is logged. */
async function mayHaveOriginal(ctx: Ctx, file: File): Promise<boolean> {
	const { access, reason } = await authorise(ctx, { id: file.shareId });
	if (access) return true;
	logRefusal({ shareId: file.shareId, fileId: file.id, reason, code: "preview" });
	return false;
}

/**
 * Serves `/preview`: an image itself to viewers who may download, a rendition to everyone else. SVG is
 * never served here, since browsers execute it. The original's object is not read for viewers whom
 * `authorise` refuses.
 * @throws ApiError `file.not_found`, `preview.not_found` (404), `share.taken_down` (410).
 */
export async function servePreview(ctx: Ctx, fileId: string, request: Request): Promise<Response> {
	const { file, images, rows } = await findFile(ctx, fileId);
	if (RASTER_TYPES.includes(file.mimeType) && (await mayHaveOriginal(ctx, file)))
		return serveBytes(request, originalSource(ctx, file));
	const picture = pictureOf(file.mimeType, images, rows);
	if (!picture) throw failure("preview.not_found");
	return serveBytes(request, renditionSource(ctx, picture, PERSONAL));
}

/**
 * Serves `/stream` for audio and video: the original to viewers who may download, the clip to everyone
 * else, 404 where there is none.
 * @throws ApiError `file.not_found`, `preview.not_found` (404), `share.taken_down` (410).
 */
export async function serveStream(ctx: Ctx, fileId: string, request: Request): Promise<Response> {
	const { file, rows } = await findFile(ctx, fileId);
	if (!/^(?:audio|video)\//.test(file.mimeType)) throw failure("preview.not_found");
	if (await mayHaveOriginal(ctx, file)) return serveBytes(request, originalSource(ctx, file));
	const clip = rows.find((row) => row.kind === "clip");
	if (!clip) throw failure("preview.not_found");
	return serveBytes(request, renditionSource(ctx, clip, PERSONAL));
}

/**
 * Serves a rendition under its content-addressed URL, cacheable by any cache; of a deleted share only to
 * its buyers. `width` asks for a narrower copy of a sharp picture, for small screens; other renditions
 * are served as they are.
 * @throws ApiError `preview.not_found` (404) when no share shows it to this viewer.
 */
export async function serveRendition(
	ctx: Ctx,
	hash: string,
	width: number | null,
	request: Request,
): Promise<Response> {
	const [found] = await ctx.replica
		.select({ row: renditions, share: { id: shares.id, status: shares.status } })
		.from(renditions)
		.innerJoin(shares, eq(shares.id, renditions.shareId))
		.where(
			and(
				eq(renditions.hash, hash),
				// A waveform is only ever part of a share's response, and a card has an address of its own, which
				// gives none that shows what the share no longer does.
				notInArray(renditions.kind, ["waveform", "card"]),
				// Stored in any case, so that the creator can change what the share shows.
				or(ne(renditions.kind, "watermarked"), eq(shares.imagePreview, "watermark")),
				or(ne(renditions.kind, "cover"), eq(shares.coverFileId, shares.id)),
				inArray(shares.status, ["published", "deleted"]),
			),
		)
		.orderBy(sql`${shares.status} <> 'published'`)
		.limit(1);
	if (!found || (await whyAbsent(ctx, found.share)) !== null) throw failure("preview.not_found");
	const caching = found.share.status === "published" ? PUBLIC : PERSONAL;
	const source = renditionSource(ctx, found.row, caching);
	const narrow = width === null ? null : await narrowCopy(ctx, found.row, width);
	return serveBytes(request, narrow === null ? source : narrowed(source, narrow, width));
}

function narrowed(source: ByteSource, bytes: Uint8Array, width: number | null): ByteSource {
	return {
		...source,
		etag: `${source.etag.slice(0, -1)}-${width}"`,
		size: bytes.length,
		headers: { ...source.headers, "Content-Type": "image/webp" },
		open: async ({ offset, length }) =>
			new Blob([new Uint8Array(bytes.subarray(offset, offset + length))]).stream(),
	};
}
