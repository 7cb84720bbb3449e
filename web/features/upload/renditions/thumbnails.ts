import { typeOf } from "../../../../worker/contract/detect-type.ts";

const EDGE = 320;
/** Photographs are decoded completely; a limited number at a time bounds the memory. */
const CONCURRENCY = 2;
const MAX_BYTES = 100 * 1024 * 1024;

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
	if (type?.family !== "image" || file.size > MAX_BYTES) return null;
	// An SVG is small already, and in an image element it runs no scripts.
	if (type.preview === "vector") return URL.createObjectURL(file);
	if (running >= CONCURRENCY) await new Promise<void>((resolve) => waiting.push(resolve));
	running++;
	try {
		const image = await createImageBitmap(file);
		const scale = Math.min(1, EDGE / Math.max(image.width, image.height));
		const canvas = new OffscreenCanvas(
			Math.max(1, Math.round(image.width * scale)),
			Math.max(1, Math.round(image.height * scale)),
		);
		const context = canvas.getContext("2d");
		if (!context) return null;
		context.imageSmoothingQuality = "high";
		context.drawImage(image, 0, 0, canvas.width, canvas.height);
		image.close();
		return URL.createObjectURL(await canvas.convertToBlob({ type: "image/webp", quality: 0.8 }));
	} finally {
		running--;
		waiting.shift()?.();
	}
}
