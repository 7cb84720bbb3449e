import { and, eq, type SQL, sql } from "drizzle-orm";
import { slotRecord, storedRecord, uploadedBytes } from "../../accounts/plans/upload-slots.ts";
import type { Ctx } from "../../core/context.ts";
import { stalePages } from "../../core/stale-pages.ts";
import { repeatable } from "../../platform/retrying.ts";
import { insertWhen } from "../../platform/storage/insert-when.ts";
import { inChunks } from "./replace-files.ts";
import { type NewFile, quarantinedFiles, quarantinedUploads, shares } from "./tables.ts";

type CompleteUpload = Omit<
	typeof quarantinedUploads.$inferInsert,
	"state" | "toldAt" | "createdAt"
> & { readonly files: readonly NewFile[] };

export const hasScanner = (ctx: Ctx) => ctx.config.SCAN_URL !== "";

export function writeChecking(ctx: Ctx, shareId: string) {
	const hasUpload = (state: SQL) =>
		sql`exists (select 1 from quarantined_uploads where share_id = ${shareId} and ${state})`;
	return ctx.db
		.update(shares)
		.set({
			checking: sql`case when ${hasUpload(sql`state = 'found'`)} then 'found'
				when ${hasUpload(sql`true`)} then 'pending' end`,
		})
		.where(eq(shares.id, shareId));
}

/** Their files' rows go with them. */
export function dropQuarantined(ctx: Ctx, shareId: string) {
	return ctx.db.delete(quarantinedUploads).where(eq(quarantinedUploads.shareId, shareId));
}

function quarantineStatements(
	ctx: Ctx,
	{ id, shareId, addsTo, files: added, ...upload }: CompleteUpload,
) {
	const at = ctx.now();
	const status = addsTo ? sql`status = 'published'` : sql`status = 'uploading'`;
	const rows = inChunks(added, (json, from) =>
		insertWhen(
			ctx.db,
			quarantinedFiles,
			{
				id: sql`value->>'id'`,
				uploadId: id,
				position: sql`${from} + key`,
				file: sql`value`,
				dueAt: at,
			},
			isQuarantined(id),
			sql`json_each(${json})`,
		).onConflictDoNothing(),
	);
	return [
		insertWhen(
			ctx.db,
			quarantinedUploads,
			{ id, shareId, addsTo, ...upload, state: "checking", createdAt: at },
			sql`exists (select 1 from shares where shares.id = ${shareId} and ${status})
				and not ${wasQuarantined(id)}`,
		).onConflictDoNothing(),
		...rows,
		...(addsTo ? [] : [writeTotals(ctx, { id, shareId, files: added })]),
		writeChecking(ctx, shareId),
		stalePages(ctx, eq(shares.id, shareId)),
	] as const;
}

/** The slot is recorded after the upload is quarantined. */
const wasQuarantined = (id: string) =>
	sql`exists (select 1 from upload_slots where upload_slots.upload_id = ${id})`;

const isQuarantined = (id: string) =>
	sql`exists (select 1 from quarantined_uploads where quarantined_uploads.id = ${id})`;

/** Shown in the creator's list. */
function writeTotals(
	ctx: Ctx,
	{ id, shareId, files: added }: Pick<CompleteUpload, "id" | "shareId" | "files">,
) {
	const totalSize = added.reduce((sum, file) => sum + file.size, 0);
	return ctx.db
		.update(shares)
		.set({ fileCount: added.length, totalSize })
		.where(and(eq(shares.id, shareId), isQuarantined(id)));
}

/**
 * Rows in `quarantined_files` are never served. The slot and the bytes count from now on. Returns `gone` if the share was
 * deleted in the meantime. Idempotent.
 */
export async function quarantineUpload(
	ctx: Ctx,
	upload: CompleteUpload,
): Promise<"quarantined" | "gone"> {
	const { id, shareId, creatorId, month, bytes } = upload;
	await repeatable(() => ctx.db.batch(quarantineStatements(ctx, upload)));
	const first = upload.files[0]?.id ?? "";
	const known = await ctx.db.all(sql`select 1 from quarantined_files where id = ${first}
		union all select 1 where ${wasQuarantined(id)}`);
	if (known.length === 0) return "gone";
	await repeatable(() =>
		ctx.db.batch([
			slotRecord(ctx, { creatorId, uploadId: id, month }),
			storedRecord(
				ctx,
				{ uploadId: id, creatorId, shareId, bytes: uploadedBytes(bytes, upload.files) },
				sql`exists (select 1 from shares where shares.id = ${shareId} and shares.status <> 'deleted')`,
			),
		]),
	);
	return "quarantined";
}

export async function quarantinedFilesOf(
	ctx: Ctx,
	by: "id" | "shareId",
	id: string,
): Promise<NewFile[]> {
	const rows = await ctx.db
		.select({ file: quarantinedFiles.file })
		.from(quarantinedUploads)
		.innerJoin(quarantinedFiles, eq(quarantinedFiles.uploadId, quarantinedUploads.id))
		.where(eq(quarantinedUploads[by], id))
		.orderBy(quarantinedFiles.uploadId, quarantinedFiles.position);
	return rows.map(({ file }) => file);
}
