import { crc32, crcText } from "./crc32.ts";

export type ChecksumRequest = { id: number; blob: Blob };
export type ChecksumResponse = { id: number; crc32: string } | { id: number; error: string };

/** Bytes in memory at a time. */
const READ_SIZE = 1024 * 1024;

async function checksum(blob: Blob): Promise<string> {
	let crc = 0;
	for (let at = 0; at < blob.size; at += READ_SIZE) {
		const bytes = await blob.slice(at, at + READ_SIZE).arrayBuffer();
		crc = crc32(new Uint8Array(bytes), crc);
	}
	return crcText(crc);
}

addEventListener("message", async (event: MessageEvent<ChecksumRequest>) => {
	const { id, blob } = event.data;
	const response: ChecksumResponse = await checksum(blob).then(
		(crc) => ({ id, crc32: crc }),
		(error: unknown) => ({ id, error: error instanceof Error ? error.name : String(error) }),
	);
	postMessage(response);
});
