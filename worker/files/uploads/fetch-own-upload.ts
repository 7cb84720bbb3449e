import { and, eq } from "drizzle-orm";
import type { CreatorCtx, Ctx, OpenUploadFile } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { uploads } from "./tables.ts";

export type UploadRow = typeof uploads.$inferSelect;

export function sessionOf(ctx: Pick<Ctx, "env">, id: string) {
	return ctx.env.UPLOAD_SESSION.getByName(id);
}

/** Throws `upload.not_found`, also for other creators' uploads. */
export async function fetchOwnUpload(ctx: CreatorCtx, id: string): Promise<UploadRow> {
	const [row] = await ctx.db
		.select()
		.from(uploads)
		.where(and(eq(uploads.id, id), eq(uploads.creatorId, ctx.user.id)));
	if (!row) throw failure("upload.not_found");
	return row;
}

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
	return file;
}
