import { and, desc, eq } from "drizzle-orm";
import { PART_SIZE } from "../../contract/constants.ts";
import type { OpenUpload, ResumableUpload } from "../../contract/files/uploads.ts";
import type { CreatorCtx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { fetchOwnUpload, sessionOf } from "./fetch-own-upload.ts";
import { FILES_PER_PAGE, presentUpload, presentUploadFile } from "./present.ts";
import type { SessionStatus } from "./session-rows.ts";
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
 * Returns one upload, with a page of its files from the index `from`: stored parts, their CRC-32s if requested,
 * and fresh tokens. Throws `upload.not_found`.
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
