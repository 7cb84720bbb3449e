import pLimit from "p-limit";
import type { Ctx } from "../../core/context.ts";
import { repeatable } from "../../platform/retrying.ts";
import { combineCrc32Parts } from "../../platform/storage/crc32.ts";
import { isInvalidPart, isNoSuchUpload } from "./r2-errors.ts";
import type { SessionFile } from "./session-rows.ts";
import type { SessionStore } from "./session-store.ts";

const CONCURRENCY = 6;

/** Null if R2 lacks some of the parts, which must be sent again. */
async function finishObject(
	ctx: Ctx,
	store: SessionStore,
	file: SessionFile,
): Promise<{ etag: string } | null> {
	const parts = store.parts(file.position);
	if (file.multipart === null) return parts[0] ?? null;
	try {
		const upload = ctx.files.resumeMultipartUpload(file.objectKey, file.multipart);
		const uploaded = parts.map((part) => ({ partNumber: part.n, etag: part.etag }));
		// A repetition after a lost answer finds no such upload.
		const object = await repeatable(() => upload.complete(uploaded));
		return { etag: object.etag };
	} catch (error) {
		if (isInvalidPart(error)) {
			store.dropSuspects(file.position);
			return null;
		}
		if (!isNoSuchUpload(error)) throw error;
		// Completed earlier, by a run that died before recording it, or expired at R2.
		const object = await ctx.files.head(file.objectKey);
		if (object?.size === file.size) return { etag: object.etag };
		store.dropAll(file.position);
		store.setMultipart(file.position, null);
		return null;
	}
}

/**
 * Combines the parts' CRCs without reading a byte again. Returns false if parts are missing. Can be repeated at any
 * point.
 */
export async function finishObjects(ctx: Ctx, store: SessionStore): Promise<boolean> {
	const unfinished = store.files().filter((file) => file.etag === null);
	const finished = await pLimit(CONCURRENCY).map(unfinished, async (file) => {
		// Must precede the call to R2: afterwards the parts may be gone.
		const crc32 = combineCrc32Parts(store.parts(file.position));
		const object = await finishObject(ctx, store, file);
		if (object) store.finishFile(file.position, { etag: object.etag, crc32 });
		return object !== null;
	});
	return finished.every(Boolean);
}
