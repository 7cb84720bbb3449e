import { KIB, MIB } from "../../contract/constants.ts";
import type { ObjectRange } from "../http/http-range.ts";
import { log, serializeError } from "../log.ts";
import { inBackground } from "../request-scope.ts";
import { type ObjectRecord, openObject, readThrough, UnreadableObject } from "./stored-object.ts";

export type Piece = Uint8Array | ObjectRange;

/**
 * Objects are read in windows of this length, since some runtimes apply no backpressure to an object's body and
 * would buffer the whole for a slow client. One read is always ahead, so a slow client holds two.
 */
export const WINDOW = 16 * MIB;
/** ms; a window lasts as long as the client needs to take it, since opening one costs as much as sending 3 MiB. */
const WINDOW_MS = 250;
const MAX_WINDOW = 128 * MIB;
/** Shorter ranges are read into memory: piping one costs as much as its read. */
const SMALL = 256 * KIB;
/** Bytes in memory are joined to writes of this length. */
const WRITE_SIZE = MIB;
/** The platform's limit of reads that wait for their headers. */
const PARALLEL_READS = 6;

type Pipe = {
	range: ObjectRange;
	record: ObjectRecord;
	body: Promise<ReadableStream>;
	head?: Uint8Array;
};
type SmallRead = { bytes: Promise<Uint8Array> };
type Read = SmallRead | Pipe;
type Step = Uint8Array | Read;

const isRead = (step: Step): step is Read => !(step instanceof Uint8Array);

type Options = {
	recordOf: (key: string) => ObjectRecord;
	/** called when the bytes end early, with an `UnreadableObject` or a client's disconnection */
	broken: (reason: unknown) => void;
};

/** Tries again if the store fails, as it does for single requests (R2's internal error 10001). */
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

/** Reads ahead of the sent bytes: several short ranges, or one window. */
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
		// Failures are reported when the read is awaited.
		if (range.length <= SMALL) {
			const bytes = readSmall(this.#files, range, record);
			bytes.catch(() => {});
			return { bytes };
		}
		const body = openTwice(this.#files, range, record);
		body.catch(() => {});
		return { range, record, body };
	}

	/** Waits for the first bytes, which are sent with their read. Throws `UnreadableObject`. */
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
 * A failure of the store looks like a client that disconnected, so after a failed pipe the range is read again and
 * discarded. Throws `UnreadableObject` if that fails too, else the pipe's error.
 */
async function pipe(
	files: R2Bucket,
	{ range, record, body }: Pipe,
	writable: WritableStream<Uint8Array>,
): Promise<void> {
	const stream = await body;
	try {
		// Native on both sides: the bytes are copied without JavaScript.
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
 * Joins the pieces to a body of known length. Every object is compared with its record before a byte of it is sent,
 * and a read that the store refuses is repeated once. A missing first object is an error before the response; a
 * later failure aborts the body, so the client sees a failed download, never a short one. Throws
 * `UnreadableObject`.
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
