import { typeOf } from "../../worker/contract/files/detect-type.ts";
import { isChunkFailure } from "../lib/page/chunk-recovery.ts";
import { inWorker } from "./in-worker.ts";
import {
	isPictureMaker,
	type PictureMaker,
	type PictureRequest,
	type PreparedPicture,
	type Wanted,
} from "./pictures/picture-request.ts";
import type { Rendition } from "./rendition.ts";

/** Bounds the memory, since pictures are decoded whole. */
const CONCURRENCY = 2;

type Prepared = {
	mark: string;
	picture: Promise<PreparedPicture>;
	thumbnail?: Promise<string | null>;
};

/** Released with the chosen file. */
const prepared = new WeakMap<File, Prepared>();
let running = 0;
const waiting: (() => void)[] = [];

export function isPicture(file: File): boolean {
	const maker = typeOf(file.name)?.preview;
	return file.size > 0 && (maker === "vector" || isPictureMaker(maker));
}

function preparedFor(file: File, mark: string): Prepared {
	const known = prepared.get(file);
	if (known?.mark === mark) return known;
	const made: Prepared = { mark, picture: make(file, { mark }) };
	// Callers get the error too. Code that could not be loaded is requested again.
	made.picture.catch((error: unknown) => isChunkFailure(error) && prepared.delete(file));
	prepared.set(file, made);
	return made;
}

/** Once per file, usually while the creator is still typing. Rejects if it can't be decoded. */
export function preparedPicture(file: File, mark: string): Promise<PreparedPicture> {
	return preparedFor(file, mark).picture;
}

/** Rejects if the picture can't be decoded. */
export async function sampleOf(file: File): Promise<readonly Rendition[]> {
	return (await make(file, { sample: true })).renditions;
}

/** Null if there is none. */
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

/** ms; a picture that takes longer gets no preview. */
const TIMEOUT_MS = 45_000;
const never = new AbortController().signal;

function pictureInWorker(
	file: Blob,
	maker: PictureMaker,
	wanted: Wanted,
): Promise<PreparedPicture> {
	const create = () =>
		maker === "heif"
			? new Worker(new URL("./pictures/heif.worker.ts", import.meta.url), { type: "module" })
			: new Worker(new URL("./pictures/picture.worker.ts", import.meta.url), { type: "module" });
	return inWorker<PictureRequest, PreparedPicture>(create, { file, maker, wanted }, never, {
		total: TIMEOUT_MS,
	});
}
