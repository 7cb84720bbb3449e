import type { HeaderName } from "../headers.docs.ts";

/** Whole or in ranges, unless the caller has this version. */
export function bytes(type: string, description: string) {
	const content = { types: [type], description };
	return { 200: content, 206: content };
}

export const BYTES_HEADERS: readonly HeaderName[] = [
	"ETag",
	"Accept-Ranges",
	"Content-Range",
	"Content-Disposition",
];
