import { MAX_LISTING_ENTRIES } from "../../../worker/contract/files/preview-sizes.ts";
import type { Listing } from "../../../worker/contract/files/previews.ts";
import { shortName } from "../../../worker/contract/pages/short-name.ts";
import type { Bytes } from "../bytes.ts";
import { zipDirectory } from "./zip-directory.ts";

/** Returns names and sizes of a ZIP's entries without its folders. Null when it has no readable directory. */
export async function zipListing(archive: Bytes): Promise<Listing | null> {
	const directory = await zipDirectory(archive);
	if (!directory) return null;
	const entries: Listing["entries"] = [];
	for (const { name, size } of directory.entries()) {
		if (!name.endsWith("/")) entries.push({ name: shortName(name), size });
		if (entries.length === MAX_LISTING_ENTRIES) break;
	}
	if (entries.length === 0 && directory.total > 0) return null;
	// The directory's own count includes folders, so it is used for truncated lists only.
	const isCut = entries.length === MAX_LISTING_ENTRIES;
	return { total: isCut ? Math.max(directory.total, entries.length) : entries.length, entries };
}
