const READ_BYTES = 64 * 1024;

/** Omits empty lines at the start. */
export async function textLines(file: Blob): Promise<string[]> {
	const bytes = new Uint8Array(await file.slice(0, READ_BYTES).arrayBuffer());
	const text = decodedText(bytes, file.size > READ_BYTES);
	// An MPEG transport stream, whose extension is also TypeScript's.
	if (text.includes("\0")) return [];
	const lines = text.split(/\r\n?|\n/);
	const first = lines.findIndex((line) => line.trim() !== "");
	return first < 0 ? [] : lines.slice(first);
}

/** UTF-8, UTF-16 with a byte-order mark, or Windows-1252; `isCut` if more follows. */
export function decodedText(bytes: Uint8Array, isCut: boolean): string {
	const mark = (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0);
	if (mark === 0xfffe) return new TextDecoder("utf-16le").decode(bytes);
	if (mark === 0xfeff) return new TextDecoder("utf-16be").decode(bytes);
	try {
		// Streaming accepts a character cut at the end.
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: isCut });
	} catch {
		return new TextDecoder("windows-1252").decode(bytes);
	}
}
