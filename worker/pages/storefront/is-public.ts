import type { ShareRow } from "../../catalogue/shares/rows.ts";

type Shown = Pick<
	ShareRow,
	"status" | "saleMode" | "passwordHash" | "opensAt" | "expiresAt" | "endsAccess"
>;

/**
 * Excludes shares in `link` mode, whose link is the secret, and those that ask for a password, open later, or have
 * ended for their buyers too. `listedInSitemap` says the same in SQL.
 */
export function isPublic(share: Shown, now: number): boolean {
	return (
		share.status === "published" &&
		share.saleMode === "each" &&
		share.passwordHash === null &&
		(share.opensAt === null || share.opensAt <= now) &&
		!(share.endsAccess && share.expiresAt !== null && share.expiresAt <= now)
	);
}

/** Like `isPublic`, unless the creator keeps search engines out. */
export function isIndexed(share: Shown & Pick<ShareRow, "indexed">, now: number): boolean {
	return isPublic(share, now) && share.indexed;
}
