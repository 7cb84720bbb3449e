import { iconOf } from "../../files/contract/file-types.ts";
import { shownFileFields, type UploadedFields } from "./contract/file-fields.ts";
import type { FilePreview, FileShare, ShareFile } from "./contract/shares.ts";
import { shownFields } from "./share-columns.ts";
import type { FileRow, ShareRow } from "./tables.ts";

export type ViewerAccess = { isPaid: boolean; isOwner: boolean; soldOut: boolean };

export const OWNER: ViewerAccess = { isPaid: false, isOwner: true, soldOut: false };

function isSelling(row: Pick<ShareRow, "selling" | "expiresAt">, now: number): boolean {
	return row.selling && (row.expiresAt === null || row.expiresAt > now);
}

/** A sale's end in the past gives late payers another day. */
const endsLater = (accessEnd: number | null, now: number) =>
	accessEnd !== null && accessEnd > now ? accessEnd : Number.POSITIVE_INFINITY;

export function presentShare(row: ShareRow, access: ViewerAccess, now: number): FileShare {
	const accessEnd = row.endsAccess ? row.expiresAt : null;
	return {
		...shownFields(row, "shown"),
		id: row.id,
		shareId: row.slug,
		isPaid: access.isPaid,
		fileCount: row.fileCount,
		totalSize: row.totalSize,
		createdAt: new Date(row.createdAt).toISOString(),
		status: row.status === "uploading" ? "uploading" : "published",
		soldOut: access.soldOut,
		selling: isSelling(row, now),
		isOwner: access.isOwner,
		...(access.isOwner && row.checking && { checking: row.checking }),
		changedAt: row.changedAt === null ? null : new Date(row.changedAt).toISOString(),
		downloadUntil:
			row.status === "deleted" && row.keptUntil !== null
				? new Date(Math.min(row.keptUntil, endsLater(accessEnd, now))).toISOString()
				: null,
		...(accessEnd !== null && { accessUntil: new Date(accessEnd).toISOString() }),
	};
}

export const presentOwn = (row: ShareRow) => ({
	...shownFields(row, "shownToOwner"),
	hasPassword: row.passwordHash !== null,
});

export function presentFile(
	row: Pick<FileRow, "id" | "originalName" | "mimeType" | "size" | "folderPath"> &
		Partial<UploadedFields>,
	preview: FilePreview | null,
	display?: ShareFile["display"],
): ShareFile {
	return {
		id: row.id,
		originalName: row.originalName,
		mimeType: row.mimeType,
		icon: iconOf(row.mimeType),
		size: row.size,
		folderPath: row.folderPath,
		preview,
		...(display && { display }),
		...shownFileFields(row),
	};
}
