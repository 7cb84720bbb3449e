import { and, eq, getTableColumns, getViewSelectedFields, inArray, sql } from "drizzle-orm";
import type { LesserEdition } from "../../catalogue/shares/contract/editions.ts";
import { takenDown } from "../../catalogue/shares/fetch-own-share.ts";
import {
	earlierFiles,
	type FileRow,
	files,
	liveVersionOf,
	shares,
} from "../../catalogue/shares/tables.ts";
import type { ErrorCode } from "../../contract/errors.ts";
import type { Ctx } from "../../core/context.ts";
import { ApiError, failure } from "../../platform/errors.ts";
import { ANY_FILE, bestLines, heldLines } from "../../purchases/entitlements/access-sql.ts";
import {
	type Access,
	accessColumns,
	CLOSED_CODE,
	decideAccess,
	hasSomeAccess,
	includes,
	isClosed,
	logRefusal,
	type RefusalReason,
} from "../../purchases/entitlements/authorise.ts";
import { type NamedFile, nameFiles, readFiles } from "./archive-entries.ts";
import { asLesser, isLesserOf, LESSER_COLUMNS, type Lesser, lesser, lesserOf } from "./editions.ts";

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

const entitledColumns = (ctx: Ctx, asked?: Parameters<typeof accessColumns>[1]) => ({
	share: getTableColumns(shares),
	asked: accessColumns(ctx, asked),
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

/** The edition to serve where a file has it; otherwise the best that the viewer may have. */
export type Size = LesserEdition | undefined;

/** Of buyers of single files, these are the only ones. */
export const isPart = ({ access }: Entitled): boolean =>
	access.as === "buyer" && access.edition !== undefined;

/** Takes one round trip. */
export async function entitledShare(
	ctx: Ctx,
	slug: string,
	size: Size,
): Promise<Entitled & { files: NamedFile[]; purchaseOf: Map<string, string> }> {
	const own = ctx.db
		.select({ id: shares.id })
		.from(shares)
		.where(and(eq(shares.slug, slug), hasSomeAccess(ctx)));
	const [[row], rows] = await ctx.db.batch([
		ctx.db
			.select({
				...entitledColumns(ctx, { fileId: ANY_FILE }),
				lines: heldLines(ctx).as("held_lines"),
			})
			.from(shares)
			.where(eq(shares.slug, slug)),
		readFiles(ctx, inArray(files.shareId, own)),
	]);
	const entitled = requireEntitlement(row);
	const boughtOf = bestLines(row?.lines ?? null);
	const purchaseOf = new Map<string, string>();
	const named = nameFiles(rows, ({ file, lesser }) => {
		const line = boughtOf(file.id, file.wholeOnly ? null : (lesser?.kind ?? null));
		const best = isPart(entitled) ? line?.edition : "full";
		if (line) purchaseOf.set(file.id, line.purchaseId);
		return best && size && size === lesser?.kind ? size : (best ?? null);
	});
	return { ...entitled, files: named, purchaseOf };
}

/** Throws `file.not_found` for a file whose bought edition is missing. */
function fileFor({ access }: Entitled, file: FileRow, lesser: Lesser | null, size: Size): FileRow {
	const isFull = includes(access, "full");
	if (lesser && includes(access, lesser.kind) && (size === lesser.kind || !isFull))
		return asLesser(file, lesser);
	if (!isFull) throw failure("file.not_found");
	return file;
}

export async function entitledFile(
	ctx: Ctx,
	fileId: string,
	size: Size,
): Promise<Entitled & { file: FileRow }> {
	const [row] = await ctx.db
		.select({
			file: getViewSelectedFields(files),
			lesser: LESSER_COLUMNS,
			...entitledColumns(ctx, { fileId: sql`${files.id}` }),
		})
		.from(files)
		.innerJoin(shares, eq(shares.id, files.shareId))
		.leftJoin(lesser, isLesserOf(files.id))
		.where(eq(files.id, fileId));
	if (row === undefined) return entitledEarlierFile(ctx, fileId);
	const entitled = requireEntitlement(row, fileId);
	return { ...entitled, file: fileFor(entitled, row.file, lesserOf(row), size) };
}

/** Earlier versions are for buyers who paid before the replacement; lines name the file that is live now. */
async function entitledEarlierFile(
	ctx: Ctx,
	fileId: string,
): Promise<Entitled & { file: FileRow }> {
	const [row] = await ctx.db
		.select({
			file: getViewSelectedFields(earlierFiles),
			...entitledColumns(ctx, {
				fileId: liveVersionOf(earlierFiles),
				paidBefore: sql`${earlierFiles.replacedAt}`,
			}),
		})
		.from(earlierFiles)
		.innerJoin(shares, eq(shares.id, earlierFiles.shareId))
		.where(and(eq(earlierFiles.id, fileId), earlierFiles.kept));
	const { access, reason } = row
		? decideAccess(row.share, row.asked)
		: ({ access: null, reason: "not_found" } as const);
	if (row && access && includes(access, "full"))
		return { file: row.file, share: row.share, access };
	const known = row && { shareId: row.share.id, fileId };
	logRefusal({ ...known, reason: reason ?? "not_found", code: "file.not_found" });
	throw failure("file.not_found");
}
