import { typeOf } from "../../../worker/files/contract/detect-type.ts";
import type { PreviewMaker } from "../../../worker/files/contract/file-type.ts";
import {
	DISPLAY_EDGE,
	previewEdge,
	SAMPLE_EDGE,
	watermarkedEdge,
} from "../../../worker/files/previews/contract/previews.ts";

const PICTURE_MAKERS = ["raster", "heif", "tiff", "psd", "raw"] as const satisfies PreviewMaker[];
export type PictureMaker = (typeof PICTURE_MAKERS)[number];

export function isPictureMaker(maker: PreviewMaker | undefined): maker is PictureMaker {
	return PICTURE_MAKERS.some((one) => one === maker);
}

export function isPicture({ name, size }: { name: string; size: number }): boolean {
	const maker = typeOf(name)?.preview;
	return size > 0 && (maker === "vector" || isPictureMaker(maker));
}

/** The longest edges, in pixels, of an original of this size; a share chooses its web editions'. */
const EDGES = {
	display: () => DISPLAY_EDGE,
	web: (_width, _height, webEdge) => webEdge,
	sample: () => SAMPLE_EDGE,
	image: previewEdge,
	watermarked: watermarkedEdge,
} as const satisfies Record<string, (width: number, height: number, webEdge: number) => number>;

/** The renditions of a decoded picture. */
export type PictureKind = keyof typeof EDGES;

export const edgeOf = (
	kind: PictureKind,
	{ webEdge }: RequestedKinds,
	{ width, height }: { width: number; height: number },
): number => EDGES[kind](width, height, webEdge);

export type RequestedKinds = { kinds: readonly PictureKind[]; mark: string; webEdge: number };
export type PictureRequest = { file: Blob; maker: PictureMaker; wanted: RequestedKinds };
