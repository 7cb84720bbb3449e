import { iconOf } from "../contract/file-types.ts";
import type { FilePreview, ShareFile, ShareResponse } from "../contract/shares.ts";

let files = 0;

/** A file's preview: a tiny raster of a picture, unless told otherwise. */
export function previewOf(fields: Partial<FilePreview> = {}): FilePreview {
	return {
		kind: "image",
		width: 600,
		height: 400,
		placeholder: "data:image/webp;base64,AAAA",
		src: null,
		pages: null,
		durationMs: null,
		clipMs: null,
		waveform: null,
		...fields,
	};
}

/** A file of a share; a picture with a preview unless told otherwise. */
export function fileOf(fields: Partial<ShareFile> = {}): ShareFile {
	files++;
	return {
		id: `file-${files}`,
		originalName: `picture-${files}.png`,
		mimeType: "image/png",
		icon: iconOf(fields.mimeType ?? "image/png"),
		size: 1024,
		folderPath: "Main Files",
		preview: previewOf(),
		...fields,
	};
}

/** A share as its page receives it: for sale, unless told otherwise. */
export function shareOf(
	shareFiles: ShareFile[],
	fields: Partial<ShareResponse["fileShare"]> = {},
	rest: Partial<ShareResponse> = {},
): ShareResponse {
	return {
		cover: null,
		fileShare: {
			id: "share",
			shareId: "slug",
			title: "Winter light",
			description: null,
			price: "24.00",
			pricing: "fixed",
			suggestedPrice: null,
			asksAddress: true,
			changedAt: null,
			images: "blur",
			clip: "30",
			coverFileId: null,
			isPaid: false,
			fileCount: shareFiles.length,
			totalSize: shareFiles.reduce((sum, { size }) => sum + size, 0),
			createdAt: "2026-01-02T03:04:05.000Z",
			status: "published",
			saleMode: "each",
			maxSales: null,
			soldOut: false,
			selling: true,
			expiresAt: null,
			isOwner: false,
			downloadUntil: null,
			...fields,
		},
		files: shareFiles,
		creator: {
			displayName: "Mara",
			paymentMethod: "stripe",
			cashAppHandle: null,
			acceptsCard: true,
			acceptsDirect: false,
		},
		lostPurchase: null,
		keepDays: 30,
		...rest,
	};
}
