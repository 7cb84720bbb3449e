import { typeOf } from "../../../../worker/contract/detect-type.ts";
import type { RenditionKind } from "../../../../worker/contract/shares.ts";
import { isPictureMaker } from "./pictures/picture-request.ts";

/** A damaged picture has no example, so the next ones are tried. */
const ATTEMPTS = 3;

export type PreviewExamples = { blur: string; watermark: string };

/** Returns true for files whose previews are pictures of either kind. */
export function isPicture(file: File): boolean {
	const maker = typeOf(file.name)?.preview;
	return (maker === "vector" || isPictureMaker(maker)) && file.size > 0;
}

/**
 * Makes both kinds of preview of the first picture, exactly as they are sent, and returns their URLs,
 * which the caller revokes; null when none can be made.
 */
export async function previewExamples(
	pictures: readonly File[],
	mark: string,
	signal: AbortSignal,
): Promise<PreviewExamples | null> {
	const { PREVIEW_MAKERS } = await import("./make-previews.ts");
	for (const file of pictures.slice(0, ATTEMPTS)) {
		const maker = typeOf(file.name)?.preview;
		if (!maker) continue;
		const shown = { images: "watermark", clip: "30", mark } as const;
		const made = await PREVIEW_MAKERS[maker](file, shown, signal).catch(() => []);
		const body = (kind: RenditionKind) => made.find((one) => one.kind === kind)?.body;
		const [blurred, marked] = [body("image"), body("watermarked")];
		if (blurred && marked)
			return { blur: URL.createObjectURL(blurred), watermark: URL.createObjectURL(marked) };
	}
	return null;
}
