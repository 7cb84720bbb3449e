import type { Ctx } from "../context.ts";
import { readImageHeader } from "../contract/image-header.ts";
import type { RenditionKind } from "../contract/shares.ts";
import { log, serializeError } from "../platform/log.ts";
import type { renditions } from "./tables.ts";

type Row = typeof renditions.$inferSelect;

/** Sharp pictures; the others are tiny already. */
const SHARP: readonly RenditionKind[] = ["watermarked", "poster", "page", "art"];
/** How long a data centre keeps a copy, in seconds: it is made again from the rendition, never from the original. */
const KEPT_S = 24 * 60 * 60;

/** No address of ours, so that nothing but `narrowCopy`, after the check of access, can read it. */
const cacheKey = (hash: string, width: number) => `https://renditions.invalid/${hash}/${width}`;

/**
 * Returns a sharp rendition as WebP of this width, null when it has none narrower: it is another kind, it
 * is no wider, or the Images binding fails. Copies are kept in the data centre's cache, so each is made
 * about once a day there.
 */
export async function narrowCopy(
	ctx: Ctx,
	{ kind, hash, objectKey }: Row,
	width: number,
): Promise<Uint8Array | null> {
	if (!objectKey || !SHARP.includes(kind)) return null;
	const key = cacheKey(hash, width);
	const kept = await caches.default.match(key);
	if (kept) return new Uint8Array(await kept.arrayBuffer());
	const object = await ctx.files.get(objectKey);
	if (!object) return null;
	const whole = new Uint8Array(await object.arrayBuffer());
	if ((readImageHeader(whole)?.width ?? 0) <= width) return null;
	try {
		const result = await ctx.env.IMAGES.input(new Blob([whole]).stream())
			.transform({ width, fit: "scale-down" })
			.output({ format: "image/webp", quality: 70 });
		const bytes = new Uint8Array(await result.response().arrayBuffer());
		await caches.default.put(
			key,
			new Response(bytes, { headers: { "Cache-Control": `max-age=${KEPT_S}` } }),
		);
		return bytes;
	} catch (error) {
		log("warn", "preview.not_narrowed", { requestId: ctx.requestId, ...serializeError(error) });
		return null;
	}
}
