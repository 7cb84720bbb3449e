import type { PreviewPolicy } from "../../../../worker/contract/shares.ts";
import type { MediaRequest, MediaResponse } from "./media.worker.ts";
import type { Rendition } from "./rendition.ts";

/**
 * Creates the clip and poster of a track or film in a web worker: the page stays responsive, and only the
 * worker's own policy allows the WebAssembly of an encoder (web/public/_headers). Throws when the file
 * can't be read, and when `signal` aborts.
 */
export async function mediaInWorker(
	file: File,
	policy: PreviewPolicy["clip"],
	signal: AbortSignal,
): Promise<Rendition[]> {
	signal.throwIfAborted();
	const worker = new Worker(new URL("./media.worker.ts", import.meta.url), { type: "module" });
	const { promise, resolve, reject } = Promise.withResolvers<Rendition[]>();
	const stop = () => reject(signal.reason);
	signal.addEventListener("abort", stop, { once: true });
	worker.addEventListener("message", ({ data }: MessageEvent<MediaResponse>) => {
		if ("renditions" in data) resolve(data.renditions);
		else reject(new Error(data.error));
	});
	worker.addEventListener("error", (event) => reject(new Error(event.message)));
	const request: MediaRequest = { file, policy };
	worker.postMessage(request);
	try {
		return await promise;
	} finally {
		signal.removeEventListener("abort", stop);
		worker.terminate();
	}
}
