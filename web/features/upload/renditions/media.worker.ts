import type { PreviewPolicy } from "../../../../worker/contract/shares.ts";
import { mediaRenditions } from "./media-renditions.ts";
import type { Rendition } from "./rendition.ts";

export type MediaRequest = { file: File; policy: PreviewPolicy["clip"] };
export type MediaAnswer = { renditions: Rendition[] } | { error: string };

addEventListener("message", async ({ data }: MessageEvent<MediaRequest>) => {
	const answer: MediaAnswer = await mediaRenditions(data.file, data.policy).then(
		(renditions) => ({ renditions }),
		(error: unknown) => ({ error: String(error) }),
	);
	postMessage(answer);
});
