import type { ComponentType, RefObject } from "react";
import type { PreviewPolicy } from "../../../worker/catalogue/shares/contract/share-fields.ts";
import type { ShareFile } from "../../../worker/catalogue/shares/contract/shares.ts";

/** Passed to the page, since it makes previews. */
export type ClipStart = ComponentType<{
	file: ShareFile;
	policy: PreviewPolicy["clip"];
	media: RefObject<HTMLMediaElement | null>;
}>;

export type OwnTools = { slug: string; policy: PreviewPolicy["clip"]; ClipStart: ClipStart };
