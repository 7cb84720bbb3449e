import { PAGE_KINDS, type RenditionKind } from "../../contract/catalogue/shares.ts";
import { readImageHeader } from "../../contract/files/image-header.ts";
import type { Ctx } from "../../core/context.ts";
import { log, serializeError } from "../../platform/log.ts";
import { keepCopy, readCopy } from "./kept-copy.ts";
import type { renditions } from "./tables.ts";

type Row = typeof renditions.$inferSelect;

/** The others are tiny already. */
const SHARP: readonly RenditionKind[] = ["watermarked", "sample", "poster", "art", ...PAGE_KINDS];
/**
 * Returns a sharp rendition as WebP of this width; null if it isn't a sharp kind or isn't wider, or if the Images
 * binding fails.
 */
export async function narrowCopy(
	ctx: Ctx,
	{ kind, hash, objectKey }: Row,
	width: number,
): Promise<Uint8Array | null> {
	if (!objectKey || !SHARP.includes(kind)) return null;
	const kept = await readCopy(hash, String(width));
	if (kept) return kept.bytes;
	const object = await ctx.files.get(objectKey);
	if (!object) return null;
	const whole = new Uint8Array(await object.arrayBuffer());
	if ((readImageHeader(whole)?.width ?? 0) <= width) return null;
	try {
		const result = await ctx.env.IMAGES.input(new Blob([whole]).stream())
			.transform({ width, fit: "scale-down" })
			.output({ format: "image/webp", quality: 70 });
		const bytes = new Uint8Array(await result.response().arrayBuffer());
		await keepCopy(hash, String(width), { bytes, mimeType: "image/webp" });
		return bytes;
	} catch (error) {
		log("warn", "preview.not_narrowed", serializeError(error));
		return null;
	}
}
