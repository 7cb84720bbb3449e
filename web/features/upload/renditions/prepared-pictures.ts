import { typeOf } from "../../../../worker/contract/files/detect-type.ts";
import { isChunkFailure } from "../../../lib/page/chunk-recovery.ts";
import { pictureInWorker } from "./pictures/picture-in-worker.ts";
import { isPictureMaker, type PreparedPicture, type Wanted } from "./pictures/picture-request.ts";
import type { Rendition } from "./rendition.ts";

/** Pictures are decoded completely; a limited number at a time bounds the memory. */
const CONCURRENCY = 2;

type Prepared = {
	mark: string;
	picture: Promise<PreparedPicture>;
	thumbnail?: Promise<string | null>;
};

/** What is made lies outside the memory of the page, and goes with the chosen file. */
const prepared = new WeakMap<File, Prepared>();
let running = 0;
const waiting: (() => void)[] = [];

/** Returns true for files whose previews are pictures of either kind. */
export function isPicture(file: File): boolean {
	const maker = typeOf(file.name)?.preview;
	return file.size > 0 && (maker === "vector" || isPictureMaker(maker));
}

function preparedFor(file: File, mark: string): Prepared {
	const known = prepared.get(file);
	if (known?.mark === mark) return known;
	const made: Prepared = { mark, picture: make(file, { mark }) };
	// Whoever waits for it gets the error too. Without a connection it is tried again.
	made.picture.catch((error: unknown) => isChunkFailure(error) && prepared.delete(file));
	prepared.set(file, made);
	return made;
}

/**
 * Returns everything that is made of a picture, once per file: mostly while the creator still types, so
 * that the upload itself has little to do. Rejects when the picture cannot be decoded.
 */
export function preparedPicture(file: File, mark: string): Promise<PreparedPicture> {
	return preparedFor(file, mark).picture;
}

/** Returns the copy of a picture that buyers see sharp, or none. Rejects when it cannot be decoded. */
export async function sampleOf(file: File): Promise<readonly Rendition[]> {
	return (await make(file, { sample: true })).renditions;
}

/** Returns the URL of a small picture of a file; null where there is none. */
export function thumbnailOf(file: File, mark: string): Promise<string | null> {
	if (!isPicture(file)) return Promise.resolve(null);
	const one = preparedFor(file, mark);
	one.thumbnail ??= one.picture.then(
		({ thumbnail }) => thumbnail && URL.createObjectURL(thumbnail),
		() => null,
	);
	return one.thumbnail;
}

async function make(file: File, wanted: Wanted): Promise<PreparedPicture> {
	if (running >= CONCURRENCY) await new Promise<void>((resolve) => waiting.push(resolve));
	running++;
	try {
		const maker = typeOf(file.name)?.preview;
		if (isPictureMaker(maker)) return await pictureInWorker(file, maker, wanted);
		const { prepareDrawing } = await import("./pictures/prepare-drawing.ts");
		return await prepareDrawing(file, wanted);
	} finally {
		running--;
		waiting.shift()?.();
	}
}
