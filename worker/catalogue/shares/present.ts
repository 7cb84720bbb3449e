import type { FilePreview, FileShare, ShareFile } from "../../contract/catalogue/shares.ts";
import { iconOf } from "../../contract/files/file-types.ts";
import type { FileRow, ShareRow } from "./rows.ts";
import { shownFields } from "./share-columns.ts";

/** The parts of a share's response that depend on the viewer and on its sales. */
export type ViewerAccess = { isPaid: boolean; isOwner: boolean; soldOut: boolean };

/** Returns true while the share is for sale at `now` (ms): not stopped, not expired. */
function isSelling(row: Pick<ShareRow, "selling" | "expiresAt">, now: number): boolean {
	return row.selling && (row.expiresAt === null || row.expiresAt > now);
}

/** The end of downloads, if it is in the future; late payers get a day from then on. */
const endsLater = (accessEnd: number | null, now: number) =>
	accessEnd !== null && accessEnd > now ? accessEnd : Number.POSITIVE_INFINITY;

/** A share's row as viewers see it: `uploading` or `published`, or a deleted one that is kept for its buyers. */
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

/** A share's fields that only its creator sees. */
export const presentOwn = (row: ShareRow) => ({
	...shownFields(row, "shownToOwner"),
	hasPassword: row.passwordHash !== null,
});

export function presentFile(
	row: Pick<FileRow, "id" | "originalName" | "mimeType" | "size" | "folderPath"> & {
		noPreview?: boolean;
	},
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
		...(row.noPreview && { noPreview: true }),
	};
}
