import { type ByteRange, parseRange } from "./http-range.ts";

/** `etag` is quoted; `lastModified` is in ms. */
export type Representation = { etag: string; lastModified: number | null; size: number };

export type ConditionalResult =
	| { status: 200 }
	| { status: 206; range: ByteRange }
	| { status: 304 | 412 | 416 };

// Blanks match in only one way; in two, a long run would take quadratic time.
const ENTITY_TAG = /[ \t]*(?:(W\/)?("[\x21\x23-\x7e\x80-\xff]*")[ \t]*)?(?:,|$)/y;

/** Returns an empty list for a malformed header. */
function parseTags(header: string): "any" | { weak: boolean; tag: string }[] {
	if (header.trim() === "*") return "any";
	const tags: { weak: boolean; tag: string }[] = [];
	ENTITY_TAG.lastIndex = 0;
	while (ENTITY_TAG.lastIndex < header.length) {
		const match = ENTITY_TAG.exec(header);
		if (match === null) return [];
		if (match[2] !== undefined) tags.push({ weak: match[1] !== undefined, tag: match[2] });
	}
	return tags;
}

function hasMatch(header: string, etag: string, comparison: "strong" | "weak"): boolean {
	const tags = parseTags(header);
	if (tags === "any") return true;
	const opaque = etag.replace(/^W\//, "");
	return tags.some(({ weak, tag }) =>
		comparison === "weak" ? tag === opaque : !weak && tag === etag,
	);
}

/** Parses an HTTP-date as sent here and by every browser into ms; null for other text. */
export function parseHttpDate(header: string): number | null {
	const time = Date.parse(header);
	return !Number.isNaN(time) && httpDate(time) === header ? time : null;
}

export const httpDate = (ms: number): string => new Date(ms).toUTCString();

/** HTTP dates have a precision of one second. */
function toSecond(ms: number): number {
	return Math.floor(ms / 1000) * 1000;
}

function ifRangeHolds(header: string | null, { etag, lastModified }: Representation): boolean {
	if (header === null) return true;
	if (/^(?:W\/)?"/.test(header)) return !etag.startsWith("W/") && header === etag;
	// The objects behind these responses never change, so an equal date is a strong validator.
	return lastModified !== null && parseHttpDate(header) === toSecond(lastModified);
}

function afterDate(header: string | null, lastModified: number | null): boolean | null {
	const date = header === null || lastModified === null ? null : parseHttpDate(header);
	return date === null || lastModified === null ? null : toSecond(lastModified) > date;
}

/** In the order of RFC 9110 §13.2.2. `Range` is defined for GET only. */
export function evaluate(
	method: string,
	headers: Pick<Headers, "get">,
	representation: Representation,
): ConditionalResult {
	const { etag, lastModified, size } = representation;
	const ifMatch = headers.get("If-Match");
	if (ifMatch !== null) {
		if (!hasMatch(ifMatch, etag, "strong")) return { status: 412 };
	} else if (afterDate(headers.get("If-Unmodified-Since"), lastModified) === true) {
		return { status: 412 };
	}

	const ifNoneMatch = headers.get("If-None-Match");
	if (ifNoneMatch !== null) {
		if (hasMatch(ifNoneMatch, etag, "weak")) return { status: 304 };
	} else if (afterDate(headers.get("If-Modified-Since"), lastModified) === false) {
		return { status: 304 };
	}

	if (method !== "GET" || !ifRangeHolds(headers.get("If-Range"), representation)) {
		return { status: 200 };
	}
	const range = parseRange(headers.get("Range"), size);
	if (range === "full") return { status: 200 };
	return range === "unsatisfiable" ? { status: 416 } : { status: 206, range };
}
