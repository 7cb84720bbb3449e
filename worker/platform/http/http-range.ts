import { trimEndCharacters } from "../trim-end-characters.ts";

/** In bytes; `length` is never 0. */
export type ByteRange = { offset: number; length: number };

export type ObjectRange = ByteRange & { key: string };

const RANGE_SPEC = /^(?:(\d+)-(\d*)|-(\d+))$/;

/**
 * Parses a `Range` header strictly by RFC 9110 §14.2 for an object of `size` bytes. Returns "full" if no range
 * applies: no header, another unit, malformed, or several ranges (a server may ignore those, and R2's own parser
 * would return the whole object for them anyway).
 */
export function parseRange(
	header: string | null | undefined,
	size: number,
): ByteRange | "full" | "unsatisfiable" {
	const set = /^bytes=(.*)$/is.exec(header ?? "")?.[1];
	if (set === undefined) return "full";
	// The list syntax allows empty elements and blanks around commas, so "0-9 ," is one range.
	const specs = set.includes(",")
		? set.split(",").map((spec) => trimEndCharacters(spec.replace(/^[ \t]+/, ""), " \t"))
		: [set];
	const [spec, ...others] = specs.filter((element) => element !== "");
	const match = others.length > 0 || spec === undefined ? null : RANGE_SPEC.exec(spec);
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
