import type { ShareFile } from "../../../../worker/catalogue/shares/contract/shares.ts";
import { idsAt } from "../../../lib/buying/basket.ts";

/** In the fragment, which browsers never send. */
export const LINK_PREFIX = "#hearts=";

/** The favourites in the page's address that aren't this browser's yet; null for none. */
export function sharedFavorites(
	files: readonly ShareFile[],
	own: ReadonlySet<string>,
): ReadonlySet<string> | null {
	if (!location.hash.startsWith(LINK_PREFIX)) return null;
	const ids = idsAt(files, location.hash.slice(LINK_PREFIX.length));
	return ids.some((id) => !own.has(id)) ? new Set(ids) : null;
}
