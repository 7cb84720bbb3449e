import { and, eq, isNull } from "drizzle-orm";
import { quotaOf, reserveSlot, type Slot } from "../../accounts/plans/upload-slots.ts";
import { MAX_SINGLE_REQUEST } from "../../contract/constants.ts";
import type { CreatorCtx } from "../../core/context.ts";
import { users } from "../../core/tables.ts";
import { defaultSamples } from "../../files/previews/contract/samples.ts";
import { ApiError, failure } from "../../platform/errors.ts";
import { invalid } from "../../platform/http/validation.ts";
import { log, serializeError } from "../../platform/log.ts";
import { requireRow } from "../../platform/storage/ending-batch.ts";
import { namedBatch } from "../../platform/storage/named-batch.ts";
import { createShareInput } from "./contract/shares.ts";
import { discardShare } from "./erase-share.ts";
import { givingExternalId } from "./external-id.ts";
import { addFileRows, filesOf } from "./file-rows.ts";
import { storeLicence } from "./licence.ts";
import { publish } from "./publish.ts";
import { hasScanner, quarantinedFilesOf, quarantineUpload } from "./quarantine.ts";
import {
	checkNames,
	type Form,
	type LimitedForm,
	type Received,
	receiveFiles,
} from "./receive-files.ts";
import { shareRow } from "./share-row.ts";
import { type NewFile, type ShareRow, shares } from "./tables.ts";

/** Longer than any request takes; then the slot of a request that died is freed. */
const LEASE_MS = 60 * 60 * 1000;
const TEXT_FIELDS = Object.keys(createShareInput.shape);

const JSON_FIELDS = new Set(["singles", "choosing"]);

/** The schema refuses a text that isn't JSON. */
function jsonOr(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

function parseFields(fields: Received["fields"]) {
	const parsed = createShareInput.safeParse(
		Object.fromEntries(
			TEXT_FIELDS.map((name) => {
				const text = fields.get(name)?.[0]?.trim();
				// An empty id is a program's mistake; other empty fields count as absent.
				if (name === "externalId") return [name, text];
				return [name, text && JSON_FIELDS.has(name) ? jsonOr(text) : text || undefined];
			}),
		),
	);
	if (!parsed.success) throw invalid(parsed.error);
	return parsed.data;
}

async function storeAndPublish(ctx: CreatorCtx, id: string, form: LimitedForm, slot: Slot) {
	const { fields, files } = await receiveFiles(ctx, id, form, TEXT_FIELDS);
	const input = parseFields(fields);
	if (files.length === 0)
		throw failure("request.invalid", {
			message: "No files selected",
			fields: { files: "No files selected" },
		});
	const bytes = files.reduce((sum, file) => sum + file.size, 0);
	const samples = defaultSamples(files).map((file) => file.id);
	const values = shareRow(ctx, { id, ...input, samples });
	// The form may have taken minutes to arrive.
	const account = and(eq(users.id, ctx.user.id), isNull(users.deletedAt));
	const statements = {
		account: requireRow(ctx, { table: users, where: account }, "auth.required"),
		share: ctx.db.insert(shares).values(values),
		licence: storeLicence(ctx, values, input.licence),
	};
	if (hasScanner(ctx)) {
		const { uploadId, ...owner } = slot;
		await givingExternalId(ctx, input.externalId, () => namedBatch(ctx.db, statements));
		await quarantineUpload(ctx, {
			id: uploadId,
			shareId: id,
			addsTo: false,
			...owner,
			bytes,
			files,
		});
		return;
	}
	const withFiles = { ...statements, files: addFileRows(ctx, id, files) };
	await givingExternalId(ctx, input.externalId, () => namedBatch(ctx.db, withFiles));
	await publish(ctx, id, { slot, bytes, files });
}

/** With a scanner, quarantines the files. On failure stores nothing and frees the slot. */
export async function createShare(
	ctx: CreatorCtx,
	form: Form & { contentLength: number | null },
): Promise<{ share: ShareRow; files: NewFile[] }> {
	if (form.contentLength !== null && form.contentLength > MAX_SINGLE_REQUEST)
		throw failure("request.too_large");
	const id = ctx.id();
	// An upper limit; the files' real size is recorded when they are published.
	const bytes = form.contentLength ?? MAX_SINGLE_REQUEST;
	const limited = { ...form, limit: bytes };
	const { slot } = await reserveSlot(ctx, { uploadId: ctx.id(), bytes }, LEASE_MS).catch(
		async (refusal: unknown) => {
			if (refusal instanceof ApiError && refusal.code === "upload.limit_reached")
				await checkNames(ctx, limited, TEXT_FIELDS);
			throw refusal;
		},
	);
	try {
		await storeAndPublish(ctx, id, limited, slot);
	} catch (error) {
		const cleanup = Promise.all([
			discardShare(ctx, id),
			quotaOf(ctx, slot.creatorId).release(slot.uploadId),
		]).catch((failed: unknown) => log("error", "share.cleanup_failed", serializeError(failed)));
		// Finishes even if the client disconnects, which ends the request.
		ctx.inBackground(() => cleanup);
		await cleanup;
		throw error;
	}
	// D1 has the record already; an unavailable quota object reads it when the lease expires.
	await quotaOf(ctx, slot.creatorId)
		.commit(slot)
		.catch((error: unknown) => log("warn", "quota.commit_postponed", serializeError(error)));
	const [share] = await ctx.db.select().from(shares).where(eq(shares.id, id));
	if (!share) throw failure("share.not_found");
	if (share.checking) ctx.handlers.afterQuarantine(ctx, slot.uploadId);
	return {
		share,
		files: share.checking ? await quarantinedFilesOf(ctx, "shareId", id) : await filesOf(ctx, id),
	};
}
