import { eq } from "drizzle-orm";
import { takenDown } from "../../catalogue/shares/public-share.ts";
import { files, shares } from "../../catalogue/shares/tables.ts";
import type { Ctx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { serveBytes } from "../../platform/http/serve-bytes.ts";
import { type Closed, closedTo } from "../../purchases/entitlements/access-sql.ts";
import { authorise, type RefusalReason } from "../../purchases/entitlements/authorise.ts";
import { CLOSED_CODE, isClosed } from "../../purchases/entitlements/closed.ts";
import { logRefusal } from "../../purchases/entitlements/log-refusal.ts";
import { RASTER_TYPES } from "./make-image-preview.ts";
import { clipOf, pictureOf } from "./preview-of.ts";
import { originalSource, PERSONAL, renditionSource } from "./rendition-source.ts";
import { renditions } from "./tables.ts";

type File = typeof files.$inferSelect;
type ShareState = Pick<typeof shares.$inferSelect, "id" | "status"> & { closed: Closed | null };

/**
 * Why nothing may be shown to the viewer, null when something may: of a deleted share only to its buyers,
 * for a period.
 */
async function whyAbsent(ctx: Ctx, share: ShareState): Promise<RefusalReason | null> {
	if (share.status === "deleted") return (await authorise(ctx, share)).reason;
	if (share.status === "taken_down") return "taken_down";
	return share.status === "published" ? share.closed : "not_published";
}

async function findFile(ctx: Ctx, fileId: string) {
	// In a batch D1 returns rows by column name, so no two columns may share one.
	const [[found], rows] = await ctx.replica.batch([
		ctx.replica
			.select({
				file: files,
				status: shares.status,
				legalOrder: shares.legalOrder,
				shown: { images: shares.imagePreview, samples: shares.samples },
				closed: closedTo(ctx).as("asks_closed"),
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
 * @throws ApiError `file.not_found`, `preview.not_found` (404), `share.taken_down` (410), `share.not_open`,
 * `share.locked`, `share.ended` (403).
 */
export async function servePreview(ctx: Ctx, fileId: string, request: Request): Promise<Response> {
	const { file, shown, rows } = await findFile(ctx, fileId);
	if (RASTER_TYPES.includes(file.mimeType) && (await mayHaveOriginal(ctx, file)))
		return serveBytes(request, originalSource(ctx, file));
	const picture = pictureOf(file, shown, rows);
	if (!picture) throw failure("preview.not_found");
	return serveBytes(request, renditionSource(ctx, picture, PERSONAL));
}

/**
 * Serves `/stream` for audio and video: the original to viewers who may download, the clip to everyone
 * else, 404 where there is none.
 * @throws ApiError `file.not_found`, `preview.not_found` (404), `share.taken_down` (410), `share.not_open`,
 * `share.locked`, `share.ended` (403).
 */
export async function serveStream(ctx: Ctx, fileId: string, request: Request): Promise<Response> {
	const { file, shown, rows } = await findFile(ctx, fileId);
	if (!/^(?:audio|video)\//.test(file.mimeType)) throw failure("preview.not_found");
	if (await mayHaveOriginal(ctx, file)) return serveBytes(request, originalSource(ctx, file));
	const clip = clipOf(file, shown, rows);
	if (!clip) throw failure("preview.not_found");
	return serveBytes(request, renditionSource(ctx, clip, PERSONAL));
}
