import { KIB, MIB } from "../../contract/constants.ts";
import type { ObjectRange } from "../http/http-range.ts";
import { log, serializeError } from "../log.ts";
import { inBackground } from "../request-scope.ts";
import { type ObjectRecord, openObject, readThrough, UnreadableObject } from "./stored-object.ts";

/** Bytes in memory, or a range of an object. */
export type Piece = Uint8Array | ObjectRange;

/**
 * Not every runtime applies backpressure to an object's body: for a slow client it would buffer the whole object. So
 * an object is read in windows of this length, in bytes. One read is always ahead of the one being sent, so a slow
 * client holds two.
 */
export const WINDOW = 16 * MIB;
/**
 * Opening a window costs as much as sending 3 MiB, so a window is as long as what the client takes in this time, in
 * ms.
 */
const WINDOW_MS = 250;
const MAX_WINDOW = 128 * MIB;
/** Shorter ranges are read into memory, in bytes: piping one costs as much as its read. */
const SMALL = 256 * KIB;
/** Bytes in memory are joined to writes of this length, for the same reason. */
const WRITE_SIZE = MIB;
/** The platform allows six reads to wait for their headers at a time. */
const PARALLEL_READS = 6;

type Pipe = {
	range: ObjectRange;
	record: ObjectRecord;
	body: Promise<ReadableStream>;
	/** bytes that were already read from the body */
	head?: Uint8Array;
};
type SmallRead = { bytes: Promise<Uint8Array> };
type Read = SmallRead | Pipe;
type Step = Uint8Array | Read;

const isRead = (step: Step): step is Read => !(step instanceof Uint8Array);

type Options = {
	/** returns the database record of the object under a key */
	recordOf: (key: string) => ObjectRecord;
	/**
	 * called with the reason when the bytes end early: an `UnreadableObject`, or a client that disconnected
	 */
	broken: (reason: unknown) => void;
};

/**
 * Opens a range like `openObject`, and once more if the store fails, as it does for single requests (R2's internal
 * error 10001). Missing or different objects are not retried. @throws UnreadableObject
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

/** Reads a short range into memory. @throws UnreadableObject */
async function readSmall(
	files: R2Bucket,
	range: ObjectRange,
	record: ObjectRecord,
): Promise<Uint8Array> {
	const body = await openTwice(files, range, record);
	const bytes = await new Response(body).bytes().catch((cause: unknown) => {
		throw new UnreadableObject(range, "unreadable", { cause });
	});
	if (bytes.length !== range.length)
		throw new UnreadableObject(range, "unreadable", {
			expected: range.length,
			found: bytes.length,
		});
	return bytes;
}

/** Reads in order, ahead of what is being sent: several short ranges, or one window. */
class ReadAheadQueue {
	readonly #files: R2Bucket;
	readonly #recordOf: Options["recordOf"];
	readonly #windows: Iterator<Piece>;
	readonly #queue: Step[] = [];
	#window = WINDOW;

	constructor(files: R2Bucket, pieces: Iterable<Piece>, recordOf: Options["recordOf"]) {
		this.#files = files;
		this.#recordOf = recordOf;
		this.#windows = this.#windowsOf(pieces);
	}

	*#windowsOf(pieces: Iterable<Piece>): Generator<Piece> {
		for (const piece of pieces) {
			if (piece instanceof Uint8Array) {
				yield piece;
				continue;
			}
			for (let at = 0, length = 0; at < piece.length; at += length) {
				length = Math.min(this.#window, piece.length - at);
				yield { key: piece.key, offset: piece.offset + at, length };
			}
		}
	}

	/** Starts the reads that should be ahead. */
	ahead(): void {
		const reads = this.#queue.filter(isRead);
		let count = reads.length;
		let isPiping = reads.some((step) => "body" in step);
		while (!isPiping && count < PARALLEL_READS) {
			const { value: window, done } = this.#windows.next();
			if (done) return;
			if (window instanceof Uint8Array) {
				this.#queue.push(window);
				continue;
			}
			const step = this.#begin(window);
			this.#queue.push(step);
			isPiping = "body" in step;
			count++;
		}
	}

	#begin(range: ObjectRange): SmallRead | Pipe {
		const record = this.#recordOf(range.key);
		// A failure is reported when the read is awaited; until then it must not count as unhandled.
		if (range.length <= SMALL) {
			const bytes = readSmall(this.#files, range, record);
			bytes.catch(() => {});
			return { bytes };
		}
		const body = openTwice(this.#files, range, record);
		body.catch(() => {});
		return { range, record, body };
	}

	/** Waits for the first bytes of the first read, which are sent with it. @throws UnreadableObject */
	async probe(): Promise<void> {
		this.ahead();
		const first = this.#queue.find(isRead);
		if (!first) return;
		if ("bytes" in first) {
			await first.bytes;
			return;
		}
		const reader = (await first.body).getReader();
		try {
			const { value } = await reader.read();
			first.head = value;
		} catch (cause) {
			throw new UnreadableObject(first.range, "unreadable", { cause });
		} finally {
			reader.releaseLock();
		}
	}

	next(): Step | undefined {
		this.ahead();
		return this.#queue.shift();
	}

	/** Chooses the length of the next window by how long the client took for one. */
	noteSent({ length }: ObjectRange, ms: number): void {
		if (length < WINDOW) return;
		const taken = Math.floor((length * WINDOW_MS) / ms);
		this.#window = Math.min(Math.max(taken, WINDOW), MAX_WINDOW);
	}

	async cancel(reason: unknown): Promise<void> {
		const cancelled = this.#queue
			.splice(0)
			.map(async (step) => isRead(step) && "body" in step && (await step.body).cancel(reason));
		await Promise.allSettled(cancelled);
	}
}

/** Joins short pieces of bytes to long writes. */
class JoiningWriter {
	readonly #writable: WritableStream<Uint8Array>;
	#parts: Uint8Array[] = [];
	#size = 0;

	constructor(writable: WritableStream<Uint8Array>) {
		this.#writable = writable;
	}

	async write(bytes: Uint8Array): Promise<void> {
		this.#parts.push(bytes);
		this.#size += bytes.length;
		if (this.#size >= WRITE_SIZE) await this.flush();
	}

	async flush(): Promise<void> {
		if (this.#size === 0) return;
		const writer = this.#writable.getWriter();
		await writer.write(Buffer.concat(this.#parts));
		writer.releaseLock();
		this.#parts = [];
		this.#size = 0;
	}
}

/**
 * Sends one read. If the pipe fails, a failure of the store looks like a client that disconnected, so the range is
 * read once more, and discarded. @throws UnreadableObject when that fails as well, else what the pipe failed with.
 */
async function pipe(
	files: R2Bucket,
	{ range, record, body }: Pipe,
	writable: WritableStream<Uint8Array>,
): Promise<void> {
	const stream = await body;
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
	const writer = new JoiningWriter(writable);
	for (let step = readAhead.next(); step !== undefined; step = readAhead.next()) {
		if (step instanceof Uint8Array) {
			await writer.write(step);
		} else if ("bytes" in step) {
			await writer.write(await step.bytes);
		} else {
			if (step.head) await writer.write(step.head);
			await writer.flush();
			await step.body;
			readAhead.ahead();
			const began = Date.now();
			await pipe(files, step, writable);
			readAhead.noteSent(step.range, Date.now() - began);
		}
	}
	await writer.flush();
	await writable.close();
}

/**
 * Returns a response body of known length that joins the pieces. Every object is compared with its record before a
 * byte of it is sent, and a read that the store refuses is repeated once. The first bytes of the first object are
 * awaited, so that a missing one is an error before the response begins; a later failure aborts the body: the client
 * sees a failed download, never a short one. `broken` is called in both cases, and when a client disconnects. @throws
 * UnreadableObject when the first object differs from its record.
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
		await readAhead.probe();
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
