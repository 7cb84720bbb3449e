import { typeOf } from "../../../../worker/contract/detect-type.ts";
import { pictureThumbnail } from "./pictures/picture-in-worker.ts";
import { isPictureMaker } from "./pictures/picture-request.ts";

/** Pictures are decoded completely; a limited number at a time bounds the memory. */
const CONCURRENCY = 2;
const MAX_DRAWING = 4 * 1024 * 1024;

const made = new WeakMap<File, Promise<string | null>>();
let running = 0;
const waiting: (() => void)[] = [];

/**
 * Returns the URL of a small picture of an image file; null where there is none. Created once per file.
 */
export function thumbnailOf(file: File): Promise<string | null> {
	let picture = made.get(file);
	if (!picture) {
		picture = make(file).catch(() => null);
		made.set(file, picture);
	}
	return picture;
}

async function make(file: File): Promise<string | null> {
	const type = typeOf(file.name);
	if (type?.family !== "image" || !type.preview || file.size === 0) return null;
	// An SVG is small already, and in an image element it runs no scripts.
	if (type.preview === "vector")
		return file.size > MAX_DRAWING
			? null
			: URL.createObjectURL(new Blob([file], { type: type.mimeType }));
	const maker = type.preview;
	if (!isPictureMaker(maker)) return null;
	if (running >= CONCURRENCY) await new Promise<void>((resolve) => waiting.push(resolve));
	running++;
	try {
		const picture = await pictureThumbnail(file, maker);
		return picture && URL.createObjectURL(picture);
	} finally {
		running--;
		waiting.shift()?.();
	}
}
