import { and, asc, eq, isNotNull } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import { log, serializeError } from "../platform/log.ts";
import { bytesOfDataUri } from "../previews/rendition-row.ts";
import { renditions } from "../previews/tables.ts";
import { publicShare } from "../shares/public-share.ts";
import { files } from "../shares/tables.ts";
import { type Colour, encodePng } from "./png.ts";

/** The size of link previews in pixels, a ratio of nearly 2:1. */
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

async function stretched(ctx: Ctx, raster: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
	const { body } = new Response(new Uint8Array(raster));
	if (!body) throw new Error("an empty raster");
	const result = await ctx.env.IMAGES.input(body)
		.transform({ width: CARD_WIDTH, height: CARD_HEIGHT, fit: "cover", blur: 12 })
		.output({ format: "image/png" });
	return new Uint8Array(await result.response().arrayBuffer());
}

const mix = (from: Colour, to: Colour, part: number): Colour => [
	Math.round(from[0] + (to[0] - from[0]) * part),
	Math.round(from[1] + (to[1] - from[1]) * part),
	Math.round(from[2] + (to[2] - from[2]) * part),
];
const DEEP: Colour = [9, 78, 61];
const BRIGHT: Colour = [15, 123, 95];
const PAPER: Colour = [251, 250, 247];

/** Draws the product's icon, an open box with a lid, on a green gradient. */
function drawn(): Uint8Array<ArrayBuffer> {
	const middle = CARD_WIDTH / 2;
	return encodePng(CARD_WIDTH, CARD_HEIGHT, (x, y) => {
		const across = Math.abs(x - middle);
		const lid = across < 72 && y >= 120 && y < 134;
		const walls = across < 60 && y >= 134 && y < 218 && (across >= 48 || y >= 206);
		const arrow = y >= 75 && y < 177 && (across < 6 || (y >= 150 && across < 177 - y));
		if (lid || walls || arrow) return PAPER;
		return mix(BRIGHT, DEEP, (x + y) / (CARD_WIDTH + CARD_HEIGHT));
	});
}

/**
 * Returns the image for link previews of a share: its first tiny preview, scaled up and blurred, or a
 * drawn card. Never any part of an original. @throws ApiError `share.not_found`, `share.taken_down`.
 */
export async function shareCard(ctx: Ctx, slug: string): Promise<Uint8Array<ArrayBuffer>> {
	const share = await publicShare(ctx, slug);
	const raster = share.status === "published" ? await tinyRaster(ctx, share.id) : null;
	if (!raster) return drawn();
	try {
		return await stretched(ctx, raster);
	} catch (error) {
		log("warn", "card.failed", { requestId: ctx.requestId, ...serializeError(error) });
		return drawn();
	}
}
