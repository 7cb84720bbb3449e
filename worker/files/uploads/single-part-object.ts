import { originalKey } from "../../catalogue/shares/object-keys.ts";
import type { Ctx } from "../../core/context.ts";
import type { SessionStore } from "./session-store.ts";

/** The metadata of a file stored as one object, read by `crcFromMetadata`. */
export function crcMetadata(crc32: number): Pick<R2PutOptions, "customMetadata"> {
	return { customMetadata: { crc32: String(crc32) } };
}

/** The CRC-32 in the metadata of a stored object; null when it was not known when the object was written. */
export function crcFromMetadata(object: R2Object): number | null {
	const crc32 = object.customMetadata?.crc32;
	return crc32 === undefined ? null : Number(crc32);
}

/**
 * Finds files of one part that are stored although their session was not notified, for instance when the Worker
 * dies between the response and the acknowledgement, and records them as stored.
 */
export async function reconcileStored(
	files: Ctx["files"],
	store: SessionStore,
	shareId: string,
): Promise<void> {
	const wanted = new Map(store.missingSinglePart().map((file) => [file.objectKey, file]));
	let cursor: string | undefined;
	while (wanted.size > 0) {
		const listed = await files.list({
			prefix: originalKey(shareId, ""),
			include: ["customMetadata"],
			...(cursor !== undefined && { cursor }),
		});
		for (const object of listed.objects) {
			const file = wanted.get(object.key);
			const crc32 = crcFromMetadata(object);
			if (file?.size === object.size && crc32 !== null)
				store.keepPart(file.position, { n: 1, size: object.size, etag: object.etag, crc32 });
		}
		if (!listed.truncated) return;
		cursor = listed.cursor;
	}
}
