import { and, count, eq, inArray, ne, sql } from "drizzle-orm";
import type * as z from "zod";
import { quotaOf, reserveSlot } from "../../accounts/plans/upload-slots.ts";
import { NOT_FOR_BUNDLES } from "../../catalogue/shares/bundle-parts.ts";
import { checkContent, checkFile, checkSize } from "../../catalogue/shares/checked-file.ts";
import {
	type UploadedFields,
	uploadedFields,
} from "../../catalogue/shares/contract/file-fields.ts";
import { fetchOwnShare } from "../../catalogue/shares/fetch-own-share.ts";
import { FILE_COLUMNS } from "../../catalogue/shares/file-columns.ts";
import { checkSampleTypes } from "../../catalogue/shares/file-previews.ts";
import { storeLicence } from "../../catalogue/shares/licence.ts";
import { originalKey } from "../../catalogue/shares/object-keys.ts";
import { shareRow } from "../../catalogue/shares/share-row.ts";
import { files, shares } from "../../catalogue/shares/tables.ts";
import { MAX_FILES_PER_SHARE, MAX_OPEN_UPLOADS } from "../../contract/constants.ts";
import { priceOf } from "../../contract/fields.ts";
import { PLANS } from "../../contract/plans.ts";
import type { CreatorCtx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { findFault } from "../../platform/faults.ts";
import { invalidField } from "../../platform/http/validation.ts";
import { log, serializeError } from "../../platform/log.ts";
import { repeatable } from "../../platform/retrying.ts";
import { mac } from "../../platform/security/crypto.ts";
import { shardedId } from "../../platform/shard.ts";
import { insertWhen } from "../../platform/storage/insert-when.ts";
import { defaultSamples } from "../previews/contract/samples.ts";
import type { beginUploadInput } from "./contract.ts";
import { sessionOf } from "./fetch-own-upload.ts";
import { SLOT_LEASE_MS } from "./lifetime.ts";
import type { AnnouncedFile, UploadMetadata } from "./session-rows.ts";
import { uploads } from "./tables.ts";

/** Longer than any call can take. */
const BEGIN_LEASE_MS = 10 * 60 * 1000;
/** 128 bits in URL-safe base64. */
const ID_LENGTH = 22;

export type BeginInput = z.output<typeof beginUploadInput>;

type Replaced = { folderPath: string } & UploadedFields;

function announced(
	ctx: CreatorCtx,
	shareId: string,
	input: BeginInput,
	replaced: ReadonlyMap<string, Replaced>,
): AnnouncedFile[] {
	const plan = PLANS[ctx.user.plan];
	return input.files.map((file) => {
		const checked = checkFile(file, plan);
		const { replaces } = file;
		const former = replaced.get(replaces?.file ?? "");
		checkSize(checked.originalName, file.size);
		if (file.size === 0) checkContent(new Uint8Array(0), checked);
		const id = shardedId(ctx);
		return {
			...checked,
			...(former && { folderPath: former.folderPath }),
			id,
			size: file.size,
			objectKey: originalKey(shareId, id),
			modifiedAt: file.lastModified ?? null,
			...uploadedFields(file, former),
			replaces: replaces ? { ...replaces, note: replaces.note || null } : null,
		};
	});
}

/**
 * Returns the share to add to and the files to replace. Throws `share.not_found`, `file.not_found`,
 * `request.invalid`.
 */
async function shareToGrow(ctx: CreatorCtx, slug: string, added: BeginInput["files"]) {
	const share = await fetchOwnShare(ctx, slug);
	if (share.status !== "published") throw failure("share.not_found");
	if (share.ownedParts !== null) throw invalidField("addTo", NOT_FOR_BUNDLES);
	const wanted = added.flatMap(({ replaces }) => replaces?.file ?? []);
	const ids = sql`(select value from json_each(${JSON.stringify(wanted)}))`;
	const [[present], found] = await ctx.db.batch([
		ctx.db.select({ count: count() }).from(files).where(eq(files.shareId, share.id)),
		ctx.db
			.select({ id: files.id, folderPath: files.folderPath, ...FILE_COLUMNS })
			.from(files)
			.where(and(eq(files.shareId, share.id), inArray(files.id, ids))),
	]);
	if (found.length < wanted.length) throw failure("file.not_found");
	if ((present?.count ?? 0) + added.length - wanted.length > MAX_FILES_PER_SHARE)
		throw failure("request.invalid", `A share may hold ${MAX_FILES_PER_SHARE} files at most`);
	return { share, replaced: new Map(found.map(({ id, ...file }) => [id, file])) };
}

/** One conditional statement, so that concurrent calls can't exceed the maximum of unfinished uploads. */
async function listUpload(ctx: CreatorCtx, { id, shareId }: UploadMetadata): Promise<void> {
	const listing = insertWhen(
		ctx.db,
		uploads,
		{ id, creatorId: ctx.user.id, shareId, state: "open", createdAt: ctx.now() },
		sql`(SELECT count(*) FROM uploads WHERE creator_id = ${ctx.user.id} AND state = 'open')
			< ${MAX_OPEN_UPLOADS}`,
	)
		.onConflictDoNothing()
		.returning({ id: uploads.id });
	const rows = await repeatable(() => listing);
	if (rows.length > 0) return;
	const listed = await ctx.db.select({ id: uploads.id }).from(uploads).where(eq(uploads.id, id));
	if (listed.length === 0) throw failure("upload.too_many_open");
}

/** Repeated calls with a key give the same id, an HMAC that can't be computed from the key alone. */
async function uploadId(ctx: CreatorCtx, key: string | undefined): Promise<string> {
	if (key === undefined) return ctx.id();
	const named = await mac(ctx.config.APP_SECRET, `begin-upload\n${ctx.user.id}\n${key}`);
	// Ids never begin with a hyphen, which command lines take for an option.
	return named.slice(0, ID_LENGTH).replace(/^-/, "_");
}

/** A key names one upload, even after its session has deleted its data. */
async function refuseEnded(ctx: CreatorCtx, id: string): Promise<void> {
	const [ended] = await ctx.db
		.select({ id: uploads.id })
		.from(uploads)
		.where(and(eq(uploads.id, id), ne(uploads.state, "open")));
	if (ended) throw failure("upload.not_open");
}

async function metadataOf(ctx: CreatorCtx, id: string, input: BeginInput) {
	const { samples: _, ...given } = input;
	const grown = input.addTo ? await shareToGrow(ctx, input.addTo, input.files) : null;
	const target = grown?.share ?? shareRow(ctx, { ...given, id: ctx.id() });
	const metadata: UploadMetadata = {
		id,
		creatorId: ctx.user.id,
		month: "",
		shareId: target.id,
		slug: target.slug,
		addsTo: grown !== null,
		title: target.title,
		description: target.description ?? null,
		price: priceOf(target.priceCents),
		fileCount: input.files.length,
		totalSize: input.files.reduce((sum, file) => sum + file.size, 0),
		createdAt: ctx.now(),
	};
	return { metadata, files: announced(ctx, target.id, input, grown?.replaced ?? new Map()) };
}

/**
 * Validates the announced files, takes a slot of the month, opens the session and creates the share. Repeating it
 * with the same `key` gives the same upload, even if the first call failed halfway. Throws `request.invalid`,
 * `file.type_not_accepted`, `file.too_large`, `upload.limit_reached`, `storage.quota_exceeded`,
 * `upload.too_many_open`, `upload.not_open` (a key whose upload has ended), `share.not_found`, `file.not_found`.
 */
export async function beginUpload(
	ctx: CreatorCtx,
	input: BeginInput,
): Promise<{ metadata: UploadMetadata; files: AnnouncedFile[] }> {
	const id = await uploadId(ctx, input.key);
	const wanted = await metadataOf(ctx, id, input);
	const chosen = input.samples?.map((index) => wanted.files[index]?.mimeType ?? "") ?? [];
	checkSampleTypes(chosen);
	if (input.key !== undefined) await refuseEnded(ctx, id);
	const bytes = wanted.metadata.totalSize;
	// A short lease first, so that a call that dies here blocks the slot only briefly.
	const { slot, held } = await reserveSlot(ctx, { uploadId: id, bytes }, BEGIN_LEASE_MS);
	const session = sessionOf(ctx, id);
	const opened = await session.open({ ...wanted.metadata, month: slot.month }, wanted.files);
	if (opened === "closed") {
		// A slot that it already held belongs to the upload that is being published right now.
		if (!held) await quotaOf(ctx, ctx.user.id).release(id);
		throw failure("upload.not_open");
	}
	const started = opened === "opened" ? wanted : opened;
	const { metadata } = started;
	const coverFileId = started.files[input.cover ?? -1]?.id;
	const samples =
		input.samples?.flatMap((index) => started.files[index] ?? []) ??
		defaultSamples(started.files, input.preview?.images);
	try {
		await reserveSlot(ctx, { uploadId: id, bytes: metadata.totalSize }, SLOT_LEASE_MS);
		await listUpload(ctx, metadata);
		if (!metadata.addsTo) {
			const row = shareRow(ctx, {
				...input,
				id: metadata.shareId,
				coverFileId,
				samples: samples.map((file) => file.id),
			});
			const values = { ...row, slug: metadata.slug };
			await repeatable(() =>
				ctx.db.batch([
					ctx.db.insert(shares).values(values).onConflictDoNothing({ target: shares.id }),
					...storeLicence(ctx, values, input.licence),
				]),
			);
		}
	} catch (error) {
		// After a fault of the platform, a call with the same key continues from here.
		const willGoOn = input.key !== undefined && findFault(error) !== null;
		if (opened === "opened" && !willGoOn) await abandon(ctx, id);
		throw error;
	}
	return started;
}

async function abandon(ctx: CreatorCtx, id: string): Promise<void> {
	try {
		await sessionOf(ctx, id).abandon(ctx.user.id);
		await ctx.db.delete(uploads).where(and(eq(uploads.id, id), eq(uploads.state, "abandoned")));
	} catch (error) {
		// The session's alarm repeats this later.
		log("error", "upload.abandon_postponed", serializeError(error));
	}
}
