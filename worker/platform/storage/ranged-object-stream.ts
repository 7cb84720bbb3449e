import type { ObjectRange } from "../http/http-range.ts";
import { RepeatableRead } from "./repeatable-read.ts";
import type { ObjectRecord } from "./stored-object.ts";

/** Bytes in memory, or a range of an object. */
export type Piece = Uint8Array | ObjectRange;

/**
 * An object's body has no backpressure in every runtime: a slow client would make it buffer the whole
 * object. So no read is longer than this, in bytes. One read is always ahead of the one that is being
 * sent, so a slow client holds two.
 */
export const WINDOW = 16 * 1024 * 1024;

type Step = Uint8Array | RepeatableRead;

type Options = {
	/** returns the database record of the object under a key */
	recordOf: (key: string) => ObjectRecord;
	/**
	 * called with the reason when the bytes end early: an `UnreadableObject`, or a client that disconnected
	 */
	broken: (reason: unknown) => void;
};

function* windowsOf(pieces: Iterable<Piece>): Generator<Piece> {
	for (const piece of pieces) {
		if (piece instanceof Uint8Array) {
			yield piece;
			continue;
		}
		for (let at = 0; at < piece.length; at += WINDOW) {
			const length = Math.min(WINDOW, piece.length - at);
			yield { key: piece.key, offset: piece.offset + at, length };
		}
	}
}

/** Reads in order; one read is always in progress ahead of the one that is being sent. */
class ReadAheadQueue {
	readonly #files: R2Bucket;
	readonly #recordOf: Options["recordOf"];
	readonly #windows: Iterator<Piece>;
	readonly #queue: Step[] = [];

	constructor(files: R2Bucket, pieces: Iterable<Piece>, recordOf: Options["recordOf"]) {
		this.#files = files;
		this.#recordOf = recordOf;
		this.#windows = windowsOf(pieces);
	}

	/** Starts reads until one is pending; returns the pending one, if any is left. */
	ahead(): RepeatableRead | undefined {
		for (;;) {
			const last = this.#queue.at(-1);
			if (last !== undefined && !(last instanceof Uint8Array)) return last;
			const { value: window, done } = this.#windows.next();
			if (done) return undefined;
			if (window instanceof Uint8Array) {
				this.#queue.push(window);
				continue;
			}
			this.#queue.push(new RepeatableRead(this.#files, window, this.#recordOf(window.key)));
		}
	}

	next(): Step | undefined {
		this.ahead();
		return this.#queue.shift();
	}

	/** Cancels what was read ahead. */
	async cancel(): Promise<void> {
		const cancelled = this.#queue
			.splice(0)
			.map(async (step) => step instanceof Uint8Array || (await step.cancel()));
		await Promise.allSettled(cancelled);
	}
}

type Writer = WritableStreamDefaultWriter<Uint8Array>;

/**
 * Sends one read: the next chunk is read while the last one is written, and a buffer is reused once its
 * chunk was written. @throws UnreadableObject when the store failed twice, else the writer's error.
 */
async function pump(read: RepeatableRead, writer: Writer): Promise<void> {
	let writing: Promise<void> = Promise.resolve();
	for (;;) {
		const chunk = await read.next();
		await writing;
		if (chunk === null) return;
		writing = writer.write(chunk).then(() => read.recycle(chunk));
		// Reported by the `await` above; until then the rejection must not count as unhandled.
		writing.catch(() => {});
	}
}

async function send(readAhead: ReadAheadQueue, writer: Writer): Promise<void> {
	for (let step = readAhead.next(); step !== undefined; step = readAhead.next()) {
		if (step instanceof Uint8Array) {
			await writer.write(step);
		} else {
			await step.peek();
			readAhead.ahead();
			try {
				await pump(step, writer);
			} finally {
				await step.cancel();
			}
		}
	}
	await writer.close();
}

/**
 * Returns a response body of known length that joins the pieces. Every object is compared with its record
 * before a byte of it is sent. A read that fails is repeated once, from the byte where it stopped. The
 * first bytes of the first object are awaited, so that a missing one is an error before the response
 * begins; a later failure aborts the body: the client sees a failed download, never a short one.
 * `broken` is called in both cases, and when a client disconnects. @throws UnreadableObject when the
 * first object differs from its record or can't be read.
 */
export async function rangedObjectStream(
	files: R2Bucket,
	pieces: readonly Piece[],
	{ recordOf, broken }: Options,
): Promise<ReadableStream<Uint8Array>> {
	const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
	const { readable, writable } = new FixedLengthStream(length);
	const readAhead = new ReadAheadQueue(files, pieces, recordOf);
	try {
		await readAhead.ahead()?.peek();
	} catch (reason) {
		broken(reason);
		throw reason;
	}
	const writer = writable.getWriter();
	send(readAhead, writer).catch(async (reason: unknown) => {
		broken(reason);
		await Promise.allSettled([writer.abort(reason), readAhead.cancel()]);
	});
	return readable;
}
