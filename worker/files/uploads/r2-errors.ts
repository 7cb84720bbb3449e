/** R2 puts the cause's number at the end of the message; only this file knows these numbers. */
function hasCode(error: unknown, code: number): boolean {
	return error instanceof Error && error.message.includes(`(${code})`);
}

/** The multipart upload is completed, aborted or expired; after a `complete`, that call may have succeeded. */
export function isNoSuchUpload(error: unknown): boolean {
	return hasCode(error, 10024);
}

/** A part is missing, or its ETag differs from the one named. */
export function isInvalidPart(error: unknown): boolean {
	return hasCode(error, 10025) || hasCode(error, 10048);
}
