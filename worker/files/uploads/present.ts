import type { OpenUpload, UploadFile } from "../../contract/files/uploads.ts";
import { UPLOAD_IDLE_MS } from "../../contract/retention.ts";
import type { Ctx } from "../../core/context.ts";
import { partsOf } from "./part-sizes.ts";
import { signGrant } from "./part-token.ts";
import type { AnnouncedFile, SessionFile, SessionStatus } from "./session-rows.ts";

/** Tokens per response; further files are paged. */
export const FILES_PER_PAGE = 200;

export function presentUpload(status: SessionStatus & { state: OpenUpload["state"] }): OpenUpload {
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
		name: file.name,
		folderPath: file.folderPath,
		size: file.size,
		parts: partsOf(file.size),
		token: null,
		...(file.noPreview === 1 && { noPreview: true }),
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
		name: file.name,
		family: file.family,
		key: file.objectKey,
		multipart: file.multipart,
		size: file.size,
	});
	return { ...presentAnnounced(file), token };
}
