import type { ObjectRange } from "../http/http-range.ts";
import { log, serializeError } from "../log.ts";
import { BodyReader } from "./byte-reader.ts";
import { type ObjectRecord, openObject, UnreadableObject } from "./stored-object.ts";

/** Bytes of a chunk: large enough that calls cost little, small enough to be held twice a download. */
const CHUNK = 256 * 1024;

/**
 * Reads a stretch of an object in chunks. A read that the store fails is repeated once, from the byte
 * where it stopped, and compared with the same record again: no chunk is handed over twice or left out.
 * The first read begins at once.
 */
export class RepeatableRead {
	readonly #files: R2Bucket;
	readonly #range: ObjectRange;
	readonly #record: ObjectRecord;
	#reader: Promise<BodyReader>;
	/** bytes handed over */
	#taken = 0;
	#repeated = false;
	/** a chunk that was read and is not handed over yet */
	#peeked: Uint8Array<ArrayBuffer> | null = null;

	constructor(files: R2Bucket, range: ObjectRange, record: ObjectRecord) {
		this.#files = files;
		this.#range = range;
		this.#record = record;
		this.#reader = this.#open();
	}

	/** Waits until the first bytes are here; they are the next chunk. @throws UnreadableObject */
	async peek(): Promise<void> {
		this.#peeked ??= await this.next();
	}

	/** The next chunk, null at the end. @throws UnreadableObject when the second read fails as well. */
	async next(): Promise<Uint8Array<ArrayBuffer> | null> {
		const peeked = this.#peeked;
		this.#peeked = null;
		if (peeked) return peeked;
		for (;;) {
			try {
				return await this.#read();
			} catch (error) {
				if (this.#repeated || !(error instanceof UnreadableObject) || !error.isTransient)
					throw error;
				this.#repeated = true;
				const { key, offset } = this.#rest();
				log("warn", "object.read_repeated", { key, offset, ...serializeError(error.cause) });
				await this.cancel();
				this.#reader = this.#open();
			}
		}
	}

	/** Returns a chunk's buffer for reuse, once the chunk is no longer needed. */
	recycle(chunk: Uint8Array<ArrayBuffer>): void {
		this.#reader.then(
			(reader) => reader.recycle(chunk),
			() => {},
		);
	}

	/** Cancels the rest. */
	async cancel(): Promise<void> {
		await this.#reader.then(
			(reader) => reader.cancel(),
			() => {},
		);
	}

	#rest(): ObjectRange {
		const { key, offset, length } = this.#range;
		return { key, offset: offset + this.#taken, length: length - this.#taken };
	}

	async #read(): Promise<Uint8Array<ArrayBuffer> | null> {
		const rest = this.#rest();
		if (rest.length === 0) return null;
		const reader = await this.#reader;
		const chunk = await reader.read().catch(({ cause }: { cause?: unknown }) => {
			throw new UnreadableObject(rest, "unreadable", { cause });
		});
		const found = chunk?.byteLength ?? 0;
		if (chunk === null || found > rest.length)
			throw new UnreadableObject(rest, "unreadable", { expected: rest.length, found });
		this.#taken += found;
		return chunk;
	}

	#open(): Promise<BodyReader> {
		const rest = this.#rest();
		const opened = openObject(this.#files, rest, this.#record).then(
			(body) => new BodyReader(body, Math.min(CHUNK, rest.length)),
		);
		// Reported when it is awaited; until then the rejection must not count as unhandled.
		opened.catch(() => {});
		return opened;
	}
}
