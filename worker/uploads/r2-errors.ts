/** R2 tells what went wrong by a number at the end of the message; nothing else in the code knows these. */
function hasCode(error: unknown, code: number): boolean {
	return error instanceof Error && error.message.includes(`(${code})`);
}

/** The multipart upload is finished, given up or expired; at `complete` it may have succeeded before. */
export function isNoSuchUpload(error: unknown): boolean {
	return hasCode(error, 10024);
}

/** A part is not there, or not with the ETag that was named. */
export function isInvalidPart(error: unknown): boolean {
	return hasCode(error, 10025) || hasCode(error, 10048);
}
