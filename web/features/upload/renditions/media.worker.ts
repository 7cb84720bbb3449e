import type { PreviewPolicy } from "../../../../worker/contract/shares.ts";
import type { Rendition } from "./rendition.ts";

export type MediaRequest = { file: File; policy: PreviewPolicy["clip"] };
export type MediaResponse = { renditions: Rendition[] } | { error: string };

async function renditionsOf({ file, policy }: MediaRequest): Promise<Rendition[]> {
	// On demand, so that nothing that is loaded later imports this script itself: WebKit would run it anew,
	// with a second copy of the media library, which then knows nothing of a registered encoder.
	const { mediaRenditions } = await import("./media-renditions.ts");
	return mediaRenditions(file, policy);
}

addEventListener("message", async ({ data }: MessageEvent<MediaRequest>) => {
	const response: MediaResponse = await renditionsOf(data).then(
		(renditions) => ({ renditions }),
		(error: unknown) => ({ error: String(error) }),
	);
	postMessage(response);
});
