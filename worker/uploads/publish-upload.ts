import { and, eq, sql } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import { quotaOf } from "../plans/upload-slots.ts";
import { log, serializeError } from "../platform/log.ts";
import { countEvent } from "../platform/metrics.ts";
import { repeatable } from "../platform/retrying.ts";
import { addFileRows, type NewFile } from "../shares/file-rows.ts";
import { publish } from "../shares/publish.ts";
import { files, shares } from "../shares/tables.ts";
import { stalePages } from "../stale-pages.ts";
import type { SessionFile, UploadMetadata } from "./session-rows.ts";
import { uploads } from "./tables.ts";

/** A new share must still be uploading; one that gets more files must still be published. */
const STILL_NEW = sql`status = 'uploading'`;
const STILL_PUBLISHED = sql`status = 'published'`;

function newFile(file: SessionFile, now: number): NewFile {
	if (file.etag === null || file.crc32 === null) throw new Error("A file is not finished");
	return {
		id: file.id,
		originalName: file.name,
		mimeType: file.mimeType,
		size: file.size,
		folderPath: file.folderPath,
		objectKey: file.objectKey,
		etag: file.etag,
		crc32: file.crc32,
		modifiedAt: file.modifiedAt ?? now,
	};
}

/** Returns true when the rows exist, whether this run or an earlier one wrote them. */
async function writeRows(ctx: Ctx, metadata: UploadMetadata, finished: readonly SessionFile[]) {
	const [first, ...rest] = addFileRows(
		ctx,
		metadata.shareId,
		finished.map((file) => newFile(file, ctx.now())),
		metadata.addsTo ? STILL_PUBLISHED : STILL_NEW,
	);
	const stale = stalePages(ctx, eq(shares.id, metadata.shareId));
	await repeatable(() => ctx.db.batch([first, ...rest, stale]));
	const [row] = await ctx.db
		.select({ id: files.id })
		.from(files)
		.where(and(eq(files.id, finished[0]?.id ?? ""), eq(files.shareId, metadata.shareId)));
	return row !== undefined;
}

/**
 * Writes a finished upload's files to the database, publishes the share, and commits the slot and the
 * bytes that its files and their renditions use. Every step can be repeated with the same result.
 * Returns `gone` when the share was deleted meanwhile.
 */
export async function publishUpload(
	ctx: Ctx,
	metadata: UploadMetadata,
	finished: readonly SessionFile[],
	renditionBytes: number,
): Promise<"published" | "gone"> {
	if (!(await writeRows(ctx, metadata, finished))) return "gone";
	// Buyers of earlier see on the page when it changed.
	if (metadata.addsTo)
		await repeatable(() =>
			ctx.db.update(shares).set({ changedAt: ctx.now() }).where(eq(shares.id, metadata.shareId)),
		);
	const slot = { creatorId: metadata.creatorId, uploadId: metadata.id, month: metadata.month };
	await publish(ctx, metadata.shareId, { slot, bytes: metadata.totalSize + renditionBytes });
	await repeatable(() =>
		ctx.db.update(uploads).set({ state: "done" }).where(eq(uploads.id, metadata.id)),
	);
	await quotaOf(ctx, metadata.creatorId)
		.commit(slot)
		// D1 has the record; the quota object reads it when the lease expires.
		.catch((error: unknown) => log("warn", "quota.commit_postponed", serializeError(error)));
	countEvent(ctx.env, { event: "upload", amount: metadata.totalSize, count: finished.length });
	return "published";
}
