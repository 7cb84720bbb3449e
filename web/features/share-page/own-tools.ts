import type { ComponentType, RefObject } from "react";
import type { PreviewPolicy } from "../../../worker/contract/catalogue/share-fields.ts";
import type { ShareFile } from "../../../worker/contract/catalogue/shares.ts";

/** Chooses where the clip of a track or film begins; it makes previews, so the page is given it. */
export type ClipStart = ComponentType<{
	file: ShareFile;
	policy: PreviewPolicy["clip"];
	media: RefObject<HTMLMediaElement | null>;
}>;

export type OwnTools = { slug: string; policy: PreviewPolicy["clip"]; ClipStart: ClipStart };
