import { MIB } from "../../../../../worker/contract/constants.ts";
import type { PreviewPolicy } from "../../../../../worker/contract/shares.ts";
import { inWorker } from "../in-worker.ts";
import type { Rendition } from "../rendition.ts";
import type { MediaRequest } from "./media.worker.ts";

/** The time limit of a small file, and of the largest; damaged ones may end only by it. ms */
const SHORT_MS = 45_000;
const LONG_MS = 180_000;
const MS_PER_MIB = 1000;

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
	return inWorker<MediaRequest, Rendition[]>(
		() => new Worker(new URL("./media.worker.ts", import.meta.url), { type: "module" }),
		{ file, policy },
		signal,
		Math.min(LONG_MS, SHORT_MS + (file.size / MIB) * MS_PER_MIB),
	);
}
