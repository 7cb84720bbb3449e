import type { ShareRow } from "../../catalogue/shares/rows.ts";

type Shown = Pick<
	ShareRow,
	"status" | "saleMode" | "passwordHash" | "opensAt" | "expiresAt" | "endsAccess"
>;

/**
 * Whether a share may be shown to everyone at `now` (ms), including other sites and search engines. Not a share in
 * `link` mode, whose link is the secret, nor one that asks for a password, opens later, has ended for its buyers too,
 * is still uploaded, or that only its buyers see. `listedInSitemap` says the same of rows in SQL.
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

/** Whether search engines may show a share: a public one, unless its creator objects. */
export function isIndexed(share: Shown & Pick<ShareRow, "indexed">, now: number): boolean {
	return isPublic(share, now) && share.indexed;
}
