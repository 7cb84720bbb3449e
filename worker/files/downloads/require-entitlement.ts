import {
	and,
	eq,
	getTableColumns,
	getViewSelectedFields,
	inArray,
	type SQL,
	sql,
} from "drizzle-orm";
import { takenDown } from "../../catalogue/shares/fetch-own-share.ts";
import { earlierFiles, type FileRow, files, shares } from "../../catalogue/shares/tables.ts";
import type { ErrorCode } from "../../contract/errors.ts";
import type { Ctx } from "../../core/context.ts";
import { ApiError, failure } from "../../platform/errors.ts";
import {
	type Access,
	accessColumns,
	CLOSED_CODE,
	decideAccess,
	hasSomeAccess,
	isClosed,
	logRefusal,
	type RefusalReason,
} from "../../purchases/entitlements/authorise.ts";
import { type NamedFile, nameFiles, readFiles } from "./archive-entries.ts";

type Share = typeof shares.$inferSelect;
export type Entitled = { share: Share; access: Access };

/** The response says less than the reason, which only the log has. */
function codeOf(reason: RefusalReason, share: Share | undefined): ErrorCode {
	if (share && reason === "taken_down") return takenDown(share).code;
	if (isClosed(reason)) return CLOSED_CODE[reason];
	return share?.status === "published" ? "payment.required" : "share.not_found";
}

/** Has the share's slug if the viewer may know it. */
export class ContentRefused extends ApiError {
	readonly slug: string;

	constructor(code: ErrorCode, slug: string) {
		super(code);
		this.slug = slug;
	}
}

const entitledColumns = (ctx: Ctx, paidBefore?: SQL) => ({
	share: getTableColumns(shares),
	asked: accessColumns(ctx, paidBefore),
});
type Row = { share: Share; asked: Parameters<typeof decideAccess>[1] };

/**
 * Refuses viewers before anything about the files is revealed, and logs the reason: 404 unknown, unpublished, or
 * deleted (except to buyers while content is kept); 410 or 451 taken down; 403 not open yet, locked or ended; 402
 * not paid.
 */
function requireEntitlement(row: Row | undefined, fileId?: string): Entitled {
	const { access, reason } = row
		? decideAccess(row.share, row.asked)
		: ({ access: null, reason: "not_found" } as const);
	if (row && access) return { share: row.share, access };
	const code = codeOf(reason ?? "not_found", row?.share);
	logRefusal({ shareId: row?.share.id, fileId, reason, code });
	throw row && code !== "share.not_found"
		? new ContentRefused(code, row.share.slug)
		: failure(code);
}

/** Takes one round trip. */
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

export async function entitledFile(
	ctx: Ctx,
	fileId: string,
): Promise<Entitled & { file: FileRow }> {
	const [row] = await ctx.db
		.select({ file: getViewSelectedFields(files), ...entitledColumns(ctx) })
		.from(files)
		.innerJoin(shares, eq(shares.id, files.shareId))
		.where(eq(files.id, fileId));
	if (row === undefined) return entitledEarlierFile(ctx, fileId);
	return { file: row.file, ...requireEntitlement(row, fileId) };
}

/** Earlier versions are for buyers who paid before the replacement. */
async function entitledEarlierFile(
	ctx: Ctx,
	fileId: string,
): Promise<Entitled & { file: FileRow }> {
	const [row] = await ctx.db
		.select({
			file: getViewSelectedFields(earlierFiles),
			...entitledColumns(ctx, sql`${earlierFiles.replacedAt}`),
		})
		.from(earlierFiles)
		.innerJoin(shares, eq(shares.id, earlierFiles.shareId))
		.where(and(eq(earlierFiles.id, fileId), earlierFiles.kept));
	const { access, reason } = row
		? decideAccess(row.share, row.asked)
		: ({ access: null, reason: "not_found" } as const);
	if (row && access) return { file: row.file, share: row.share, access };
	const known = row && { shareId: row.share.id, fileId };
	logRefusal({ ...known, reason: reason ?? "not_found", code: "file.not_found" });
	throw failure("file.not_found");
}
