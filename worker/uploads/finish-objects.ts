import type { Ctx } from "../context.ts";
import { combineCrc32Parts } from "../platform/storage/crc32.ts";
import { isInvalidPart, isNoSuchUpload } from "./r2-errors.ts";
import type { SessionFile } from "./session-rows.ts";
import type { SessionStore } from "./session-store.ts";

const CONCURRENCY = 6;

/**
 * Finishes R2's upload of one file. Null when R2 has not all of its parts: they are then no longer
 * counted as safe, and have to be sent again.
 */
async function finishObject(
	ctx: Ctx,
	store: SessionStore,
	file: SessionFile,
): Promise<{ etag: string } | null> {
	const parts = store.parts(file.position);
	if (file.multipart === null) return parts[0] ?? null;
	try {
		const object = await ctx.files
			.resumeMultipartUpload(file.objectKey, file.multipart)
			.complete(parts.map((part) => ({ partNumber: part.n, etag: part.etag })));
		return { etag: object.etag };
	} catch (error) {
		if (isInvalidPart(error)) {
			store.dropSuspects(file.position);
			return null;
		}
		if (!isNoSuchUpload(error)) throw error;
		// Finished earlier, by a run that did not live to note it — or expired at R2.
		const object = await ctx.files.head(file.objectKey);
		if (object?.size === file.size) return { etag: object.etag };
		store.dropAll(file.position);
		store.setMultipart(file.position, null);
		return null;
	}
}

/**
 * Turns the parts of every file into objects and their CRCs into the files' own, without reading a
 * byte again. False when parts turned out to be missing. Can be repeated at any point.
 */
export async function finishObjects(ctx: Ctx, store: SessionStore): Promise<boolean> {
	const queue = store.files().filter((file) => file.etag === null);
	let whole = true;
	const work = async () => {
		for (let file = queue.shift(); file; file = queue.shift()) {
			// Before R2 is asked: afterwards they may be gone.
			const crc32 = combineCrc32Parts(store.parts(file.position));
			const object = await finishObject(ctx, store, file);
			if (object) store.finishFile(file.position, { etag: object.etag, crc32 });
			else whole = false;
		}
	};
	await Promise.all(Array.from({ length: CONCURRENCY }, work));
	return whole;
}
