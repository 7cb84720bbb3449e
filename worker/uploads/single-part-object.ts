import type { Ctx } from "../context.ts";
import { originalKey } from "../shares/object-keys.ts";
import type { SessionStore } from "./session-store.ts";

/** What lies beside the bytes of a file that was stored in one piece, for `crcFromMetadata`. */
export function crcMetadata(crc32: number): Pick<R2PutOptions, "customMetadata"> {
	return { customMetadata: { crc32: String(crc32) } };
}

/** The CRC-32 that was found right before the object was finished; null when it was not known then. */
export function crcFromMetadata(object: R2Object): number | null {
	const crc32 = object.customMetadata?.crc32;
	return crc32 === undefined ? null : Number(crc32);
}

/**
 * Finds files of one part that are stored though the session was not told, as when the Worker dies
 * between the answer and the note, and counts them as safe.
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
