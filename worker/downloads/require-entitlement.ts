import { and, eq, getTableColumns, inArray } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import type { ErrorCode } from "../contract/errors.ts";
import {
	type Access,
	accessColumns,
	decideAccess,
	hasSomeAccess,
	type RefusalReason,
} from "../entitlements/authorise.ts";
import { logRefusal } from "../entitlements/log-refusal.ts";
import { failure } from "../platform/errors.ts";
import { files, shares } from "../shares/tables.ts";
import { type NamedFile, nameFiles, readFiles } from "./archive-entries.ts";

type Share = typeof shares.$inferSelect;
type File = typeof files.$inferSelect;
export type Entitled = { share: Share; access: Access };

/** The code that is sent: less than the reason, which only the log has. */
function codeOf(reason: RefusalReason, status: Share["status"] | undefined): ErrorCode {
	if (reason === "taken_down") return "share.taken_down";
	return status === "published" ? "payment.required" : "share.not_found";
}

/** The share and what decides about access to it, each as columns of a query from `shares`. */
const entitledColumns = (ctx: Ctx) => ({
	share: getTableColumns(shares),
	asked: accessColumns(ctx),
});
type Row = { share: Share; asked: Parameters<typeof decideAccess>[1] };

/**
 * Refuses viewers who are not entitled to the share's content, before anything about its files is
 * revealed, and logs the reason. @throws ApiError 404 unknown, not yet published, or deleted (except to
 * buyers while its content is kept for them); 410 taken down; 402 not paid.
 */
function requireEntitlement(row: Row | undefined, fileId?: string): Entitled {
	const { access, reason } = row
		? decideAccess(row.share, row.asked)
		: ({ access: null, reason: "not_found" } as const);
	if (row && access) return { share: row.share, access };
	const code = codeOf(reason ?? "not_found", row?.share.status);
	logRefusal({ shareId: row?.share.id, fileId, reason, code });
	throw failure(code);
}

/**
 * Returns the share under this slug with all its files, for a viewer who is entitled to it; one round
 * trip. @throws ApiError as `requireEntitlement`.
 */
export async function entitledShare(
	ctx: Ctx,
	slug: string,
): Promise<Entitled & { files: NamedFile[] }> {
	const own = ctx.db
		.select({ id: shares.id })
		.from(shares)
		.where(and(eq(shares.slug, slug), hasSomeAccess(ctx)));
	const [[row], fileRows] = await ctx.db.batch([
		ctx.db.select(entitledColumns(ctx)).from(shares).where(eq(shares.slug, slug)),
		readFiles(ctx, inArray(files.shareId, own)),
	]);
	return { ...requireEntitlement(row), files: nameFiles(fileRows) };
}

/**
 * Returns the file and its share, for a viewer who is entitled to it. @throws ApiError as
 * `requireEntitlement`.
 */
export async function entitledFile(ctx: Ctx, fileId: string): Promise<Entitled & { file: File }> {
	const [row] = await ctx.db
		.select({ file: getTableColumns(files), ...entitledColumns(ctx) })
		.from(files)
		.innerJoin(shares, eq(shares.id, files.shareId))
		.where(eq(files.id, fileId));
	if (row === undefined) {
		logRefusal({ reason: "not_found", code: "file.not_found" });
		throw failure("file.not_found");
	}
	return { file: row.file, ...requireEntitlement(row, fileId) };
}
