/** A `Blob`, or bytes stored elsewhere. */
export type Bytes = Pick<Blob, "size" | "arrayBuffer"> & {
	slice: (start: number, end: number) => Bytes;
};

export async function viewOf(file: Bytes, start: number, end: number): Promise<DataView> {
	return new DataView(await file.slice(start, end).arrayBuffer());
}

/** `end` is exclusive. */
export type ReadRange = (start: number, end: number) => Promise<ArrayBuffer>;

export class RemoteBytes implements Bytes {
	readonly #read: ReadRange;
	readonly #start: number;
	readonly size: number;

	constructor(read: ReadRange, size: number, start = 0) {
		this.#read = read;
		this.#start = start;
		this.size = size;
	}

	slice(start: number, end: number): Bytes {
		const from = Math.min(start, this.size);
		const size = Math.max(0, Math.min(end, this.size) - from);
		return new RemoteBytes(this.#read, size, this.#start + from);
	}

	async arrayBuffer(): Promise<ArrayBuffer> {
		return this.size === 0 ? new ArrayBuffer(0) : this.#read(this.#start, this.#start + this.size);
	}
}

/** Bytes per fetch. */
const LEAST = 256 * 1024;
const MOST = 16 * 1024 * 1024;

/** Combines consecutive small reads into few calls. */
export function readAhead(read: ReadRange, size: number): ReadRange {
	let known = { start: 0, bytes: new ArrayBuffer(0) };
	return async (start, end) => {
		const at = start - known.start;
		if (at >= 0 && end <= known.start + known.bytes.byteLength)
			return known.bytes.slice(at, at + end - start);
		const joined = new Uint8Array(end - start);
		for (let from = start; from < end; from += MOST) {
			const piece = Math.min(MOST, Math.max(LEAST, end - from), size - from);
			known = { start: from, bytes: await read(from, from + piece) };
			joined.set(new Uint8Array(known.bytes).subarray(0, end - from), from - start);
		}
		return joined.buffer;
	};
}
