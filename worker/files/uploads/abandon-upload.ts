import { and, eq, type SQL } from "drizzle-orm";
import type { CreatorCtx, Ctx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { fetchOwnUpload, sessionOf, type UploadRow } from "./fetch-own-upload.ts";
import { deleteOpenUpload } from "./part-ack-buffer.ts";
import { uploads } from "./tables.ts";

function abandon(ctx: Ctx, { id, creatorId }: UploadRow) {
	deleteOpenUpload(id);
	return sessionOf(ctx, id).abandon(creatorId);
}

/**
 * Deletes sent parts and frees the month's slot. Idempotent. Throws `upload.not_found`, `upload.not_open` once it is
 * published or being published.
 */
export async function abandonUpload(ctx: CreatorCtx, id: string): Promise<void> {
	const row = await fetchOwnUpload(ctx, id);
	if (row.state === "abandoned") return;
	if (row.state === "done") throw failure("upload.not_open");
	const outcome = await abandon(ctx, row);
	if (outcome === "closed") throw failure("upload.not_open");
	if (outcome === "unknown") throw failure("upload.not_found");
}

async function abandonOpen(ctx: Ctx, where: SQL): Promise<void> {
	const rows = await ctx.db
		.select()
		.from(uploads)
		.where(and(where, eq(uploads.state, "open")));
	for (const row of rows) await abandon(ctx, row);
}

export const abandonUploadsOfShare = (ctx: Ctx, shareId: string) =>
	abandonOpen(ctx, eq(uploads.shareId, shareId));

export const abandonUploadsOfCreator = (ctx: Ctx, userId: string) =>
	abandonOpen(ctx, eq(uploads.creatorId, userId));
