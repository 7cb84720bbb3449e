/**
 * Keys in the file store. Each begins with its kind and the row id of its share, so that a share's objects can be
 * listed and removed by prefix.
 */

/** The key of an original; `id` is `shares.id`. */
export function originalKey(id: string, fileId: string): string {
	return `originals/${id}/${fileId}`;
}

/** The prefixes of all of a share's objects; `id` is `shares.id`. */
export function sharePrefixes(id: string): string[] {
	return [`originals/${id}/`, `packs/${id}/`, `renditions/${id}/`];
}

/** Returns the `shares.id` of a prefix of originals; null for any other prefix. */
export function shareOfOriginals(keyPrefix: string): string | null {
	return /^originals\/([^/]+)\/$/.exec(keyPrefix)?.[1] ?? null;
}
