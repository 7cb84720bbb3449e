/**
 * Where things lie in the file store. Every key begins with what it is and the row id of its share,
 * so that a share's objects can be found, and removed, by prefix.
 */

/** The key of an original; `id` is `shares.id`. */
export function originalKey(id: string, fileId: string): string {
	return `originals/${id}/${fileId}`;
}

/** The prefixes under which all of a share's objects lie; `id` is `shares.id`. */
export function sharePrefixes(id: string): string[] {
	return [`originals/${id}/`, `packs/${id}/`, `renditions/${id}/`];
}

/** The `shares.id` whose originals lie under a prefix; null for any other prefix. */
export function shareOfOriginals(keyPrefix: string): string | null {
	return /^originals\/([^/]+)\/$/.exec(keyPrefix)?.[1] ?? null;
}
