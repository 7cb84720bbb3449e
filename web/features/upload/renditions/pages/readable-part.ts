/** Of a text or a page only this part can be read before payment, and never more than its beginning. */
const READABLE_PART = 1 / 3;
/** A text of fewer lines can't be read at all: one of them may be all that is sold. */
const MIN_LINES = 10;
/** Neighbouring pixels differ by this much where there is a letter or a detail, in levels of 256. */
const DETAIL = 12;
/** Something this tall is a picture, or text without gaps; a line of letters is less. Part of a page's height. */
const TALL = 1 / 4;
/** As many details has a row of a frame, or of lines between columns, at most. */
const FRAME_DETAILS = 16;
/** How far above its limit the readable part may end, to end between two lines. Part of a page's height. */
const LINE = 1 / 8;

/** Pixels in rows, four values of each, as canvases return them. */
export type Raster = { data: Uint8ClampedArray; width: number; height: number };

const letters = (text: string) => text.replaceAll(/\s/g, "").length;

/**
 * Returns how many of the first `rows` of a text may be read: at most a third of its lines and of its
 * letters. `lines` is the whole text, of which `rows` are the beginning, wrapped.
 */
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

/** Returns how many details each row of a picture has: pixels that differ from the one before. */
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

/** Returns true when all pixels are nearly equal. */
export function isPlain({ data }: Raster): boolean {
	return data.every((level, at) => Math.abs(level - (data[at & 3] ?? 0)) <= DETAIL);
}

/**
 * Returns how many pixels from the top of a document's first page can be read: at most a third of the
 * details of all its `pages`, given as those of each row, ending between two lines. 0 when there are only a
 * few lines.
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

/** The heights of what stands on a page, one above the other, as far as there are gaps. */
function bandsOf(page: Uint32Array): number[] {
	const first = page.findIndex((details) => details > 0);
	if (first < 0) return [];
	const filled = page.subarray(first, page.findLastIndex((details) => details > 0) + 1);
	// A frame, or lines between columns, go on through the gaps.
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

/**
 * Returns the averages of a picture's squares of at least `edge` pixels, one pixel for each: nothing finer
 * is left of it, at whatever scale it is looked at.
 */
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
