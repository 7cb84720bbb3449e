import { inWorker } from "../in-worker.ts";
import type { PictureMaker, PictureRequest, PreparedPicture, Wanted } from "./picture-request.ts";

/** A picture that takes longer has no preview. ms */
const TIMEOUT_MS = 45_000;
const never = new AbortController().signal;

/**
 * Makes everything of a picture in a web worker. Throws when the file cannot be decoded in time or is too
 * large.
 */
export function pictureInWorker(
	file: Blob,
	maker: PictureMaker,
	wanted: Wanted,
): Promise<PreparedPicture> {
	const create = () =>
		maker === "heif"
			? new Worker(new URL("./heif.worker.ts", import.meta.url), { type: "module" })
			: new Worker(new URL("./picture.worker.ts", import.meta.url), { type: "module" });
	return inWorker<PictureRequest, PreparedPicture>(create, { file, maker, wanted }, never, {
		total: TIMEOUT_MS,
	});
}
