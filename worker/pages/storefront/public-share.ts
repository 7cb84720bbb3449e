import { eq, getTableColumns } from "drizzle-orm";
import type { ShareResponse } from "../../catalogue/shares/contract/shares.ts";
import { takenDown } from "../../catalogue/shares/fetch-own-share.ts";
import { type ShareRow, shares } from "../../catalogue/shares/tables.ts";
import type { Ctx } from "../../core/context.ts";
import { ApiError, failure } from "../../platform/errors.ts";
import { closedTo } from "../../purchases/entitlements/access-sql.ts";
import { refuseClosed } from "../../purchases/entitlements/authorise.ts";
import { findSharePage } from "./share-response.ts";

/** Returns a share as anyone with only the link sees it. */
export async function publicShare(ctx: Ctx, slug: string): Promise<ShareRow> {
	const anyone = { ...ctx, credentials: { sessionHash: null, buyerHash: null } };
	const [row] = await ctx.replica
		.select({ ...getTableColumns(shares), closed: closedTo(anyone).as("asks_closed") })
		.from(shares)
		.where(eq(shares.slug, slug));
	if (!row || row.status === "deleted") throw failure("share.not_found");
	if (row.status === "taken_down") throw takenDown(row);
	refuseClosed(row);
	return row;
}

type Shown = Pick<
	ShareRow,
	"status" | "saleMode" | "passwordHash" | "opensAt" | "expiresAt" | "endsAccess"
>;

/** A share in `link` mode isn't public: its link is the secret. `listedInSitemap` says the same in SQL. */
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

/** Throws `share.not_found` unless the share is public. */
export async function findPublicShare(base: Ctx, slug: string): Promise<ShareResponse> {
	const ctx: Ctx = { ...base, credentials: { sessionHash: null, buyerHash: null } };
	try {
		const { page, share } = await findSharePage(ctx, slug);
		if (isPublic(share, ctx.now())) return page;
	} catch (error) {
		if (!(error instanceof ApiError) || error.status >= 500) throw error;
	}
	throw failure("share.not_found");
}
