import type { PreviewPolicy } from "../../../../worker/contract/shares.ts";
import type { Rendition } from "./rendition.ts";

export type MediaRequest = { file: File; policy: PreviewPolicy["clip"] };
export type MediaResponse = { renditions: Rendition[] } | { error: string };

async function renditionsOf({ file, policy }: MediaRequest): Promise<Rendition[]> {
	// Loaded on demand, so that no later chunk imports this script itself: WebKit would run it again, with
	// a second copy of the media library, in which no encoder is registered.
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
