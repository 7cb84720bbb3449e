import type { ShareFile } from "../../../worker/contract/catalogue/shares.ts";

/** The address of a file's picture before payment, the sharp one first; null without one, as for most tracks. */
export function pictureOf({ preview }: ShareFile): string | null {
	return preview?.src ?? preview?.placeholder ?? null;
}
