import { and, asc, eq, isNotNull } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import { builtFile } from "../platform/http/built-file.ts";
import { log, serializeError } from "../platform/log.ts";
import { bytesOfDataUri } from "../previews/rendition-row.ts";
import { renditions } from "../previews/tables.ts";
import { publicShare } from "../shares/public-share.ts";
import { files } from "../shares/tables.ts";

/** The size of link previews in pixels, a ratio of nearly 2:1; that of web/public/card.png too. */
export const CARD_WIDTH = 600;
export const CARD_HEIGHT = 315;

async function tinyRaster(ctx: Ctx, shareId: string): Promise<Uint8Array | null> {
	const [row] = await ctx.db
		.select({ inline: renditions.inline })
		.from(renditions)
		.innerJoin(files, eq(files.id, renditions.fileId))
		.where(
			and(
				eq(renditions.shareId, shareId),
				eq(renditions.kind, "image"),
				isNotNull(renditions.inline),
			),
		)
		.orderBy(asc(files.position))
		.limit(1);
	return row?.inline ? bytesOfDataUri(row.inline) : null;
}

async function stretched(ctx: Ctx, raster: Uint8Array): Promise<ArrayBuffer> {
	const { body } = new Response(new Uint8Array(raster));
	if (!body) throw new Error("an empty raster");
	const result = await ctx.env.IMAGES.input(body)
		.transform({ width: CARD_WIDTH, height: CARD_HEIGHT, fit: "cover", blur: 12 })
		.output({ format: "image/png" });
	return result.response().arrayBuffer();
}

/** The product's mark, for shares without a preview. */
async function mark(ctx: Ctx): Promise<ArrayBuffer> {
	return (await builtFile(ctx, "/card.png")).arrayBuffer();
}

/**
 * Returns the image for link previews of a share: its first tiny preview, scaled up and blurred, or the
 * product's mark. Never any part of an original. @throws ApiError `share.not_found`, `share.taken_down`.
 */
export async function shareCard(ctx: Ctx, slug: string): Promise<ArrayBuffer> {
	const share = await publicShare(ctx, slug);
	const raster = share.status === "published" ? await tinyRaster(ctx, share.id) : null;
	if (!raster) return mark(ctx);
	try {
		return await stretched(ctx, raster);
	} catch (error) {
		log("warn", "card.failed", { requestId: ctx.requestId, ...serializeError(error) });
		return mark(ctx);
	}
}
