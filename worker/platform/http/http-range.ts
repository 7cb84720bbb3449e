/** In bytes; `length` is never 0. */
export type ByteRange = { offset: number; length: number };

export type ObjectRange = ByteRange & { key: string };

const SINGLE_RANGE = /^bytes=(?:(\d+)-(\d*)|-(\d+))$/i;

/**
 * Parses `Range` for an object of `size` bytes. Returns "full" if no range applies: no header, another unit,
 * malformed, or several ranges, which a server may ignore.
 */
export function parseRange(
	header: string | null | undefined,
	size: number,
): ByteRange | "full" | "unsatisfiable" {
	const match = SINGLE_RANGE.exec(header ?? "");
	if (match === null) return "full";
	const [, first, last, suffix] = match;
	if (suffix !== undefined) {
		const length = Math.min(Number(suffix), size);
		if (Number(suffix) === 0) return "unsatisfiable";
		return length === 0 ? "full" : { offset: size - length, length };
	}
	const start = Number(first);
	const end = last ? Number(last) : Number.POSITIVE_INFINITY;
	if (end < start) return "full";
	if (start >= size) return "unsatisfiable";
	return { offset: start, length: Math.min(end, size - 1) - start + 1 };
}
