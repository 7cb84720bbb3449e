import type { PreviewPolicy } from "../../../../../worker/contract/shares.ts";
import { serve } from "../in-worker.ts";
import type { MadePreviews } from "../rendition.ts";

export type MediaRequest = { file: File; policy: PreviewPolicy["clip"] };

serve(async ({ file, policy }: MediaRequest): Promise<MadePreviews> => {
	// Loaded on demand, so that no later chunk imports this script itself: WebKit would run it again, with
	// a second copy of the media library, in which no encoder is registered.
	const { mediaRenditions } = await import("./media-renditions.ts");
	return mediaRenditions(file, policy);
});
