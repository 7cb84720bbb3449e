import { chunksOf } from "./byte-reader.ts";
import { crc32 } from "./crc32.ts";
import { failure } from "./errors.ts";

type Expectation = {
	/** bytes */
	size: number;
	/** unsigned CRC-32 that the sender computed; null when it told none */
	crc32: number | null;
	/** looks at the first chunk (256 KiB, or all there is) before anything is stored; throws what it refuses */
	inspect?: (head: Uint8Array) => void;
};

function wrongSize(size: number) {
	return failure("upload.size_mismatch", { details: { expected: size } });
}

/**
 * Streams a body into the store while its bytes are counted and their CRC-32 is taken. `store` gets
 * a stream of known length. The last chunk is held back until count and CRC are right, so the store
 * never sees the end of bytes that are not the declared ones, and keeps nothing of them.
 *
 * A store that settles before it has read everything (a `put` whose condition fails) is fine: the
 * rest is still read, for its CRC. Throws `upload.size_mismatch`, `upload.crc_mismatch`, what `inspect`
 * or the store throws, and what reading throws when the sender breaks off.
 */
export async function storeChecked<Stored>(
	body: ReadableStream<Uint8Array>,
	expected: Expectation,
	store: (bytes: ReadableStream<Uint8Array>) => Promise<Stored>,
): Promise<{ crc32: number; stored: Stored }> {
	const { readable, writable } = new FixedLengthStream(expected.size);
	const writer = writable.getWriter();
	let storing: Promise<Stored> | null = null;
	let open = true;
	const begin = () => {
		storing ??= store(readable).finally(() => {
			open = false;
		});
		return storing;
	};
	const write = async (bytes: Uint8Array) => {
		const stored = begin();
		// Whichever comes first: room for more, or the end of the store's interest.
		if (open) await Promise.race([writer.write(bytes), stored]);
	};

	try {
		let crc = 0;
		let size = 0;
		let held: Uint8Array | null = null;
		for await (const chunk of chunksOf(body)) {
			if (size === 0) expected.inspect?.(chunk);
			size += chunk.byteLength;
			if (size > expected.size) throw wrongSize(expected.size);
			// The runtime reads on while the CRC is taken.
			const writing: Promise<void> | null = held ? write(held) : null;
			crc = crc32(chunk, crc);
			await writing;
			held = chunk;
		}
		if (size === 0) expected.inspect?.(new Uint8Array(0));
		if (size !== expected.size) throw wrongSize(expected.size);
		if (expected.crc32 !== null && crc !== expected.crc32) throw failure("upload.crc_mismatch");
		if (held) await write(held);
		const stored = begin();
		if (open) await Promise.race([writer.close(), stored]);
		return { crc32: crc, stored: await stored };
	} catch (error) {
		await writer.abort(error).catch(() => {});
		await (storing as Promise<Stored> | null)?.catch(() => {});
		throw error;
	}
}
