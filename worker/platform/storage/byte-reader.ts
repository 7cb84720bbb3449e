import { MIB } from "../../contract/constants.ts";
import { failure } from "../errors.ts";

/** Bytes the runtime hands over in one go; its own chunks of 4 KiB would cost a call each. */
const CHUNK = 1 * MIB;

/** Reads a body in chunks of 1 MiB, the last one shorter, into buffers that may be used again. */
export class BodyReader {
	private readonly reader: ReadableStreamBYOBReader;
	private readonly size: number;
	private readonly spare: ArrayBuffer[] = [];

	/** `expected` bytes, where they are known, keep small bodies from taking large buffers. */
	constructor(body: ReadableStream<Uint8Array>, expected = CHUNK) {
		this.reader = body.getReader({ mode: "byob" });
		this.size = Math.max(1, Math.min(CHUNK, expected));
	}

	/** The next chunk, null at the end. Throws `request.malformed` when the sender breaks off. */
	async read(): Promise<Uint8Array<ArrayBuffer> | null> {
		const buffer = this.spare.pop() ?? new ArrayBuffer(this.size);
		try {
			const { value } = await this.reader.readAtLeast(this.size, new Uint8Array(buffer));
			return value && value.byteLength > 0 ? value : null;
		} catch (cause) {
			throw failure("request.malformed", { message: "The connection broke off.", cause });
		}
	}

	/** Gives a chunk's buffer back, once nobody looks at it any more. */
	recycle(chunk: Uint8Array<ArrayBuffer>): void {
		this.spare.push(chunk.buffer);
	}

	/** Stops reading; what is still to come is not wanted. */
	async cancel(): Promise<void> {
		await this.reader.cancel().catch(() => {});
	}
}

/**
 * The bytes of a body in chunks of 1 MiB, the last one shorter, each in a buffer of its own. Ending the
 * loop early cancels the body. Throws `request.malformed` when the sender breaks off.
 */
export async function* chunksOf(
	body: ReadableStream<Uint8Array>,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, void> {
	const reader = new BodyReader(body);
	let finished = false;
	try {
		for (let chunk = await reader.read(); chunk; chunk = await reader.read()) yield chunk;
		finished = true;
	} finally {
		if (!finished) await reader.cancel();
	}
}
