/** How much of a text is read. Bytes. */
const READ_BYTES = 64 * 1024;

/**
 * Returns the lines at the beginning of a text file, in UTF-8, UTF-16 with a byte-order mark, or
 * Windows-1252. Empty lines at its start are left out.
 */
export async function textLines(file: Blob): Promise<string[]> {
	const bytes = new Uint8Array(await file.slice(0, READ_BYTES).arrayBuffer());
	const text = decodedText(bytes, file.size > READ_BYTES);
	// A film as it is broadcast, which has the extension of TypeScript.
	if (text.includes("\0")) return [];
	const lines = text.split(/\r\n?|\n/);
	const first = lines.findIndex((line) => line.trim() !== "");
	return first < 0 ? [] : lines.slice(first);
}

/** Returns a text in UTF-8, UTF-16 with a byte-order mark, or Windows-1252; `isCut` when more of it follows. */
export function decodedText(bytes: Uint8Array, isCut: boolean): string {
	const mark = (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0);
	if (mark === 0xfffe) return new TextDecoder("utf-16le").decode(bytes);
	if (mark === 0xfeff) return new TextDecoder("utf-16be").decode(bytes);
	try {
		// As a stream, so that a character that is cut at the end is no error.
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: isCut });
	} catch {
		return new TextDecoder("windows-1252").decode(bytes);
	}
}
