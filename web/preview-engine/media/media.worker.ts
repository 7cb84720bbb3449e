import { RemoteBytes } from "../../upload-engine/bytes.ts";
import { serve } from "../in-worker.ts";
import type { MadePreviews } from "../rendition.ts";
import type { RequestedMedia } from "./media-renditions.ts";
import { readThrough } from "./ranges-by-port.ts";

/** `port` reads a remote file through the page, since the worker has no network. */
export type MediaRequest = {
	file: File | { size: number; port: MessagePort };
	wanted: RequestedMedia;
};

serve(async ({ file, wanted }: MediaRequest): Promise<MadePreviews> => {
	// If a later chunk imported this script, WebKit would run it again, with a second copy of the media
	// library that has no encoder.
	const { mediaRenditions } = await import("./media-renditions.ts");
	const bytes = "port" in file ? new RemoteBytes(readThrough(file.port), file.size) : file;
	return mediaRenditions(bytes, wanted);
});
