import { eq } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import { type Access, authorise } from "../entitlements/authorise.ts";
import { failure } from "../platform/errors.ts";
import { files, shares } from "../shares/tables.ts";

type Share = typeof shares.$inferSelect;
type File = typeof files.$inferSelect;
export type Entitled = { share: Share; access: Access };

/**
 * Refuses viewers who are not entitled to the share's content, before anything about its files is revealed.
 * @throws ApiError 404 unknown, not yet published, or deleted (except to buyers while its content is kept
 * for them); 410 taken down; 402 not paid.
 */
async function requireEntitlement(ctx: Ctx, share: Share | undefined): Promise<Entitled> {
	if (share?.status === "taken_down") throw failure("share.taken_down");
	if (share?.status !== "published" && share?.status !== "deleted")
		throw failure("share.not_found");
	const access = await authorise(ctx, share);
	if (access === null)
		throw failure(share.status === "deleted" ? "share.not_found" : "payment.required");
	return { share, access };
}

/**
 * Returns the share under this slug, for a viewer who is entitled to it. @throws ApiError as
 * `requireEntitlement`.
 */
export async function entitledShare(ctx: Ctx, slug: string): Promise<Entitled> {
	const [share] = await ctx.db.select().from(shares).where(eq(shares.slug, slug));
	return requireEntitlement(ctx, share);
}

/**
 * Returns the file and its share, for a viewer who is entitled to it. @throws ApiError as
 * `requireEntitlement`.
 */
export async function entitledFile(ctx: Ctx, fileId: string): Promise<Entitled & { file: File }> {
	const [row] = await ctx.db
		.select({ file: files, share: shares })
		.from(files)
		.innerJoin(shares, eq(shares.id, files.shareId))
		.where(eq(files.id, fileId));
	if (row === undefined) throw failure("file.not_found");
	return { file: row.file, ...(await requireEntitlement(ctx, row.share)) };
}
