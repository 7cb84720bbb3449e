import { eq } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import type { ErrorCode } from "../contract/errors.ts";
import { type Access, authorise, type RefusalReason } from "../entitlements/authorise.ts";
import { logRefusal } from "../entitlements/log-refusal.ts";
import { failure } from "../platform/errors.ts";
import { files, shares } from "../shares/tables.ts";

type Share = typeof shares.$inferSelect;
type File = typeof files.$inferSelect;
export type Entitled = { share: Share; access: Access };

/** The code that is sent: less than the reason, which only the log has. */
function codeOf(reason: RefusalReason, status: Share["status"] | undefined): ErrorCode {
	if (reason === "taken_down") return "share.taken_down";
	return status === "published" ? "payment.required" : "share.not_found";
}

/**
 * Refuses viewers who are not entitled to the share's content, before anything about its files is
 * revealed, and logs the reason. @throws ApiError 404 unknown, not yet published, or deleted (except to
 * buyers while its content is kept for them); 410 taken down; 402 not paid.
 */
async function requireEntitlement(
	ctx: Ctx,
	share: Share | undefined,
	fileId?: string,
): Promise<Entitled> {
	const { access, reason } = share
		? await authorise(ctx, share)
		: ({ access: null, reason: "not_found" } as const);
	if (share && access) return { share, access };
	const code = codeOf(reason ?? "not_found", share?.status);
	logRefusal({ shareId: share?.id, fileId, reason, code });
	throw failure(code);
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
	if (row === undefined) {
		logRefusal({ reason: "not_found", code: "file.not_found" });
		throw failure("file.not_found");
	}
	return { file: row.file, ...(await requireEntitlement(ctx, row.share, fileId)) };
}
