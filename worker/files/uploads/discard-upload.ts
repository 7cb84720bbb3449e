import { eq } from "drizzle-orm";
import { quotaOf } from "../../accounts/plans/upload-slots.ts";
import { discardShare } from "../../catalogue/shares/erase-share.ts";
import type { Ctx } from "../../core/context.ts";
import { repeatable } from "../../platform/retrying.ts";
import { isNoSuchUpload } from "./r2-errors.ts";
import type { SessionFile, UploadMetadata } from "./session-rows.ts";
import { uploads } from "./tables.ts";

const KEYS_PER_CALL = 1000;

/** Idempotent. */
export async function discardUpload(
	ctx: Ctx,
	metadata: UploadMetadata,
	left: readonly SessionFile[],
	renditionKeys: readonly string[],
): Promise<void> {
	for (const file of left) {
		if (file.multipart === null || file.etag !== null) continue;
		const upload = ctx.files.resumeMultipartUpload(file.objectKey, file.multipart);
		await repeatable(() => upload.abort()).catch((error: unknown) => {
			if (!isNoSuchUpload(error)) throw error;
		});
	}
	const keys = [...left.map((file) => file.objectKey), ...renditionKeys];
	for (let from = 0; from < keys.length; from += KEYS_PER_CALL)
		await ctx.files.delete(keys.slice(from, from + KEYS_PER_CALL));
	await ctx.handlers.deleteRenditions(
		ctx,
		left.map((file) => file.id),
	);
	if (!metadata.addsTo) await discardShare(ctx, metadata.shareId);
	await repeatable(() =>
		ctx.db.update(uploads).set({ state: "abandoned" }).where(eq(uploads.id, metadata.id)),
	);
	await quotaOf(ctx, metadata.creatorId).release(metadata.id);
}
