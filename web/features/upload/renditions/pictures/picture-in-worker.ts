import { inWorker } from "../in-worker.ts";
import type { Rendition } from "../rendition.ts";
import type { PictureMaker, PictureRequest, PictureResponse } from "./picture-request.ts";

/** A picture that takes longer has no preview. ms */
const TIMEOUT_MS = 45_000;

function answer(request: PictureRequest, signal: AbortSignal): Promise<PictureResponse> {
	const create = () =>
		request.maker === "heif"
			? new Worker(new URL("./heif.worker.ts", import.meta.url), { type: "module" })
			: new Worker(new URL("./picture.worker.ts", import.meta.url), { type: "module" });
	return inWorker<PictureRequest, PictureResponse>(create, request, signal, TIMEOUT_MS);
}

/**
 * Makes the previews of a picture in a web worker. With the creator's name as `mark` there is a watermarked
 * one. Throws when the file cannot be decoded in time or is too large.
 */
export async function pictureRenditions(
	file: Blob,
	maker: PictureMaker,
	mark: string | null,
	signal: AbortSignal,
): Promise<Rendition[]> {
	const made = await answer({ file, maker, result: { renditions: { mark } } }, signal);
	return "renditions" in made ? made.renditions : [];
}

/** Makes a small picture for the creator's own list, in a web worker; null when there is none. Throws likewise. */
export async function pictureThumbnail(file: Blob, maker: PictureMaker): Promise<Blob | null> {
	const { signal } = new AbortController();
	const made = await answer({ file, maker, result: "thumbnail" }, signal);
	return "thumbnail" in made ? made.thumbnail : null;
}
