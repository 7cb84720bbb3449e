import type { PreviewPolicy } from "../../../../../worker/contract/catalogue/share-fields.ts";
import { RemoteBytes } from "../../../../upload-engine/bytes.ts";
import { serve } from "../in-worker.ts";
import type { MadePreviews } from "../rendition.ts";
import { readThrough } from "./ranges-by-port.ts";

/** A track or film: one that the page has, or one that it reads for the worker, which has no network. */
export type MediaRequest = {
	file: File | { size: number; port: MessagePort };
	policy: PreviewPolicy["clip"];
	/** where the clip begins, in ms: nothing else is made then */
	startMs?: number | undefined;
};

serve(async ({ file, policy, startMs }: MediaRequest): Promise<MadePreviews> => {
	// Loaded on demand, so that no later chunk imports this script itself: WebKit would run it again, with
	// a second copy of the media library, in which no encoder is registered.
	const { mediaRenditions } = await import("./media-renditions.ts");
	const bytes = "port" in file ? new RemoteBytes(readThrough(file.port), file.size) : file;
	return mediaRenditions(bytes, policy, startMs);
});
