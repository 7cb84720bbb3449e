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

type Look = {
	/** the longest edge in pixels, of an original of this size */
	edge: (width: number, height: number) => number;
	isMarked?: true;
};

/** The renditions of a decoded picture. */
const LOOKS = {
	display: { edge: () => DISPLAY_EDGE },
	sample: { edge: () => SAMPLE_EDGE },
	image: { edge: previewEdge },
	watermarked: { edge: watermarkedEdge, isMarked: true },
} as const satisfies Record<string, Look>;

export type PictureKind = keyof typeof LOOKS;
export const lookOf = (kind: PictureKind): Look => LOOKS[kind];

export type RequestedKinds = { kinds: readonly PictureKind[]; mark: string };
export type PictureRequest = { file: Blob; maker: PictureMaker; wanted: RequestedKinds };
