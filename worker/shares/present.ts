import { priceOf } from "../contract/fields.ts";
import { iconOf } from "../contract/file-types.ts";
import type { FilePreview, FileShare, ShareFile } from "../contract/shares.ts";
import type { FileRow, ShareRow } from "./rows.ts";

/** The parts of a share's response that depend on the viewer and on its sales. */
export type ViewerAccess = { isPaid: boolean; isOwner: boolean; soldOut: boolean };

/** Returns true while the share is for sale at `now` (ms): not stopped, not expired. */
function isSelling(row: Pick<ShareRow, "selling" | "expiresAt">, now: number): boolean {
	return row.selling && (row.expiresAt === null || row.expiresAt > now);
}

/**
 * A share's row as viewers see it: `uploading` or `published`, or a deleted one that is kept for its
 * buyers.
 */
export function presentShare(row: ShareRow, access: ViewerAccess, now: number): FileShare {
	return {
		id: row.id,
		shareId: row.slug,
		title: row.title,
		description: row.description,
		price: priceOf(row.priceCents),
		isPaid: access.isPaid,
		fileCount: row.fileCount,
		totalSize: row.totalSize,
		createdAt: new Date(row.createdAt).toISOString(),
		status: row.status === "uploading" ? "uploading" : "published",
		saleMode: row.saleMode,
		maxSales: row.maxSales,
		soldOut: access.soldOut,
		selling: isSelling(row, now),
		expiresAt: row.expiresAt === null ? null : new Date(row.expiresAt).toISOString(),
		isOwner: access.isOwner,
		changedAt: row.changedAt === null ? null : new Date(row.changedAt).toISOString(),
		images: row.imagePreview,
		clip: row.clipPreview,
		coverFileId: row.coverFileId,
		downloadUntil:
			row.status === "deleted" && row.keptUntil !== null
				? new Date(row.keptUntil).toISOString()
				: null,
	};
}

/** A file's row as viewers see it, without its object key. */
export function presentFile(
	row: Pick<FileRow, "id" | "originalName" | "mimeType" | "size" | "folderPath">,
	preview: FilePreview | null,
): ShareFile {
	return {
		id: row.id,
		originalName: row.originalName,
		mimeType: row.mimeType,
		icon: iconOf(row.mimeType),
		size: row.size,
		folderPath: row.folderPath,
		preview,
	};
}
