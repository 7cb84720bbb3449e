import { and, eq, sql } from "drizzle-orm";
import {
	quotaOf,
	type Slot,
	slotRecord,
	storedRecord,
	uploadedBytes,
} from "../../accounts/plans/upload-slots.ts";
import { addFileRows, isAdded } from "../../catalogue/shares/file-rows.ts";
import { publish } from "../../catalogue/shares/publish.ts";
import { hasScanner, quarantineUpload } from "../../catalogue/shares/quarantine.ts";
import { finishReplacing, packsBefore } from "../../catalogue/shares/replace-files.ts";
import { type NewFile, shares } from "../../catalogue/shares/tables.ts";
import type { Ctx } from "../../core/context.ts";
import { stalePages } from "../../core/stale-pages.ts";
import { log, serializeError } from "../../platform/log.ts";
import { countEvent } from "../../platform/metrics.ts";
import { repeatable } from "../../platform/retrying.ts";
import type { SessionFile, UploadMetadata } from "./session-rows.ts";
import { uploads } from "./tables.ts";

/** A new share must still be uploading; one that grows must still be published. */
const STILL_NEW = sql`status = 'uploading'`;
const STILL_PUBLISHED = sql`status = 'published'`;

/** Its slot was recorded when its files became public or, for a quarantined upload, when it was quarantined. */
const wasPublished = (id: string) =>
	sql`(exists (select 1 from upload_slots where upload_slots.upload_id = ${id})
		and not exists (select 1 from quarantined_uploads where quarantined_uploads.id = ${id}))`;

function newFile({ etag, crc32, modifiedAt, ...file }: SessionFile, now: number): NewFile {
	if (etag === null || crc32 === null) throw new Error("A file is not finished");
	return { ...file, etag, crc32, modifiedAt: modifiedAt ?? now };
}

type Slotted = { slot: Slot; bytes: number };

/**
 * Records usage in the same batch as the files, so that a repeated run omits files that their creator has removed
 * in the meantime.
 */
function addedToPublished(
	ctx: Ctx,
	{ shareId, creatorId }: UploadMetadata,
	added: readonly NewFile[],
	{ slot, bytes }: Slotted,
) {
	const areAdded = sql`exists (select 1 from files where files.id = ${added[0]?.id ?? ""})`;
	return [
		slotRecord(ctx, slot, areAdded),
		storedRecord(
			ctx,
			{ uploadId: slot.uploadId, creatorId, shareId, bytes: uploadedBytes(bytes, added) },
			areAdded,
		),
		// Shown to earlier buyers on the page.
		ctx.db
			.update(shares)
			.set({ changedAt: ctx.now() })
			.where(and(eq(shares.id, shareId), areAdded)),
	];
}

/** True if this run or an earlier one wrote the rows. */
async function writeRows(
	ctx: Ctx,
	metadata: UploadMetadata,
	added: readonly NewFile[],
	slotted: Slotted,
) {
	const { id, shareId, addsTo } = metadata;
	// Once it is published, its creator may have removed files, which must not come back.
	const guard = sql`${addsTo ? STILL_PUBLISHED : STILL_NEW} and not ${wasPublished(id)}`;
	const [first, ...rest] = addFileRows(ctx, shareId, added, guard);
	const more = addsTo ? addedToPublished(ctx, metadata, added, slotted) : [];
	const stale = stalePages(ctx, eq(shares.id, shareId));
	await repeatable(() => ctx.db.batch([first, ...rest, ...more, stale]));
	return isAdded(ctx, added, wasPublished(id));
}

async function publishFiles(
	ctx: Ctx,
	metadata: UploadMetadata,
	finished: readonly SessionFile[],
	slotted: Slotted,
): Promise<"published" | "gone"> {
	const { shareId, creatorId } = metadata;
	const added = finished.map((file) => newFile(file, ctx.now()));
	const oldPacks = await packsBefore(ctx, shareId, added);
	if (!(await writeRows(ctx, metadata, added, slotted))) return "gone";
	await publish(ctx, shareId, { ...slotted, files: added });
	await finishReplacing(ctx, { shareId, creatorId }, added, oldPacks);
	return "published";
}

function quarantineFiles(
	ctx: Ctx,
	metadata: UploadMetadata,
	finished: readonly SessionFile[],
	{ slot, bytes }: Slotted,
) {
	const { id, shareId, creatorId, addsTo } = metadata;
	const files = finished.map((file) => newFile(file, ctx.now()));
	return quarantineUpload(ctx, { id, shareId, creatorId, addsTo, month: slot.month, bytes, files });
}

/**
 * Publishes a finished upload's files, or quarantines them for the scanner, and commits the slot and all bytes. Every
 * step can be repeated. Returns `gone` if the share was deleted in the meantime.
 */
export async function publishUpload(
	ctx: Ctx,
	metadata: UploadMetadata,
	finished: readonly SessionFile[],
): Promise<"published" | "quarantined" | "gone"> {
	const slot = { creatorId: metadata.creatorId, uploadId: metadata.id, month: metadata.month };
	const slotted = { slot, bytes: metadata.totalSize };
	const outcome = hasScanner(ctx)
		? await quarantineFiles(ctx, metadata, finished, slotted)
		: await publishFiles(ctx, metadata, finished, slotted);
	if (outcome === "gone") return "gone";
	await repeatable(() =>
		ctx.db.update(uploads).set({ state: "done" }).where(eq(uploads.id, metadata.id)),
	);
	await quotaOf(ctx, metadata.creatorId)
		.commit(slot)
		// D1 has the record, which the quota object reads when the lease expires.
		.catch((error: unknown) => log("warn", "quota.commit_postponed", serializeError(error)));
	countEvent(ctx.env, { event: "upload", amount: metadata.totalSize, count: finished.length });
	if (outcome === "quarantined") ctx.handlers.afterQuarantine(ctx, metadata.id);
	return outcome;
}
