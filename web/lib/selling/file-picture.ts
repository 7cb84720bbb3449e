import type { ShareFile } from "../../../worker/catalogue/shares/contract/shares.ts";

/** The picture before payment, preferably sharp; null without one, as for most tracks. */
export function pictureOf({ preview }: ShareFile): string | null {
	return preview?.src ?? preview?.placeholder ?? null;
}
