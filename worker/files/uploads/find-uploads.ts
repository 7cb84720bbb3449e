import { and, desc, eq } from "drizzle-orm";
import { shownFileFields } from "../../catalogue/shares/contract/file-fields.ts";
import { PART_SIZE } from "../../contract/constants.ts";
import { UPLOAD_IDLE_MS } from "../../contract/retention.ts";
import type { CreatorCtx, Ctx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import type { OpenUpload, ResumableUpload, UploadFile } from "./contract.ts";
import { fetchOwnUpload, sessionOf } from "./fetch-own-upload.ts";
import { partsOf } from "./part-sizes.ts";
import { signGrant } from "./part-token.ts";
import type { AnnouncedFile, SessionFile, SessionStatus } from "./session-rows.ts";
import { uploads } from "./tables.ts";

type Shown = SessionStatus & { state: OpenUpload["state"] };

/** Null if there is none or it was abandoned. */
async function shownStatus(ctx: CreatorCtx, id: string): Promise<Shown | null> {
	const status = await sessionOf(ctx, id).status(ctx.user.id);
	if (!status || status.state === "abandoned") return null;
	return { ...status, state: status.state };
}

/** Latest first. */
export async function listUploads(ctx: CreatorCtx): Promise<OpenUpload[]> {
	const rows = await ctx.replica
		.select({ id: uploads.id })
		.from(uploads)
		.where(and(eq(uploads.creatorId, ctx.user.id), eq(uploads.state, "open")))
		.orderBy(desc(uploads.createdAt));
	const found = await Promise.all(rows.map((row) => shownStatus(ctx, row.id)));
	return found.filter((status) => status !== null).map(presentUpload);
}

const crcText = (crc32: number): string => crc32.toString(16).padStart(8, "0");

/**
 * Includes a page of files from the index `from`: stored parts, their CRC-32s if requested, and fresh tokens.
 * Throws `upload.not_found`.
 */
export async function getUpload(
	ctx: CreatorCtx,
	{ id, from, checksums }: { id: string; from: number; checksums: boolean },
): Promise<ResumableUpload> {
	await fetchOwnUpload(ctx, id);
	// Must come first: reading the status may find files stored without a notification.
	const found = await sessionOf(ctx, id).page(from, FILES_PER_PAGE);
	const status = await shownStatus(ctx, id);
	if (!status) throw failure("upload.not_found");
	const page = status.state === "open" ? found : [];
	const files = await Promise.all(
		page.map(async (file) => ({
			...(await presentUploadFile(ctx, id, file)),
			received: file.received,
			lastModified: file.modifiedAt,
			...(checksums && { checksums: file.checksums.map(crcText) }),
			crc32: file.crc32 === null ? null : crcText(file.crc32),
		})),
	);
	const next = from + page.length;
	return {
		...presentUpload(status),
		partSize: PART_SIZE,
		files,
		next: page.length > 0 && next < status.fileCount ? next : null,
	};
}

/** Tokens per response; further files are paged. */
export const FILES_PER_PAGE = 200;

function presentUpload(status: SessionStatus & { state: OpenUpload["state"] }): OpenUpload {
	const { state } = status;
	return {
		id: status.id,
		shareId: status.slug,
		title: status.title,
		description: status.description,
		price: status.price,
		createdAt: new Date(status.createdAt).toISOString(),
		expiresAt: new Date(status.lastAt + UPLOAD_IDLE_MS).toISOString(),
		fileCount: status.fileCount,
		totalSize: status.totalSize,
		receivedSize: state === "done" ? status.totalSize : status.receivedSize,
		state,
	};
}

export function presentAnnounced(file: AnnouncedFile): UploadFile {
	return {
		id: file.id,
		name: file.originalName,
		folderPath: file.folderPath,
		size: file.size,
		parts: partsOf(file.size),
		token: null,
		...shownFileFields(file),
	};
}

/** Includes a fresh token for the caller's session. */
export async function presentUploadFile(
	ctx: Ctx,
	uploadId: string,
	file: SessionFile,
): Promise<UploadFile> {
	const token = await signGrant(ctx, {
		upload: uploadId,
		file: file.id,
		name: file.originalName,
		family: file.family,
		key: file.objectKey,
		multipart: file.multipart,
		size: file.size,
	});
	return { ...presentAnnounced(file), token };
}
