import { createHash, timingSafeEqual } from "node:crypto";

/* The Workers runtime's own streams, for Node. */

const lengths = new WeakMap<ReadableStream, number>();

/** undefined if unknown */
export const lengthOf = (stream: ReadableStream): number | undefined => lengths.get(stream);

function withLength<T extends ReadableStream>(stream: T, length: number): T {
	lengths.set(stream, length);
	return stream;
}

/** Closes only when a reader asks, since it may wait for more bytes than are left. */
function end(source: ReadableByteStreamController): void {
	source.close();
	source.byobRequest?.respond(0);
}

export function streamOf(bytes: Uint8Array, chunk = 65_536): ReadableStream<Uint8Array> {
	let at = 0;
	const stream = new ReadableStream({
		type: "bytes",
		pull(source) {
			if (at < bytes.length) {
				source.enqueue(bytes.slice(at, at + chunk));
				at += chunk;
			} else end(source as ReadableByteStreamController);
		},
	});
	return withLength(stream as ReadableStream<Uint8Array>, bytes.length);
}

export async function bytesOf(stream: ReadableStream): Promise<Uint8Array<ArrayBuffer>> {
	const chunks: Uint8Array[] = [];
	for await (const chunk of stream as unknown as AsyncIterable<Uint8Array>) chunks.push(chunk);
	return new Uint8Array(Buffer.concat(chunks));
}

/** Has no buffer: a write resolves when a reader asks for its bytes. */
export class IdentityTransformStream {
	readonly readable: ReadableStream<Uint8Array>;
	readonly writable: WritableStream<ArrayBuffer | ArrayBufferView>;

	constructor(length?: number) {
		let source: ReadableByteStreamController | undefined;
		let asked = Promise.withResolvers<void>();
		let written = 0;
		const fail = (reason: unknown) => {
			asked.promise.catch(() => {});
			asked.reject(reason);
		};
		const readable = new ReadableStream({
			type: "bytes",
			start: (controller) => {
				source = controller as ReadableByteStreamController;
			},
			pull: () => asked.resolve(),
			cancel: fail,
		});
		this.readable = readable as ReadableStream<Uint8Array>;
		if (length !== undefined) withLength(this.readable, length);
		this.writable = new WritableStream({
			// A write that nobody reads ends with the stream; `abort` alone would wait for it.
			start: ({ signal }) => signal.addEventListener("abort", () => fail(signal.reason)),
			async write(chunk) {
				const bytes = new Uint8Array(
					chunk instanceof ArrayBuffer
						? chunk.slice()
						: chunk.buffer.slice(chunk.byteOffset, chunk.byteOffset + chunk.byteLength),
				);
				written += bytes.length;
				if (length !== undefined && written > length) {
					const error = new TypeError(
						"Attempt to write too many bytes through a FixedLengthStream.",
					);
					source?.error(error);
					throw error;
				}
				if (bytes.length === 0) return;
				await asked.promise;
				asked = Promise.withResolvers();
				source?.enqueue(bytes);
			},
			async close() {
				if (length !== undefined && written < length) {
					const message = "FixedLengthStream did not see all expected bytes before close().";
					source?.error(new TypeError(message));
				} else {
					await asked.promise;
					if (source) end(source);
				}
			},
			abort: (reason) => source?.error(reason),
		});
	}
}

/** The bytes written must be exactly as many. */
export class FixedLengthStream extends IdentityTransformStream {}

export class DigestStream extends WritableStream<ArrayBuffer | ArrayBufferView> {
	readonly digest: Promise<ArrayBuffer>;

	constructor(algorithm: string) {
		const { promise, resolve, reject } = Promise.withResolvers<ArrayBuffer>();
		promise.catch(() => {});
		const hash = createHash(algorithm.replace("-", ""));
		super({
			write: (chunk) =>
				void hash.update(chunk instanceof ArrayBuffer ? Buffer.from(chunk) : (chunk as Uint8Array)),
			close: () => resolve(new Uint8Array(hash.digest()).buffer),
			abort: reject,
		});
		this.digest = promise;
	}
}

/** Returns fewer bytes only at the end. Node's own option `min` fails for request bodies. */
async function readAtLeast(this: ReadableStreamBYOBReader, min: number, view: Uint8Array) {
	let filled = 0;
	let { buffer } = view;
	for (;;) {
		const { done, value } = await this.read(new Uint8Array(buffer, filled));
		if (!value) return { done, value: undefined };
		filled += value.byteLength;
		buffer = value.buffer;
		if (done || filled >= min)
			return { done: done && filled === 0, value: new Uint8Array(buffer, 0, filled) };
	}
}

export function installStreams(): void {
	Object.assign(globalThis, { IdentityTransformStream, FixedLengthStream });
	Object.assign(crypto, { DigestStream });
	Object.assign(crypto.subtle, { timingSafeEqual });
	// Node's own method reads through the event loop, whose order depends on real time.
	Object.assign(Blob.prototype, {
		stream(this: Blob) {
			const { readable, writable } = new FixedLengthStream(this.size);
			const feed = async () => {
				const writer = writable.getWriter();
				await writer.write(await this.arrayBuffer());
				await writer.close();
			};
			feed().catch(() => {});
			return readable;
		},
	});
	Object.assign(ReadableStreamBYOBReader.prototype, { readAtLeast });
}
