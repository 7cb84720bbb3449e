import { visibleName } from "../platform/safe-names.ts";

/** Null if only invisible characters are left. */
export function cleanName(name: string | null | undefined): string | null {
	return visibleName(name ?? "").trim() || null;
}
