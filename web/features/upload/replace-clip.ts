import type { PreviewPolicy } from "../../../worker/contract/catalogue/share-fields.ts";
import type { ShareFile } from "../../../worker/contract/catalogue/shares.ts";
import { mediaInWorker } from "./renditions/media/media-in-worker.ts";
import { RemoteOriginal } from "./renditions/original.ts";
import { putRendition } from "./renditions/put-rendition.ts";

/**
 * Replaces a published track's or film's clip with one that begins at `wantedMs`, or earlier if it must to
 * fit. Returns where it begins, in ms. Throws ApiFailure if the server refuses it, or the browser can't
 * make it.
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
