import type { PreviewPolicy } from "../../../worker/catalogue/shares/contract/share-fields.ts";
import type { ShareFile } from "../../../worker/catalogue/shares/contract/shares.ts";
import { mediaInWorker } from "../../preview-engine/media/media-in-worker.ts";
import { RemoteOriginal } from "../../preview-engine/original.ts";
import { putRendition } from "./put-rendition.ts";

/** Returns where the clip begins, in ms: at `wantedMs`, or earlier to fit. Throws if that fails. */
export async function replaceClip(
	{ id, originalName: name, size }: ShareFile,
	policy: PreviewPolicy["clip"],
	wantedMs: number,
): Promise<number> {
	const { signal } = new AbortController();
	const original = new RemoteOriginal({ id, name, size }, signal);
	const { renditions, failure } = await mediaInWorker(
		original,
		{ kinds: ["clip"], policy, startMs: wantedMs },
		signal,
	);
	const [clip] = renditions;
	if (!clip) throw new Error(`no clip: ${failure}`);
	await putRendition(null, id, clip, signal);
	return clip.startMs ?? 0;
}
