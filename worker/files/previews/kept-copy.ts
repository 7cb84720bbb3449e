import { PAGE_KINDS, type RenditionKind } from "../../catalogue/shares/contract/shares.ts";
import type { files } from "../../catalogue/shares/tables.ts";
import type { Ctx } from "../../core/context.ts";
import type { ByteSource } from "../../platform/http/serve-bytes.ts";
import { log, serializeError } from "../../platform/log.ts";
import { readImageHeader } from "../contract/image-header.ts";
import { DISPLAY_EDGE } from "./contract/preview-sizes.ts";
import { originalSource, renditionSource } from "./rendition-source.ts";
import type { renditions } from "./tables.ts";

const KEPT_S = 24 * 60 * 60;

type Picture = { bytes: Uint8Array<ArrayBuffer>; mimeType: string };

/** Not one of our addresses, so that only this module's callers, after their check of access, can read it. */
const addressOf = (hash: string, copy: string) => `https://renditions.invalid/${hash}/${copy}`;

export async function readCopy(hash: string, copy: string): Promise<Picture | null> {
	const cached = await caches.default.match(addressOf(hash, copy));
	const mimeType = cached?.headers.get("Content-Type");
	return cached && mimeType
		? { bytes: new Uint8Array(await cached.arrayBuffer()), mimeType }
		: null;
}

/** Each data centre makes a copy about once a day. */
export async function keepCopy(hash: string, copy: string, picture: Picture): Promise<void> {
	const headers = { "Cache-Control": `max-age=${KEPT_S}`, "Content-Type": picture.mimeType };
	await caches.default.put(addressOf(hash, copy), new Response(picture.bytes, { headers }));
}

type Row = typeof renditions.$inferSelect;
type File = typeof files.$inferSelect;

/** The others are tiny already. */
const SHARP: readonly RenditionKind[] = [
	"watermarked",
	"sample",
	"display",
	"web",
	"poster",
	"art",
	...PAGE_KINDS,
];

/**
 * Returns a sharp rendition as WebP of this width; null if it isn't a sharp kind or isn't wider, or if the Images
 * binding fails.
 */
async function narrowCopy(
	ctx: Ctx,
	{ kind, hash, objectKey, edge }: Row,
	width: number,
): Promise<Uint8Array | null> {
	const longest = edge ?? (kind === "display" ? DISPLAY_EDGE : Number.POSITIVE_INFINITY);
	if (!objectKey || !SHARP.includes(kind) || longest <= width) return null;
	const cached = await readCopy(hash, String(width));
	if (cached) return cached.bytes;
	const object = await ctx.files.get(objectKey);
	if (!object) return null;
	const allBytes = new Uint8Array(await object.arrayBuffer());
	if ((readImageHeader(allBytes)?.width ?? 0) <= width) return null;
	return makeCopy(ctx, new Blob([allBytes]).stream(), hash, width);
}

/** Null if the Images binding fails. */
async function makeCopy(
	ctx: Ctx,
	body: ReadableStream<Uint8Array>,
	hash: string,
	width: number,
): Promise<Uint8Array | null> {
	try {
		const result = await ctx.env.IMAGES.input(body)
			.transform({ width, fit: "scale-down" })
			.output({ format: "image/webp", anim: false, quality: 70 });
		const bytes = new Uint8Array(await result.response().arrayBuffer());
		await keepCopy(hash, String(width), { bytes, mimeType: "image/webp" });
		return bytes;
	} catch (error) {
		log("warn", "preview.not_narrowed", serializeError(error));
		return null;
	}
}

/** A copy of an original without a display copy; the original if that fails. */
export async function originalAtWidth(ctx: Ctx, file: File, width: number): Promise<ByteSource> {
	const source = originalSource(ctx, file);
	const cached = await readCopy(file.id, String(width));
	const object = cached ? null : await ctx.files.get(file.objectKey);
	const made = object && (await makeCopy(ctx, object.body, file.id, width));
	const bytes = cached?.bytes ?? made;
	return bytes ? narrowed(source, bytes, width) : source;
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

/** A rendition, narrower if there is such a copy; whole if `width` is null. */
export async function atWidth(
	ctx: Ctx,
	row: Row,
	width: number | null,
	caching: Readonly<Record<string, string>>,
): Promise<ByteSource> {
	const source = renditionSource(ctx, row, caching);
	const narrow = width === null ? null : await narrowCopy(ctx, row, width);
	return narrow === null ? source : narrowed(source, narrow, width);
}
