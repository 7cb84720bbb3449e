import type { PreviewPolicy } from "../../../worker/contract/catalogue/share-fields.ts";
import type { ShareFile } from "../../../worker/contract/catalogue/shares.ts";
import { mediaInWorker } from "./renditions/media/media-in-worker.ts";
import { RemoteOriginal } from "./renditions/original.ts";
import { putRendition } from "./renditions/put-rendition.ts";

/**
 * Makes a clip that begins at `wantedMs`, or earlier if it must to fit, and returns where, in ms. Throws
 * ApiFailure if the server refuses it, or if the browser can't make it.
 */
export async function replaceClip(
	{ id, originalName: name, size }: ShareFile,
	policy: PreviewPolicy["clip"],
	wantedMs: number,
): Promise<number> {
	const { signal } = new AbortController();
	const original = new RemoteOriginal({ id, name, size }, signal);
	const { renditions, failure } = await mediaInWorker(original, policy, signal, wantedMs);
	const [clip] = renditions;
	if (!clip) throw new Error(`no clip: ${failure}`);
	await putRendition(null, id, clip, signal);
	return clip.startMs ?? 0;
}
