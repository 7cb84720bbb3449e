import { visibleName } from "../platform/safe-names.ts";

/** A person's name without anything that cannot be seen; null when nothing is left. */
export function cleanName(name: string | null | undefined): string | null {
	return visibleName(name ?? "").trim() || null;
}
