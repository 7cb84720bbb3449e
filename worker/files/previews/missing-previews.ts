import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { FILE_COLUMNS } from "../../catalogue/shares/file-columns.ts";
import { isSample, isUnmarkedSample, showsNone } from "../../catalogue/shares/file-previews.ts";
import { files, shares } from "../../catalogue/shares/tables.ts";
import type { CreatorCtx, Ctx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { insertWhen } from "../../platform/storage/insert-when.ts";
import { FILE_TYPES } from "../contract/file-types.ts";
import { LEAST_DRAWN_TEXT } from "./contract/preview-sizes.ts";
import type { MissingPreviews, PreviewFailure } from "./contract/previews.ts";
import { PICTURE_TYPES } from "./contract/samples.ts";
import { lacksWeb, noteDue } from "./due-previews.ts";
import { MAX_IMAGE_BYTES, RASTER_TYPES } from "./make-image-preview.ts";
import { MAIN_KINDS } from "./preview-of.ts";
import { missingPreviews } from "./tables.ts";

/** Files in one response; once they are made, the next ones follow. */
const MAX_FILES = 500;

const ofType = sql`${JSON.stringify(MAIN_KINDS)} ->> ('$."' || files.mime_type || '"')`;
const TEXT_TYPES = FILE_TYPES.flatMap(({ preview, mimeType }) =>
	preview === "text" ? [mimeType] : [],
);
const among = (types: readonly string[]) =>
	sql`files.mime_type in (select value from json_each(${JSON.stringify(types)}))`;
const isShortText = sql`(files.size < ${LEAST_DRAWN_TEXT} and ${among(TEXT_TYPES)})`;

/** The kind of a file's main preview, null for none: `files` and its share must be in the query. */
const mainKind = sql`(case
	when files.size = 0 or ${showsNone()} or ${isShortText} then null
	when ${isUnmarkedSample()} then 'sample'
	when (shares.image_preview = 'watermark' or ${isSample()}) and ${ofType} = 'image' then 'watermarked'
	else ${ofType} end)`;
/** A web edition that only a browser can make. */
const awaitsWeb = sql`(${lacksWeb} and files.size > 0 and ${among(PICTURE_TYPES)}
	and not (${among(RASTER_TYPES)} and files.size <= ${MAX_IMAGE_BYTES}))`;
const isMade = sql`exists (select 1 from renditions
	where renditions.file_id = files.id and renditions.kind = ${mainKind})`;
const isMissing = sql`((${mainKind} is not null and not ${isMade}) or ${awaitsWeb})`;

/** Also clears the notes of files with a preview, and notes previews that the server can make. Idempotent. */
export async function noteMissingPreviews(ctx: Ctx, id: string): Promise<void> {
	await ctx.db.batch([
		insertWhen(
			ctx.db,
			missingPreviews,
			{
				fileId: sql`files.id`,
				creatorId: sql`shares.creator_id`,
				failure: null,
				createdAt: ctx.now(),
			},
			sql`shares.id = ${id} and ${isMissing}`,
			sql`shares cross join files on files.share_id = shares.id`,
		).onConflictDoNothing(),
		notMissing(ctx, sql`select id as value from files where share_id = ${id}`),
		noteDue(ctx, id),
	]);
}

export const noteMade = (ctx: Ctx, fileIds: readonly string[]) =>
	notMissing(ctx, sql`select value from json_each(${JSON.stringify(fileIds)})`);

function notMissing(ctx: Ctx, ids: SQL) {
	return ctx.db.delete(missingPreviews).where(
		sql`${missingPreviews.fileId} in (
			select files.id from (${ids}) made
			cross join files on files.id = made.value
			cross join shares on shares.id = files.share_id
			where not ${isMissing})`,
	);
}

/** Longest waiting first, recently failed last. */
export async function listMissingPreviews(ctx: CreatorCtx): Promise<MissingPreviews> {
	const isOwn = and(eq(missingPreviews.creatorId, ctx.user.id), eq(shares.status, "published"));
	const [rows, totals] = await ctx.replica.batch([
		ctx.replica
			.select({
				id: files.id,
				shareId: files.shareId,
				name: files.originalName,
				size: files.size,
				failure: missingPreviews.failure,
				isUnmarked: sql<number>`${isUnmarkedSample()}`.as("is_unmarked"),
			})
			.from(missingPreviews)
			.innerJoin(files, eq(files.id, missingPreviews.fileId))
			.innerJoin(shares, eq(shares.id, files.shareId))
			.where(isOwn)
			.orderBy(
				sql`${missingPreviews.failure} is not null`,
				asc(missingPreviews.createdAt),
				files.shareId,
				files.position,
			)
			.limit(MAX_FILES),
		ctx.replica
			.select({
				id: shares.id,
				slug: shares.slug,
				title: shares.title,
				images: shares.imagePreview,
				clip: shares.clipPreview,
				singles: shares.singles,
				missing: sql<number>`count(*)`.as("missing"),
				total: sql<number>`(select count(*) from files
					where files.share_id = shares.id and (${mainKind} is not null or ${awaitsWeb}))`.as(
					"total",
				),
			})
			.from(missingPreviews)
			.innerJoin(sql`files held`, sql`held.id = ${missingPreviews.fileId}`)
			.innerJoin(shares, sql`shares.id = held.share_id`)
			.where(isOwn)
			.groupBy(shares.id),
	]);
	const filesOf = Map.groupBy(rows, ({ shareId }) => shareId);
	return {
		shares: totals.map(({ id, slug, title, images, clip, singles, missing, total }) => ({
			shareId: slug,
			title,
			preview: { images, clip },
			...(singles?.web && { webEdge: singles.web.edge }),
			made: total - missing,
			total,
			files: (filesOf.get(id) ?? []).map(({ shareId: _, isUnmarked, ...file }) => ({
				...file,
				...(isUnmarked && { isUnmarked: true as const }),
			})),
		})),
	};
}

/** Returns a file of a published share of the creator's. Throws `file.not_found`. */
export async function fetchOwnFile(ctx: CreatorCtx, fileId: string) {
	const [file] = await ctx.db
		.select({
			id: files.id,
			shareId: files.shareId,
			mimeType: files.mimeType,
			...FILE_COLUMNS,
		})
		.from(files)
		.innerJoin(shares, eq(shares.id, files.shareId))
		.where(
			and(eq(files.id, fileId), eq(shares.creatorId, ctx.user.id), eq(shares.status, "published")),
		);
	if (!file) throw failure("file.not_found");
	return file;
}

/** Records why the creator's browser couldn't make a preview, unless there is one. Throws `file.not_found`. */
export async function recordPreviewFailure(
	ctx: CreatorCtx,
	{ fileId, reason }: { fileId: string; reason: PreviewFailure },
): Promise<void> {
	const file = await fetchOwnFile(ctx, fileId);
	await ctx.db
		.update(missingPreviews)
		.set({ failure: reason })
		.where(eq(missingPreviews.fileId, file.id));
}
