import { and, count, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import type { CreatorCtx } from "../context.ts";
import { MAX_FILES_PER_SHARE, MAX_OPEN_UPLOADS } from "../contract/constants.ts";
import { priceOf } from "../contract/fields.ts";
import { PLANS } from "../contract/plans.ts";
import type { beginUploadInput } from "../contract/uploads.ts";
import { meterOf, reserveSlot } from "../plans/upload-slots.ts";
import { failure } from "../platform/errors.ts";
import { errorFacts, log } from "../platform/log.ts";
import { checkContent, checkFile, checkSize } from "../shares/checked-file.ts";
import { originalKey } from "../shares/object-keys.ts";
import { ownShare } from "../shares/own-share.ts";
import { shareRow } from "../shares/share-row.ts";
import { files, shares } from "../shares/tables.ts";
import { sessionOf } from "./own-upload.ts";
import type { AnnouncedFile, SessionFacts } from "./session-rows.ts";
import { uploads } from "./tables.ts";
import { SLOT_LEASE_MS } from "./upload-session.ts";

export type BeginInput = z.output<typeof beginUploadInput>;

function announced(ctx: CreatorCtx, shareRowId: string, input: BeginInput): AnnouncedFile[] {
	const plan = PLANS[ctx.user.plan];
	return input.files.map((file) => {
		const { originalName, folderPath, mimeType, family } = checkFile(file, plan);
		checkSize(originalName, file.size);
		if (file.size === 0) checkContent(new Uint8Array(0), { originalName, family });
		const id = ctx.id();
		return {
			id,
			name: originalName,
			folderPath,
			mimeType,
			family,
			size: file.size,
			objectKey: originalKey(shareRowId, id),
			modifiedAt: file.lastModified ?? null,
		};
	});
}

/** The share that gets more files. Throws `share.not_found`, `share.has_sales`, `request.invalid`. */
async function shareToGrow(ctx: CreatorCtx, shareId: string, added: number) {
	const share = await ownShare(ctx, shareId);
	if (share.status !== "published") throw failure("share.not_found");
	if (share.checkoutBegunAt !== null) throw failure("share.has_sales");
	const [present] = await ctx.db
		.select({ count: count() })
		.from(files)
		.where(eq(files.shareId, share.id));
	if ((present?.count ?? 0) + added > MAX_FILES_PER_SHARE)
		throw failure("request.invalid", `A share may hold ${MAX_FILES_PER_SHARE} files at most`);
	return share;
}

/** Lists the upload, unless the creator has as many unfinished ones as allowed: one statement decides. */
async function listUpload(ctx: CreatorCtx, id: string, shareRowId: string): Promise<void> {
	const rows = await ctx.db
		.insert(uploads)
		.select(
			sql`SELECT ${id}, ${ctx.user.id}, ${shareRowId}, 'open', ${ctx.now()} WHERE (
				SELECT count(*) FROM uploads WHERE creator_id = ${ctx.user.id} AND state = 'open'
			) < ${MAX_OPEN_UPLOADS}`,
		)
		.returning({ id: uploads.id });
	if (rows.length === 0) throw failure("upload.too_many_open");
}

/**
 * Begins a resumable upload: checks what is announced, takes a slot of the month, opens the session
 * and makes the link, which says "still being uploaded" until the upload is published.
 *
 * Throws `request.invalid`, `file.type_not_accepted`, `file.too_large` (naming the file),
 * `upload.limit_reached`, `upload.too_many_open`, `share.not_found`, `share.has_sales`.
 */
export async function beginUpload(
	ctx: CreatorCtx,
	input: BeginInput,
): Promise<{ facts: SessionFacts; files: AnnouncedFile[] }> {
	const id = ctx.id();
	const grown = input.addTo ? await shareToGrow(ctx, input.addTo, input.files.length) : null;
	const made = shareRow(ctx, { ...input, id: ctx.id() });
	const target = grown ?? made;
	const accepted = announced(ctx, target.id, input);
	const slot = await reserveSlot(ctx, id, SLOT_LEASE_MS);
	const session = sessionOf(ctx, id);
	const facts: SessionFacts = {
		id,
		creatorId: ctx.user.id,
		month: slot.month,
		shareRowId: target.id,
		shareId: target.shareId,
		addsTo: grown !== null,
		title: target.title,
		description: target.description ?? null,
		price: priceOf(target.priceCents),
		fileCount: accepted.length,
		totalSize: accepted.reduce((sum, file) => sum + file.size, 0),
		createdAt: ctx.now(),
	};
	try {
		await session.open(facts, accepted);
		await listUpload(ctx, id, target.id);
		if (!grown) await ctx.db.insert(shares).values(made);
	} catch (error) {
		const given = await session.abandon(ctx.user.id).catch((failed: unknown) => {
			// The session's alarm and the lease's end do it later.
			log("error", "upload.abandon_postponed", errorFacts(failed));
		});
		if (given === "unknown") await meterOf(ctx, ctx.user.id).release(id);
		await ctx.db.delete(uploads).where(and(eq(uploads.id, id), eq(uploads.state, "abandoned")));
		throw error;
	}
	return { facts, files: accepted };
}
