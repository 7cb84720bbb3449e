import type { CreatorCtx, OpenUploadFile } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { sessionOf } from "./fetch-own-upload.ts";

/**
 * Throws `upload.not_found` (also for other creators' uploads), `upload.not_open` once it is published or
 * abandoned.
 */
export async function fetchUploadingFile(
	ctx: CreatorCtx,
	target: { id: string; fileId: string },
): Promise<OpenUploadFile> {
	const file = await sessionOf(ctx, target.id).openFile(ctx.user.id, target.fileId);
	if (file === "unknown") throw failure("upload.not_found");
	if (file === "closed") throw failure("upload.not_open");
	const { id, shareId, name, mimeType, family, size, noPreview } = file;
	return { id, shareId, name, mimeType, family, size, noPreview: noPreview === 1 };
}
