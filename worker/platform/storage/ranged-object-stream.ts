import type { ObjectRange } from "../http/http-range.ts";
import { log, serializeError } from "../log.ts";
import { inBackground } from "../request-scope.ts";
import { type ObjectRecord, openObject, readThrough, UnreadableObject } from "./stored-object.ts";

/** Bytes in memory, or a range of an object. */
export type Piece = Uint8Array | ObjectRange;

/**
 * An object's body has no backpressure in every runtime: a slow client would make it buffer the whole
 * object. So no read is longer than this, in bytes. One read is always ahead of the one that is being
 * sent, so a slow client holds two.
 */
export const WINDOW = 16 * 1024 * 1024;

type Read = {
	range: ObjectRange;
	record: ObjectRecord;
	body: Promise<ReadableStream>;
	/** bytes that were already read from the body */
	head?: Uint8Array;
};
type Step = Uint8Array | Read;

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

/**
 * Opens a range like `openObject`, and once more when the store fails, which it does for single requests
 * (R2's internal error 10001). What is missing or differs from its record is not asked for again.
 * @throws UnreadableObject
 */
async function openTwice(
	files: R2Bucket,
	range: ObjectRange,
	record: ObjectRecord,
): Promise<ReadableStream> {
	try {
		return await openObject(files, range, record);
	} catch (error) {
		if (!(error instanceof UnreadableObject) || !error.isTransient) throw error;
		const { key, offset } = range;
		log("warn", "object.read_repeated", { key, offset, ...serializeError(error.cause) });
		return openObject(files, range, record);
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
	ahead(): Read | undefined {
		for (;;) {
			const last = this.#queue.at(-1);
			if (last !== undefined && !(last instanceof Uint8Array)) return last;
			const { value: window, done } = this.#windows.next();
			if (done) return undefined;
			if (window instanceof Uint8Array) {
				this.#queue.push(window);
				continue;
			}
			const record = this.#recordOf(window.key);
			const body = openTwice(this.#files, window, record);
			// Reported when it is awaited; until then the rejection must not count as unhandled.
			body.catch(() => {});
			this.#queue.push({ range: window, record, body });
		}
	}

	next(): Step | undefined {
		this.ahead();
		return this.#queue.shift();
	}

	/** Cancels what was read ahead. */
	async cancel(reason: unknown): Promise<void> {
		const cancelled = this.#queue
			.splice(0)
			.map(async (step) => step instanceof Uint8Array || (await step.body).cancel(reason));
		await Promise.allSettled(cancelled);
	}
}

async function write(writable: WritableStream<Uint8Array>, bytes: Uint8Array): Promise<void> {
	const writer = writable.getWriter();
	await writer.write(bytes);
	writer.releaseLock();
}

/**
 * Sends one read. When the pipe fails, a failure of the store cannot be told apart from a client that
 * disconnected: so the range is read once more, and discarded. @throws UnreadableObject when that fails
 * as well, else what the pipe failed with.
 */
async function pipe(
	files: R2Bucket,
	{ range, record, body, head }: Read,
	writable: WritableStream<Uint8Array>,
): Promise<void> {
	const stream = await body;
	if (head) await write(writable, head);
	try {
		// Native on both sides: the runtime copies the bytes without JavaScript.
		await stream.pipeTo(writable, { preventClose: true });
	} catch (cause) {
		await readThrough(files, range, record);
		throw cause;
	}
}

async function send(
	files: R2Bucket,
	readAhead: ReadAheadQueue,
	writable: WritableStream<Uint8Array>,
): Promise<void> {
	for (let step = readAhead.next(); step !== undefined; step = readAhead.next()) {
		if (step instanceof Uint8Array) {
			await write(writable, step);
		} else {
			await step.body;
			readAhead.ahead();
			await pipe(files, step, writable);
		}
	}
	await writable.close();
}

/** Waits for the first bytes of a read, which are sent with it. @throws UnreadableObject */
async function probe(read: Read): Promise<void> {
	const reader = (await read.body).getReader();
	try {
		const { value } = await reader.read();
		read.head = value;
	} catch (cause) {
		throw new UnreadableObject(read.range, "unreadable", { cause });
	} finally {
		reader.releaseLock();
	}
}

/**
 * Returns a response body of known length that joins the pieces. Every object is compared with its record
 * before a byte of it is sent, and a read that the store refuses is repeated once. The first bytes of the
 * first object are awaited, so that a missing one is an error before the response begins; a later failure
 * aborts the body: the client sees a failed download, never a short one. `broken` is called in both cases,
 * and when a client disconnects. @throws UnreadableObject when the first object differs from its record.
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
		const first = readAhead.ahead();
		if (first) await probe(first);
	} catch (reason) {
		broken(reason);
		throw reason;
	}
	inBackground(() => send(files, readAhead, writable)).catch(async (reason: unknown) => {
		broken(reason);
		await Promise.allSettled([writable.abort(reason), readAhead.cancel(reason)]);
	});
	return readable;
}
