import { failure } from "../../platform/errors.ts";
import { BodyReader } from "../../platform/storage/byte-reader.ts";
import { crc32 } from "../../platform/storage/crc32.ts";

type Expectation = {
	/** bytes */
	size: number;
	/** unsigned; null if the sender computed none */
	crc32: number | null;
	/** gets the first chunk (1 MiB, or the whole body if shorter) before anything is stored; throws to reject it */
	inspect?: (head: Uint8Array) => void;
	/** gets the body's CRC-32 before the store gets its last chunk; throws to reject the body */
	permit?: (crc32: number) => Promise<void>;
};
/** A stream of known length, or a short body in one piece. */
type Storable = ReadableStream<Uint8Array> | Uint8Array;
/** Receives the body's CRC-32 if it is known in advance. */
type Store<Stored> = (bytes: Storable, crc32: number | null) => Promise<Stored>;

function wrongSize(size: number) {
	return failure("upload.size_mismatch", { details: { expected: size } });
}

/** Writes to a store that reads a stream of `size` bytes; writes are dropped once the store has settled. */
class VerifiedSink<Stored> {
	readonly stored: Promise<Stored>;
	private readonly writer: WritableStreamDefaultWriter<Uint8Array>;
	private open = true;

	constructor({ size, crc32 }: Expectation, store: Store<Stored>) {
		const { readable, writable } = new FixedLengthStream(size);
		this.writer = writable.getWriter();
		this.stored = store(readable, crc32).finally(() => {
			this.open = false;
		});
	}

	/** Waits until the stream accepts more bytes or the store has settled, whichever comes first. */
	async write(bytes: Uint8Array): Promise<void> {
		if (this.open) await Promise.race([this.writer.write(bytes), this.stored]);
	}

	async end(): Promise<Stored> {
		if (this.open) await Promise.race([this.writer.close(), this.stored]);
		return this.stored;
	}

	async abort(error: unknown): Promise<void> {
		await this.writer.abort(error).catch(() => {});
		await this.stored.catch(() => {});
	}
}

/**
 * Streams a body into the store, holding back the last chunk until size and CRC are verified and the body is
 * permitted, so that nothing of a wrong body is kept. A one-chunk body is passed in one piece. If the store settles
 * early (a `put` whose condition fails), the rest is still read for its CRC. Throws `upload.size_mismatch`,
 * `upload.crc_mismatch`, what callbacks or the store throw, and the read error if the sender disconnects.
 */
export async function putVerified<Stored>(
	body: ReadableStream<Uint8Array>,
	expected: Expectation,
	store: Store<Stored>,
): Promise<{ crc32: number; stored: Stored }> {
	const reader = new BodyReader(body, expected.size);
	let sink: VerifiedSink<Stored> | null = null;
	try {
		let crc = 0;
		let size = 0;
		let held = new Uint8Array(0);
		for (let chunk = await reader.read(); chunk; ) {
			if (size === 0) expected.inspect?.(chunk);
			else sink ??= new VerifiedSink(expected, store);
			size += chunk.byteLength;
			if (size > expected.size) throw wrongSize(expected.size);
			// While the store takes the previous chunk, the next one arrives and its CRC is computed.
			const next = reader.read();
			next.catch(() => {});
			const writing = sink?.write(held);
			crc = crc32(chunk, crc);
			await writing;
			if (writing) reader.recycle(held);
			held = chunk;
			chunk = await next;
		}
		if (size === 0) expected.inspect?.(held);
		if (size !== expected.size) throw wrongSize(expected.size);
		if (expected.crc32 !== null && crc !== expected.crc32) throw failure("upload.crc_mismatch");
		await expected.permit?.(crc);
		if (!sink) return { crc32: crc, stored: await store(held, crc) };
		await sink.write(held);
		return { crc32: crc, stored: await sink.end() };
	} catch (error) {
		await Promise.all([sink?.abort(error), reader.cancel()]);
		throw error;
	}
}
