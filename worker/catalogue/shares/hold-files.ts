import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { slotRecord, storedRecord } from "../../accounts/plans/upload-slots.ts";
import type { Ctx } from "../../core/context.ts";
import { stalePages } from "../../core/stale-pages.ts";
import { repeatable } from "../../platform/retrying.ts";
import { insertWhen } from "../../platform/storage/insert-when.ts";
import { inChunks } from "./replace-files.ts";
import { heldFiles, heldUploads, type NewFile, shares } from "./tables.ts";

export type CompleteUpload = {
	readonly id: string;
	readonly shareId: string;
	readonly creatorId: string;
	readonly month: string;
	readonly bytes: number;
	readonly addsTo: boolean;
	readonly files: readonly NewFile[];
};

export const isHolding = (ctx: Ctx) => ctx.config.SCAN_URL !== "";

export function writeChecking(ctx: Ctx, shareId: string) {
	const holds = (state: SQL) =>
		sql`exists (select 1 from held_uploads where share_id = ${shareId} and ${state})`;
	return ctx.db
		.update(shares)
		.set({
			checking: sql`case when ${holds(sql`state = 'found'`)} then 'found'
				when ${holds(sql`true`)} then 'pending' end`,
		})
		.where(eq(shares.id, shareId));
}

export function dropHeld(ctx: Ctx, shareId: string) {
	const theirs = sql`(select id from held_uploads where share_id = ${shareId})`;
	return [
		ctx.db.delete(heldFiles).where(inArray(heldFiles.uploadId, theirs)),
		ctx.db.delete(heldUploads).where(eq(heldUploads.shareId, shareId)),
	] as const;
}

function holdStatements(
	ctx: Ctx,
	{ id, shareId, addsTo, files: added, ...upload }: CompleteUpload,
) {
	const at = ctx.now();
	const status = addsTo ? sql`status = 'published'` : sql`status = 'uploading'`;
	const rows = inChunks(added, (json, from) =>
		insertWhen(
			ctx.db,
			heldFiles,
			{
				id: sql`value->>'id'`,
				uploadId: id,
				position: sql`${from} + key`,
				file: sql`value`,
				nextAt: at,
			},
			isHeld(id),
			sql`json_each(${json})`,
		).onConflictDoNothing(),
	);
	return [
		insertWhen(
			ctx.db,
			heldUploads,
			{ id, shareId, addsTo, ...upload, state: "checking", createdAt: at },
			sql`exists (select 1 from shares where shares.id = ${shareId} and ${status})
				and not ${wasHeld(id)}`,
		).onConflictDoNothing(),
		...rows,
		...(addsTo ? [] : [writeTotals(ctx, { id, shareId, files: added })]),
		writeChecking(ctx, shareId),
		stalePages(ctx, eq(shares.id, shareId)),
	] as const;
}

/** The slot is recorded after the upload is held. */
const wasHeld = (id: string) =>
	sql`exists (select 1 from upload_slots where upload_slots.upload_id = ${id})`;

const isHeld = (id: string) =>
	sql`exists (select 1 from held_uploads where held_uploads.id = ${id})`;

/** Shown in the creator's list. */
function writeTotals(
	ctx: Ctx,
	{ id, shareId, files: added }: Pick<CompleteUpload, "id" | "shareId" | "files">,
) {
	const totalSize = added.reduce((sum, file) => sum + file.size, 0);
	return ctx.db
		.update(shares)
		.set({ fileCount: added.length, totalSize })
		.where(and(eq(shares.id, shareId), isHeld(id)));
}

/**
 * Rows in `held_files` are never served. The slot and the bytes count from now on. Returns `gone` if the share was
 * deleted in the meantime. Idempotent.
 */
export async function holdUpload(ctx: Ctx, upload: CompleteUpload): Promise<"held" | "gone"> {
	const { id, shareId, creatorId, month, bytes } = upload;
	await repeatable(() => ctx.db.batch(holdStatements(ctx, upload)));
	const first = upload.files[0]?.id ?? "";
	const known = await ctx.db.all(sql`select 1 from held_files where id = ${first}
		union all select 1 where ${wasHeld(id)}`);
	if (known.length === 0) return "gone";
	await repeatable(() =>
		ctx.db.batch([
			slotRecord(ctx, { creatorId, uploadId: id, month }),
			storedRecord(
				ctx,
				{ uploadId: id, creatorId, shareId, bytes },
				sql`exists (select 1 from shares where shares.id = ${shareId} and shares.status <> 'deleted')`,
			),
		]),
	);
	return "held";
}

export async function heldFilesOf(ctx: Ctx, id: string): Promise<NewFile[]> {
	const rows = await ctx.db
		.select({ file: heldFiles.file })
		.from(heldUploads)
		.innerJoin(heldFiles, eq(heldFiles.uploadId, heldUploads.id))
		.where(eq(heldUploads.shareId, id))
		.orderBy(heldFiles.uploadId, heldFiles.position);
	return rows.map(({ file }) => file);
}
