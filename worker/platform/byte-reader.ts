import { MIB } from "../contract/constants.ts";
import { failure } from "./errors.ts";

/** Bytes the runtime hands over in one go; its own chunks of 4 KiB would cost a call each. */
const CHUNK = 1 * MIB;

/**
 * The bytes of a body in chunks of 1 MiB, the last one shorter. Every chunk has a buffer
 * of its own. Ending the loop early cancels the body. Throws `request.malformed` when the sender
 * breaks off. `expected` bytes, where they are known, keep small bodies from taking large buffers.
 */
export async function* chunksOf(
	body: ReadableStream<Uint8Array>,
	expected = CHUNK,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, void> {
	const size = Math.max(1, Math.min(CHUNK, expected));
	const reader = body.getReader({ mode: "byob" });
	let finished = false;
	try {
		for (;;) {
			const { value, done } = await reader
				.readAtLeast(size, new Uint8Array(size))
				.catch((cause: unknown) => {
					throw failure("request.malformed", { message: "The connection broke off.", cause });
				});
			if (value && value.byteLength > 0) yield value;
			if (done) {
				finished = true;
				return;
			}
		}
	} finally {
		if (!finished) await reader.cancel().catch(() => {});
		reader.releaseLock();
	}
}
