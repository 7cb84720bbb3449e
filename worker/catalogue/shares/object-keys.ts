/** Keys begin with their kind and the share's row id, so that a share's objects can be removed by prefix. */

export function originalKey(id: string, fileId: string): string {
	return `originals/${id}/${fileId}`;
}

export function sharePrefixes(id: string): string[] {
	return [`originals/${id}/`, `packs/${id}/`, `renditions/${id}/`];
}

export function shareOfOriginals(keyPrefix: string): string | null {
	return /^originals\/([^/]+)\/$/.exec(keyPrefix)?.[1] ?? null;
}
