import type { Ctx } from "../../core/context.ts";
import { rangedObjectStream } from "../../platform/storage/ranged-object-stream.ts";
import { brokenDownloadLogger, type Download, downloadHeaders, verified } from "./download.ts";
import { entitledFile } from "./require-entitlement.ts";
import { verifyObjects } from "./verify-objects.ts";

/** Throws 402, 404 or 410 without access. */
export async function downloadFile(ctx: Ctx, { fileId }: { fileId: string }): Promise<Download> {
	const { file, ...entitled } = await entitledFile(ctx, fileId);
	const broken = brokenDownloadLogger(ctx, { shareId: file.shareId, fileId });
	const whole = { key: file.objectKey, offset: 0, length: file.size };
	const recordOf = () => ({ size: file.size, etag: file.etag });
	return {
		entitled,
		what: file.id,
		source: {
			etag: `"${file.etag.replaceAll('"', "")}"`,
			// The clock of the creator's computer may be fast, but Last-Modified must not be in the future.
			lastModified: Math.min(file.modifiedAt, file.createdAt),
			size: file.size,
			headers: {
				...downloadHeaders(file.originalName, file.mimeType),
				// Of the whole file, even in the response to a range: a program checks what it has assembled.
				"X-File-Crc32": file.crc32.toString(16).padStart(8, "0"),
			},
			open: (range) =>
				rangedObjectStream(ctx.files, [{ key: file.objectKey, ...range }], { recordOf, broken }),
			verify: () => verified(verifyObjects(ctx.files, [whole], recordOf), broken),
		},
	};
}
