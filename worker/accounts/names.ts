import { visibleName } from "../platform/safe-names.ts";

/** Removes invisible characters; null when nothing is left. */
export function cleanName(name: string | null | undefined): string | null {
	return visibleName(name ?? "").trim() || null;
}
