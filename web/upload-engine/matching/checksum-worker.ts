import { UnreadableFile } from "../transport/failures.ts";
import type { Checksum } from "./crc32.ts";
import type { ChecksumRequest, ChecksumResponse } from "./crc32.worker.ts";

type Waiting = { resolve: (crc32: string) => void; reject: (error: unknown) => void };

export function checksumWorker(): { checksum: Checksum; close: () => void } {
	const worker = new Worker(new URL("./crc32.worker.ts", import.meta.url), { type: "module" });
	const waiting = new Map<number, Waiting>();
	let next = 0;

	worker.addEventListener("message", ({ data }: MessageEvent<ChecksumResponse>) => {
		const asker = waiting.get(data.id);
		waiting.delete(data.id);
		if ("crc32" in data) asker?.resolve(data.crc32);
		else asker?.reject(new UnreadableFile(data.error));
	});
	worker.addEventListener("error", (event) => {
		for (const asker of waiting.values()) asker.reject(new Error(event.message));
		waiting.clear();
	});

	return {
		checksum: (blob) =>
			new Promise((resolve, reject) => {
				const id = next++;
				waiting.set(id, { resolve, reject });
				const request: ChecksumRequest = { id, blob };
				worker.postMessage(request);
			}),
		close: () => worker.terminate(),
	};
}
