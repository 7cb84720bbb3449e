import { eq } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import { type Access, authorise } from "../entitlements/authorise.ts";
import { failure } from "../platform/errors.ts";
import { files, shares } from "../shares/tables.ts";

type Share = typeof shares.$inferSelect;
type File = typeof files.$inferSelect;
export type Entitled = { share: Share; access: Access };

/**
 * Refuses whoever may not have the share's bytes. Nothing about what is inside is said before.
 * @throws ApiError 404 unknown, not yet published, or deleted (but for buyers while its bytes are kept
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

/** The share under this link, for a viewer who may have its bytes. @throws ApiError as `requireEntitlement`. */
export async function entitledShare(ctx: Ctx, slug: string): Promise<Entitled> {
	const [share] = await ctx.db.select().from(shares).where(eq(shares.slug, slug));
	return requireEntitlement(ctx, share);
}

/** The file and its share, for a viewer who may have its bytes. @throws ApiError as `requireEntitlement`. */
export async function entitledFile(ctx: Ctx, fileId: string): Promise<Entitled & { file: File }> {
	const [row] = await ctx.db
		.select({ file: files, share: shares })
		.from(files)
		.innerJoin(shares, eq(shares.id, files.shareId))
		.where(eq(files.id, fileId));
	if (row === undefined) throw failure("file.not_found");
	return { file: row.file, ...(await requireEntitlement(ctx, row.share)) };
}
