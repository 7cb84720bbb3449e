import { originalKey } from "../../catalogue/shares/object-keys.ts";
import type { Ctx } from "../../core/context.ts";
import type { SessionStore } from "./session-store.ts";

export function crcMetadata(crc32: number): Pick<R2PutOptions, "customMetadata"> {
	return { customMetadata: { crc32: String(crc32) } };
}

/** Null if the CRC-32 was unknown when the object was written. */
export function crcFromMetadata(object: R2Object): number | null {
	const crc32 = object.customMetadata?.crc32;
	return crc32 === undefined ? null : Number(crc32);
}

/**
 * Records stored single-part files unknown to their session, for instance because the Worker died between response
 * and acknowledgement.
 */
export async function reconcileStored(
	files: Ctx["files"],
	store: SessionStore,
	shareId: string,
): Promise<void> {
	const missing = new Map(store.missingSinglePart().map((file) => [file.objectKey, file]));
	let cursor: string | undefined;
	while (missing.size > 0) {
		const listed = await files.list({
			prefix: originalKey(shareId, ""),
			include: ["customMetadata"],
			...(cursor !== undefined && { cursor }),
		});
		for (const object of listed.objects) {
			const file = missing.get(object.key);
			const crc32 = crcFromMetadata(object);
			if (file?.size === object.size && crc32 !== null)
				store.keepPart(file.position, { n: 1, size: object.size, etag: object.etag, crc32 });
		}
		if (!listed.truncated) return;
		cursor = listed.cursor;
	}
}
