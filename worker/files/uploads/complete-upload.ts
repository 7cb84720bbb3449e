import { eq } from "drizzle-orm";
import { filesOf } from "../../catalogue/shares/file-rows.ts";
import { quarantinedFilesOf } from "../../catalogue/shares/quarantine.ts";
import { type NewFile, type ShareRow, shares } from "../../catalogue/shares/tables.ts";
import type { CreatorCtx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { fetchOwnUpload, sessionOf, type UploadRow } from "./fetch-own-upload.ts";

async function published(ctx: CreatorCtx, row: UploadRow) {
	const [share] = await ctx.db.select().from(shares).where(eq(shares.id, row.shareId));
	if (!share || share.status === "deleted") throw failure("upload.not_open");
	const [present, quarantined] = await Promise.all([
		filesOf(ctx, share.id),
		share.checking ? quarantinedFilesOf(ctx, "shareId", share.id) : [],
	]);
	return { share, files: [...present, ...quarantined] };
}

/**
 * Publishes an upload or quarantines it for the scanner; null while a large one is still being published. Safe to repeat
 * and to run concurrently. Throws `upload.not_found`, `upload.incomplete`, `upload.not_open` if it was abandoned.
 */
export async function completeUpload(
	ctx: CreatorCtx,
	id: string,
): Promise<{ share: ShareRow; files: NewFile[] } | null> {
	const row = await fetchOwnUpload(ctx, id);
	if (row.state === "done") return published(ctx, row);
	if (row.state === "abandoned") throw failure("upload.not_open");
	// The session publishes, with a context of its own.
	ctx.changes.toPurge = true;
	ctx.changes.toDeliver.add(ctx.user.id);
	const outcome = await sessionOf(ctx, id).complete(ctx.user.id);
	switch (outcome.status) {
		case "done":
			return published(ctx, row);
		case "completing":
			return null;
		case "missing":
			throw failure("upload.incomplete", { details: { missing: outcome.missing } });
		case "closed":
			throw failure("upload.not_open");
		case "unknown":
			throw failure("upload.not_found");
	}
}
