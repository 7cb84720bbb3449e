import { MIB } from "../../../worker/contract/constants.ts";
import { inWorker, StalledError } from "../in-worker.ts";
import type { Original } from "../original.ts";
import type { MadePreviews } from "../rendition.ts";
import type { MediaRequest } from "./media.worker.ts";
import type { RequestedMedia } from "./media-renditions.ts";
import { serveRanges } from "./ranges-by-port.ts";

/** Limits in ms, from a small file to the largest; only they end some damaged files. */
const SHORT_MS = 45_000;
const LONG_MS = 180_000;
const MS_PER_MIB = 1000;
/** ms, for files read over the network. */
const REMOTE_MS = 600_000;
/** ms; a worker that is silent for longer is stuck. */
const SILENCE_MS = 6_000;
const MAX_RESTARTS = 3;

/**
 * Runs in a web worker, whose own policy allows the encoder's WebAssembly (web/public/_headers).
 * The encoder starts a nested worker, and in Firefox about one such start in fifty never returns
 * (docs/previews.md): a silent worker is replaced. Throws if the file can't be read
 * or `signal` aborts.
 */
export async function mediaInWorker(
	file: Original,
	wanted: RequestedMedia,
	signal: AbortSignal,
): Promise<MadePreviews> {
	const total =
		file instanceof File ? Math.min(LONG_MS, SHORT_MS + (file.size / MIB) * MS_PER_MIB) : REMOTE_MS;
	for (let restarts = 0; ; restarts++) {
		// On a slow device the last one may just be busy. A worker without an encoder serves several files.
		const limits = {
			total,
			...(restarts < MAX_RESTARTS && { silence: SILENCE_MS }),
			...(!wanted.kinds.includes("clip") && { pool: "media" }),
		};
		const { port1, port2 } = new MessageChannel();
		if (!(file instanceof File))
			serveRanges(port1, (from, to) => file.slice(from, to).arrayBuffer());
		try {
			return await inWorker<MediaRequest, MadePreviews>(
				() => new Worker(new URL("./media.worker.ts", import.meta.url), { type: "module" }),
				{ file: file instanceof File ? file : { size: file.size, port: port2 }, wanted },
				signal,
				limits,
				file instanceof File ? [] : [port2],
			);
		} catch (error) {
			if (!(error instanceof StalledError)) throw error;
		} finally {
			port1.close();
		}
	}
}
