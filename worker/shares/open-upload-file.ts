import type { CreatorCtx } from "../context.ts";
import type { FileFamily } from "../contract/files.ts";
import { failure } from "../platform/errors.ts";

/** A file on its way: announced, not published. Sizes in bytes. */
export type UploadingFile = {
	id: string;
	/** `shares.id` of the share it will belong to */
	shareRowId: string;
	name: string;
	mimeType: string;
	family: FileFamily;
	size: number;
};

/**
 * A file of the creator's own upload while that is open. It has no row in `files` yet.
 * Throws `upload.not_found` (other people's too), `upload.not_open` once it is finished or given up.
 */
export async function openUploadFile(
	ctx: CreatorCtx,
	target: { id: string; fileId: string },
): Promise<UploadingFile> {
	const file = await ctx.env.UPLOAD_SESSION.getByName(target.id).openFile(
		ctx.user.id,
		target.fileId,
	);
	if (file === "unknown") throw failure("upload.not_found");
	if (file === "closed") throw failure("upload.not_open");
	const { id, shareRowId, name, mimeType, family, size } = file;
	return { id, shareRowId, name, mimeType, family, size };
}
