/**
 * Throws when any of these parts of a file, each a zlib stream, unpacks to more than `limit` bytes. Nothing
 * that is unpacked is kept. A damaged stream is left to the decoder.
 */
export async function checkDeflated(
	file: Blob,
	parts: readonly { at: number; length: number }[],
	limit: number,
): Promise<void> {
	for (const { at, length } of parts) {
		const stream = file.slice(at, at + length).stream();
		if ((await unpackedSize(stream, limit)) > limit)
			throw new Error("a picture that unpacks to more than its pixels");
	}
}

/** Returns how many bytes a stream unpacks to, or more than `limit` as soon as there are more. */
async function unpackedSize(
	stream: ReadableStream<Uint8Array<ArrayBuffer>>,
	limit: number,
): Promise<number> {
	const reader = stream.pipeThrough(new DecompressionStream("deflate")).getReader();
	let size = 0;
	try {
		while (size <= limit) {
			const { done, value } = await reader.read();
			if (done) break;
			size += value.length;
		}
	} catch {
		return size;
	}
	await reader.cancel().catch(() => undefined);
	return size;
}
