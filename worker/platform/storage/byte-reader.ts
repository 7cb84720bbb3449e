import { MIB } from "../../contract/constants.ts";
import { failure } from "../errors.ts";

/** The runtime's own chunks of 4 KiB would cost a call each. */
const CHUNK = 1 * MIB;

/** Reads chunks of 1 MiB, the last one shorter, into buffers that can be reused. */
export class BodyReader {
	private readonly reader: ReadableStreamBYOBReader;
	private readonly size: number;
	private readonly spare: ArrayBuffer[] = [];

	/** `expected` bytes, if known, avoid large buffers for small bodies. */
	constructor(body: ReadableStream<Uint8Array>, expected = CHUNK) {
		this.reader = body.getReader({ mode: "byob" });
		this.size = Math.max(1, Math.min(CHUNK, expected));
	}

	/** Null at the end. Throws `request.malformed` when the sender disconnects. */
	async read(): Promise<Uint8Array<ArrayBuffer> | null> {
		const buffer = this.spare.pop() ?? new ArrayBuffer(this.size);
		try {
			const { value } = await this.reader.readAtLeast(this.size, new Uint8Array(buffer));
			return value && value.byteLength > 0 ? value : null;
		} catch (cause) {
			throw failure("request.malformed", { message: "The connection broke off.", cause });
		}
	}

	recycle(chunk: Uint8Array<ArrayBuffer>): void {
		this.spare.push(chunk.buffer);
	}

	async cancel(): Promise<void> {
		await this.reader.cancel().catch(() => {});
	}
}

/**
 * Yields chunks of 1 MiB, each in its own buffer. Ending the loop early cancels the body. Throws `request.malformed`
 * when the sender disconnects.
 */
export async function* chunksOf(
	body: ReadableStream<Uint8Array>,
	expected?: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, void> {
	const reader = new BodyReader(body, expected);
	let finished = false;
	try {
		for (let chunk = await reader.read(); chunk; chunk = await reader.read()) yield chunk;
		finished = true;
	} finally {
		if (!finished) await reader.cancel();
	}
}
