import type { ObjectRange } from "./http-range.ts";

/** These bytes, or that range of that object. */
export type Piece = Uint8Array | ObjectRange;

/**
 * An object's body has no backpressure behind it in every runtime: a slow client would make it
 * buffer the whole object. So no read is longer than this, in bytes.
 */
export const WINDOW = 32 * 1024 * 1024;

type Step = Uint8Array | Promise<ReadableStream>;

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

async function read(
	files: R2Bucket,
	{ key, offset, length }: ObjectRange,
): Promise<ReadableStream> {
	const object = await files.get(key, { range: { offset, length } });
	if (object === null) throw new Error(`object ${key} is missing`);
	// R2 answers the whole object to a range beyond its end.
	if (object.size < offset + length) {
		await object.body.cancel();
		throw new Error(`object ${key} has ${object.size} bytes, not ${offset + length}`);
	}
	return object.body;
}

/** Steps in their order; one read is always under way ahead of the one that is being sent. */
class Steps {
	readonly #files: R2Bucket;
	readonly #windows: Iterator<Piece>;
	readonly #queue: Step[] = [];

	constructor(files: R2Bucket, pieces: Iterable<Piece>) {
		this.#files = files;
		this.#windows = windowsOf(pieces);
	}

	/** Begins reads until one is waiting; answers the one that waits, if any is left. */
	ahead(): Promise<ReadableStream> | undefined {
		for (;;) {
			const last = this.#queue.at(-1);
			if (last instanceof Promise) return last;
			const { value: window, done } = this.#windows.next();
			if (done) return undefined;
			if (window instanceof Uint8Array) {
				this.#queue.push(window);
				continue;
			}
			const body = read(this.#files, window);
			// Reported when its turn comes; until then nobody waits for it.
			body.catch(() => {});
			this.#queue.push(body);
		}
	}

	next(): Step | undefined {
		this.ahead();
		return this.#queue.shift();
	}

	/** Lets go of what was read ahead. */
	async cancel(reason: unknown): Promise<void> {
		const bodies = this.#queue.splice(0).filter((step) => step instanceof Promise);
		await Promise.allSettled(bodies.map(async (body) => (await body).cancel(reason)));
	}
}

async function send(steps: Steps, writable: WritableStream<Uint8Array>): Promise<void> {
	for (let step = steps.next(); step !== undefined; step = steps.next()) {
		if (step instanceof Promise) {
			const body = await step;
			steps.ahead();
			// Native on both sides: the runtime moves the bytes, and JavaScript never sees them.
			await body.pipeTo(writable, { preventClose: true });
		} else {
			const writer = writable.getWriter();
			await writer.write(step);
			writer.releaseLock();
		}
	}
	await writable.close();
}

/**
 * A response body of the pieces one after the other, of known length. The first read is awaited, so
 * that a missing object is an error before anything is answered; a later failure aborts the body
 * (the client sees a broken download, never a short one) and is told to `broken`, as is a client
 * that went away. @throws Error when the first object is missing or too short.
 */
export async function windowedBody(
	files: R2Bucket,
	pieces: readonly Piece[],
	broken: (reason: unknown) => void,
): Promise<ReadableStream<Uint8Array>> {
	const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
	const { readable, writable } = new FixedLengthStream(length);
	const steps = new Steps(files, pieces);
	await steps.ahead();
	send(steps, writable).catch(async (reason: unknown) => {
		broken(reason);
		await Promise.allSettled([writable.abort(reason), steps.cancel(reason)]);
	});
	return readable;
}
