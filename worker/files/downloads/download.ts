import type { Ctx } from "../../core/context.ts";
import { attachment } from "../../platform/http/content-disposition.ts";
import { type ByteSource, serveBytes } from "../../platform/http/serve-bytes.ts";
import { log, serializeError } from "../../platform/log.ts";
import { rangedObjectStream } from "../../platform/storage/ranged-object-stream.ts";
import { UnreadableObject } from "../../platform/storage/stored-object.ts";
import { typeOfMime } from "../contract/file-types.ts";
import { recordDownload, recordTaken } from "./download-log.ts";
import { type Entitled, entitledFile, type Size } from "./require-entitlement.ts";
import { verifyObjects } from "./verify-objects.ts";

/** `what` and `purchaseIds` as in `Taken`. */
export type Download = {
	entitled: Entitled;
	what: string;
	purchaseIds?: readonly string[] | undefined;
	source: ByteSource;
};

/** The edge would compress these, which removes length, ranges and ETag. */
const COMPRESSIBLE = /^(?:text\/|image\/svg|application\/(?:json|xml))/;

/** Code, HTML and drawings, which a browser could run, are sent as plain bytes. */
function deliveredType(contentType: string): string {
	const type = typeOfMime(contentType);
	const isActive = type?.icon === "code" || type?.preview === "vector";
	return isActive ? "application/octet-stream" : contentType;
}

export function downloadHeaders(name: string, contentType: string): Record<string, string> {
	return {
		"Content-Type": deliveredType(contentType),
		"Content-Disposition": attachment(name),
		"Cache-Control": "private, no-store, no-transform",
		// The edge respects no-transform; the local runtime compresses unless an encoding is named.
		...(COMPRESSIBLE.test(contentType) && { "Content-Encoding": "identity" }),
		"Content-Security-Policy": "sandbox; default-src 'none'",
		"Cross-Origin-Resource-Policy": "same-origin",
		"X-Content-Type-Options": "nosniff",
	};
}

/**
 * Logs a download that ended early: usually a client that will resume. An object that differs from its record is
 * logged for the operator, with `nameOf` the file at that byte.
 */
export function brokenDownloadLogger(
	ctx: Ctx,
	logFields: Record<string, string>,
	nameOf?: (key: string, offset: number) => string | undefined,
): (reason: unknown) => void {
	const { requestId } = ctx;
	return (reason) => {
		if (!(reason instanceof UnreadableObject))
			return log("info", "download.broken", { requestId, ...logFields, ...serializeError(reason) });
		const { key, offset, cause } = reason;
		log("error", "object.unreadable", {
			requestId,
			...logFields,
			...reason.logFields,
			offset,
			file: nameOf?.(key, offset),
			...(cause instanceof Error && serializeError(cause)),
		});
	};
}

/** Calls `broken` before it rethrows a failed check. */
export async function verified(
	check: Promise<void>,
	broken: (reason: unknown) => void,
): Promise<void> {
	await check.catch((reason: unknown) => {
		broken(reason);
		throw reason;
	});
}

/** Records the download if it begins at the first byte. */
export async function serveDownload(
	ctx: Ctx,
	request: Request,
	{ entitled: { share, access }, what, purchaseIds, source }: Download,
): Promise<Response> {
	const response = await serveBytes(request, source);
	if (request.method !== "GET" || !response.ok) return response;
	const begins =
		response.status === 200 || response.headers.get("Content-Range")?.startsWith("bytes 0-");
	const taken = { request, shareId: share.id, access, what, purchaseIds };
	if (begins) recordDownload(ctx, taken);
	if (!begins || access.as === "link") recordTaken(ctx, taken);
	return response;
}

/** Throws 402, 404 or 410 without access. */
export async function downloadFile(
	ctx: Ctx,
	{ fileId, size }: { fileId: string; size?: Size },
): Promise<Download> {
	const { file, ...entitled } = await entitledFile(ctx, fileId, size);
	const broken = brokenDownloadLogger(ctx, { shareId: file.shareId, fileId });
	const allBytes = { key: file.objectKey, offset: 0, length: file.size };
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
				// For the whole file, even in the response to a range: a program checks the file it has assembled.
				"X-File-Crc32": file.crc32.toString(16).padStart(8, "0"),
			},
			open: (range) =>
				rangedObjectStream(ctx.files, [{ key: file.objectKey, ...range }], { recordOf, broken }),
			verify: () => verified(verifyObjects(ctx.files, [allBytes], recordOf), broken),
		},
	};
}
