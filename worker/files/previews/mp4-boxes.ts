import { type Cursor, MAX_TAKEN, NotAClip, type ParserSteps } from "./byte-parser.ts";

/** A box's type and where it ends in the file. */
export type Box = { type: string; end: number };

/** Returns the next box before `parentEnd`. Boxes with a 64-bit size or without a size are refused. */
export function* box(cursor: Cursor, parentEnd: number): ParserSteps<Box> {
	if (parentEnd - cursor.at < 8) throw new NotAClip("a piece of a box");
	const header = yield* cursor.take(8);
	const view = viewOf(header);
	const size = view.getUint32(0);
	const end = cursor.at - 8 + size;
	if (size < 8 || end > parentEnd) throw new NotAClip("a box beyond its parent");
	return { type: String.fromCharCode(...header.subarray(4)), end };
}

/** Rows of a table: packets or frames of an hour and a half. */
export const MAX_ROWS = 300_000;
/** Boxes that may occur more than once. */
const REPEATED = ["trak"];

/**
 * Reads every box before `end`: with the reader for its type, or not at all when it is in `passed`. Of
 * two boxes of one type players may use either, so both are refused.
 */
export function* boxes(
	cursor: Cursor,
	end: number,
	readers: Readonly<Record<string, (end: number) => ParserSteps<void>>>,
	passed: readonly string[] = [],
): ParserSteps<void> {
	const seen = new Set<string>();
	while (cursor.at < end) {
		const child = yield* box(cursor, end);
		if (seen.has(child.type) && !REPEATED.includes(child.type)) throw new NotAClip("a box twice");
		seen.add(child.type);
		const read = Object.hasOwn(readers, child.type) ? readers[child.type] : undefined;
		if (read) yield* read(child.end);
		else if (!passed.includes(child.type)) throw new NotAClip("a box that we don't write");
		cursor.skipTo(child.end);
	}
}

/** Returns the first `bytes` of what is left before `end`. */
export function* start(cursor: Cursor, end: number, bytes: number): ParserSteps<DataView> {
	if (end - cursor.at < bytes) throw new NotAClip("too short a box");
	return viewOf(yield* cursor.take(bytes));
}

/** Reads the rows of a table, each `rowBytes` long, which must fill the box. */
export function* rows(
	cursor: Cursor,
	end: number,
	rowBytes: number,
	visit: (view: DataView, at: number, row: number) => void,
	count: number,
): ParserSteps<void> {
	if (count > MAX_ROWS) throw new NotAClip("more packets than a clip has");
	if (count * rowBytes !== end - cursor.at) throw new NotAClip("a table of another length");
	const rowsPerRead = Math.floor(MAX_TAKEN / rowBytes);
	for (let row = 0; row < count; ) {
		const rowCount = Math.min(rowsPerRead, count - row);
		const view = viewOf(yield* cursor.take(rowCount * rowBytes));
		for (let at = 0; at < rowCount; at++) visit(view, at * rowBytes, row + at);
		row += rowCount;
	}
}

function viewOf(bytes: Uint8Array): DataView {
	return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
