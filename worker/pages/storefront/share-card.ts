import { and, eq } from "drizzle-orm";
import { coverHashColumn } from "../../catalogue/shares/cover.ts";
import { type ShareRow, shares } from "../../catalogue/shares/tables.ts";
import type { Ctx } from "../../core/context.ts";
import { CARD_SIZE } from "../../files/previews/contract/previews.ts";
import { keepCopy, readCopy } from "../../files/previews/kept-copy.ts";
import { bytesOfDataUri } from "../../files/previews/rendition-row.ts";
import { renditions } from "../../files/previews/tables.ts";
import { builtFile } from "../../platform/http/built-file.ts";
import { log, serializeError } from "../../platform/log.ts";
import { publicShare } from "./public-share.ts";

/** Hides the pixels of a tiny preview that is scaled up. */
const BLUR = 19;

const QUALITY = 82;

const CARD_TYPE = "image/jpeg";
type Rendition = typeof renditions.$inferSelect;

async function bytesOf(
	ctx: Ctx,
	{ objectKey, inline }: Rendition,
): Promise<Uint8Array<ArrayBuffer>> {
	if (inline) return bytesOfDataUri(inline);
	const object = objectKey ? await ctx.files.get(objectKey) : null;
	if (!object) throw new Error(`the rendition ${objectKey} is missing`);
	return new Uint8Array(await object.arrayBuffer());
}

/** Drawn by the creator's browser; ignored once the share has changed. */
async function drawnCard(ctx: Ctx, share: ShareRow): Promise<Rendition | null> {
	const [row] = await ctx.replica
		.select()
		.from(renditions)
		.where(
			and(
				eq(renditions.fileId, share.id),
				eq(renditions.kind, "card"),
				eq(renditions.mimeType, CARD_TYPE),
			),
		);
	return row && row.createdAt >= (share.changedAt ?? 0) ? row : null;
}

async function coverRow(ctx: Ctx, share: ShareRow): Promise<Rendition | null> {
	const [row] = await ctx.replica
		.select({ rendition: renditions })
		.from(shares)
		.innerJoin(
			renditions,
			and(eq(renditions.shareId, shares.id), eq(renditions.hash, coverHashColumn())),
		)
		.where(eq(shares.id, share.id))
		.limit(1);
	return row?.rendition ?? null;
}

/** Keeps a copy in the data centre, since an added query parameter bypasses the caches. */
async function croppedCover(ctx: Ctx, cover: Rendition): Promise<Uint8Array<ArrayBuffer>> {
	const copy = `${cover.kind}-card.jpg`;
	const cached = await readCopy(cover.hash, copy);
	if (cached) return cached.bytes;
	const picture = await bytesOf(ctx, cover);
	const blurred = cover.kind === "image" ? { blur: BLUR } : {};
	const result = await ctx.env.IMAGES.input(new Blob([picture]).stream())
		.transform({ ...CARD_SIZE, fit: "cover", ...blurred })
		.output({ format: CARD_TYPE, quality: QUALITY });
	const bytes = new Uint8Array(await result.response().arrayBuffer());
	await keepCopy(cover.hash, copy, { bytes, mimeType: CARD_TYPE });
	return bytes;
}

async function mark(ctx: Ctx): Promise<Uint8Array<ArrayBuffer>> {
	return new Uint8Array(await (await builtFile(ctx, "/card.jpg")).arrayBuffer());
}

/** Returns as JPEG the drawn card, a crop of the cover, or the product's mark. */
export async function shareCard(ctx: Ctx, slug: string): Promise<Uint8Array<ArrayBuffer>> {
	const share = await publicShare(ctx, slug);
	if (share.status !== "published") return mark(ctx);
	try {
		const drawn = await drawnCard(ctx, share);
		if (drawn) return await bytesOf(ctx, drawn);
		const cover = await coverRow(ctx, share);
		return cover ? await croppedCover(ctx, cover) : await mark(ctx);
	} catch (error) {
		log("warn", "card.failed", serializeError(error));
		return mark(ctx);
	}
}
