import { and, eq } from "drizzle-orm";
import type { CreatorCtx, Ctx } from "../../core/context.ts";
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
