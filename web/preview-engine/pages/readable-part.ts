/** Buyers can read this part of a text or page before payment, always its beginning. */
const READABLE_PART = 1 / 3;
/** A shorter text can't be read at all: one line may be all that is sold. */
const MIN_LINES = 10;
/** Minimum difference of neighbouring pixels at a detail, of 256 levels. */
const DETAIL = 12;
/** Minimum part of a page's height for a picture, or text without gaps, rather than a line. */
const TALL = 1 / 4;
/** Maximum details in a row of a frame, or of lines between columns. */
const FRAME_DETAILS = 16;
/** Maximum part of a page's height left out to end between two lines. */
const LINE = 1 / 8;

export type Raster = { data: Uint8ClampedArray; width: number; height: number };

const letters = (text: string) => text.replaceAll(/\s/g, "").length;

/** At most a third of the lines and letters; `rows` are the wrapped beginning of `lines`. */
export function readableRows(rows: readonly string[], lines: readonly string[]): number {
	const filled = (some: readonly string[]) => some.filter((line) => line.trim() !== "").length;
	const count = Math.max(filled(rows), filled(lines));
	if (count < MIN_LINES) return 0;
	const all = lines.reduce((sum, line) => sum + letters(line), 0);
	let read = 0;
	let readLines = 0;
	for (const [at, row] of rows.entries()) {
		read += letters(row);
		readLines += row.trim() === "" ? 0 : 1;
		if (read > all * READABLE_PART || readLines > count * READABLE_PART) return at;
	}
	return rows.length;
}

export function detailsOf({ data, width, height }: Raster): Uint32Array {
	const differs = (at: number) => Math.abs((data[at] ?? 0) - (data[at - 4] ?? 0)) > DETAIL;
	const details = new Uint32Array(height);
	for (let y = 0; y < height; y++)
		for (let x = 1; x < width; x++) {
			const at = 4 * (y * width + x);
			if (differs(at) || differs(at + 1) || differs(at + 2)) details[y] = (details[y] ?? 0) + 1;
		}
	return details;
}

export function isPlain({ data }: Raster): boolean {
	return data.every((level, at) => Math.abs(level - (data[at & 3] ?? 0)) <= DETAIL);
}

/**
 * Returns the readable pixels from the top of the first page: at most a third of the details of all
 * `pages` (by row), ending between two lines. 0 if there are only a few lines.
 */
export function readableHeight(pages: readonly Uint32Array[]): number {
	const [page = new Uint32Array()] = pages;
	const sum = (rows: Uint32Array) => rows.reduce((total, details) => total + details, 0);
	const here = sum(page);
	const limit = pages.reduce((total, rows) => total + sum(rows), 0) * READABLE_PART;
	const bands = pages.flatMap(bandsOf);
	if (bands.length < MIN_LINES && bands.every((band) => band < page.length * TALL)) return 0;
	if (here <= limit) return page.length;
	const first = page.findIndex((details) => details > 0);
	const last = page.findLastIndex((details) => details > 0);
	const lowest = first + (last - first) * (limit / here);
	let end = 0;
	let read = page[0] ?? 0;
	while (end < lowest && read <= limit) {
		end++;
		read += page[end] ?? 0;
	}
	let between = end;
	for (let y = end; y >= Math.max(0, end - page.length * LINE); y--)
		if ((page[y] ?? 0) < (page[between] ?? 0)) between = y;
	return between;
}

/** Returns the heights of a page's blocks between gaps. */
function bandsOf(page: Uint32Array): number[] {
	const first = page.findIndex((details) => details > 0);
	if (first < 0) return [];
	const filled = page.subarray(first, page.findLastIndex((details) => details > 0) + 1);
	// A frame, or lines between columns, cross the gaps.
	const gap = filled.reduce((least, details) => Math.min(least, details), FRAME_DETAILS);
	const bands: number[] = [];
	let height = 0;
	for (const details of [...filled, gap]) {
		if (details > gap) height++;
		else if (height > 0) {
			bands.push(height);
			height = 0;
		}
	}
	return bands;
}

/** Averages squares of at least `edge` pixels, so that nothing finer is left at any scale. */
export function averages({ data, width, height }: Raster, edge: number) {
	const columns = Math.max(1, Math.floor(width / edge));
	const rows = Math.max(1, Math.floor(height / edge));
	const sums = new Float64Array(columns * rows * 4);
	const counts = new Uint32Array(columns * rows);
	for (let y = 0; y < height; y++)
		for (let x = 0; x < width; x++) {
			const row = Math.floor((y * rows) / height);
			const square = row * columns + Math.floor((x * columns) / width);
			counts[square] = (counts[square] ?? 0) + 1;
			for (let channel = 0; channel < 4; channel++) {
				const at = square * 4 + channel;
				sums[at] = (sums[at] ?? 0) + (data[4 * (y * width + x) + channel] ?? 0);
			}
		}
	const averaged = sums.map((total, at) => total / (counts[at >> 2] ?? 1));
	return { data: Uint8ClampedArray.from(averaged), width: columns, height: rows };
}
