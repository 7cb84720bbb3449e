import { eq, getViewSelectedFields, sql } from "drizzle-orm";
import { takenDown } from "../../catalogue/shares/fetch-own-share.ts";
import { files, shares } from "../../catalogue/shares/tables.ts";
import type { Ctx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { type ByteSource, serveBytes } from "../../platform/http/serve-bytes.ts";
import { anyHeldPurchase, type Closed, closedTo } from "../../purchases/entitlements/access-sql.ts";
import {
	authorise,
	CLOSED_CODE,
	includes,
	isClosed,
	logRefusal,
	type RefusalReason,
} from "../../purchases/entitlements/authorise.ts";
import { recordTaken } from "../downloads/download-log.ts";
import { needsDisplay } from "./contract/preview-sizes.ts";
import { atWidth, originalAtWidth } from "./kept-copy.ts";
import { MAX_IMAGE_BYTES, RASTER_TYPES } from "./make-image-preview.ts";
import { clipOf, isDisplay, isEdition, pictureOf, SHOWN_PICTURES } from "./preview-of.ts";
import { originalSource, PERSONAL, renditionSource } from "./rendition-source.ts";
import { renditions } from "./tables.ts";

type File = typeof files.$inferSelect;
type Row = typeof renditions.$inferSelect;
type ShareState = Pick<typeof shares.$inferSelect, "id" | "status"> & {
	closed: Closed | null;
	isBuyers: number;
};

/** Returns the reason to show nothing, or null. Deleted content is shown only to its buyers. */
async function whyAbsent(ctx: Ctx, share: ShareState): Promise<RefusalReason | null> {
	if (share.status === "deleted")
		return share.isBuyers ? null : (await authorise(ctx, share)).reason;
	if (share.status === "taken_down") return "taken_down";
	return share.status === "published" ? share.closed : "not_published";
}

async function findFile(ctx: Ctx, fileId: string) {
	// In a batch D1 returns rows by column name, so no two columns may share one.
	const [[found], rows] = await ctx.replica.batch([
		ctx.replica
			.select({
				file: getViewSelectedFields(files),
				status: shares.status,
				legalOrder: shares.legalOrder,
				shown: SHOWN_PICTURES,
				closed: closedTo(ctx).as("asks_closed"),
				isBuyers: sql<number>`${anyHeldPurchase(ctx)} is not null`.as("asks_buyers"),
			})
			.from(files)
			.innerJoin(shares, eq(shares.id, files.shareId))
			.where(eq(files.id, fileId)),
		ctx.replica.select().from(renditions).where(eq(renditions.fileId, fileId)),
	]);
	if (!found) throw failure("file.not_found");
	const { shareId } = found.file;
	const reason = await whyAbsent(ctx, { ...found, id: shareId });
	if (reason !== null) {
		const code = isClosed(reason)
			? CLOSED_CODE[reason]
			: reason === "taken_down"
				? takenDown(found).code
				: "file.not_found";
		logRefusal({ shareId, fileId, reason, code });
		throw failure(code);
	}
	return { ...found, rows };
}

/** Viewers keep what they have access to for a day. */
const KEPT = { ...PERSONAL, "Cache-Control": "private, max-age=86400" } as const;

/**
 * Serves the original, or a copy of this width; to buyers of a lesser edition never more than that. Returns null, and
 * logs the refusal, for viewers without access.
 */
async function serveBought(
	ctx: Ctx,
	{ file, rows }: { file: File; rows: readonly Row[] },
	request: Request,
	width: number | null = null,
): Promise<Response | null> {
	const { id: what, shareId } = file;
	const { access, reason } = await authorise(ctx, { id: shareId }, what);
	const isFull = access && includes(access, "full");
	const lesser = rows.find((row) => isEdition(row) && access && includes(access, row.kind));
	if (!access || !(isFull || lesser)) {
		logRefusal({ shareId, fileId: what, reason, code: "preview" });
		return null;
	}
	recordTaken(ctx, { request, shareId, access, what });
	if (lesser && !isFull)
		return serveBytes(request, await atWidth(ctx, lesser, width, width === null ? PERSONAL : KEPT));
	const isCopy = width !== null;
	return serveBytes(
		request,
		isCopy ? await copyOf(ctx, file, rows, width) : originalSource(ctx, file),
	);
}

/** The creator's browser makes display copies last, and buyers may be faster. */
async function copyOf(
	ctx: Ctx,
	file: File,
	rows: readonly Row[],
	width: number,
): Promise<ByteSource> {
	const display = rows.find(isDisplay);
	if (display) return atWidth(ctx, display, width, KEPT);
	const isLight = !needsDisplay(file) || file.size > MAX_IMAGE_BYTES;
	return isLight ? originalSource(ctx, file) : originalAtWidth(ctx, file, width);
}

/**
 * Serves the image itself to viewers with access, or a copy for the screen if `width` is set; a rendition to others.
 * Never SVG, which browsers execute. Throws `file.not_found`, `preview.not_found`, `share.taken_down`, `share.not_open`, `share.locked`,
 * `share.ended`.
 */
export async function servePreview(
	ctx: Ctx,
	fileId: string,
	width: number | null,
	request: Request,
): Promise<Response> {
	const { file, shown, rows } = await findFile(ctx, fileId);
	const isRaster = RASTER_TYPES.includes(file.mimeType);
	const bought =
		(isRaster || (width !== null && rows.some(isDisplay))) &&
		(await serveBought(ctx, { file, rows }, request, width));
	if (bought) return bought;
	const picture = pictureOf(file, shown, rows);
	if (!picture) throw failure("preview.not_found");
	return serveBytes(request, renditionSource(ctx, picture, PERSONAL));
}

/**
 * Serves the original audio or video to viewers with access, the clip to others. Throws like `servePreview`.
 */
export async function serveStream(ctx: Ctx, fileId: string, request: Request): Promise<Response> {
	const { file, shown, rows } = await findFile(ctx, fileId);
	if (!/^(?:audio|video)\//.test(file.mimeType)) throw failure("preview.not_found");
	const bought = await serveBought(ctx, { file, rows }, request);
	if (bought) return bought;
	const clip = clipOf(file, shown, rows);
	if (!clip) throw failure("preview.not_found");
	return serveBytes(request, renditionSource(ctx, clip, PERSONAL));
}
