import { unzipSync } from "fflate";

/** Throws if it isn't a ZIP. */
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

/** Null if it is missing, damaged, or too large. Keeps no more than stated: a bomb costs only time. */
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
