import { unzipSync } from "fflate";

/** Returns the names of a ZIP's entries. Throws when it is none. */
export function entryNames(zip: Uint8Array): string[] {
	const names: string[] = [];
	unzipSync(zip, {
		filter: ({ name }) => {
			names.push(name);
			return false;
		},
	});
	return names;
}

/**
 * Returns an unpacked entry; null when it is missing, damaged, or states more than `most` bytes. No more than
 * stated is kept, so a bomb takes time only.
 */
export function zipEntry(zip: Uint8Array, name: string, most: number): Uint8Array | null {
	try {
		const entries = unzipSync(zip, {
			filter: (entry) => entry.name === name && entry.originalSize <= most,
		});
		return entries[name] ?? null;
	} catch {
		return null;
	}
}
