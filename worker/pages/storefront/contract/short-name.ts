/** In bytes of UTF-8. */
export const LISTED_NAME_BYTES = 60;
const ELLIPSIS = "…";
/** The share of the remaining bytes that comes from the start of the name. */
const START_SHARE = 0.6;

function utf8Bytes(char: string): number {
	const code = char.codePointAt(0) ?? 0;
	if (code < 0x80) return 1;
	if (code < 0x800) return 2;
	return code < 0x10000 ? 3 : 4;
}

/** Returns the first of `chars` that fit into `room` bytes. */
function fitting(chars: readonly string[], room: number): string[] {
	let left = room;
	const end = chars.findIndex((char) => {
		left -= utf8Bytes(char);
		return left < 0;
	});
	return end < 0 ? [...chars] : chars.slice(0, end);
}

/**
 * Shortens an archive entry's name in its middle, so that folder and extension remain visible: a listing must not
 * contain long runs of the archive's own bytes.
 */
export function shortName(name: string): string {
	// Longer names are cut before they are divided into characters.
	const chars = [...name.slice(0, 1000)];
	const all = chars.reduce((sum, char) => sum + utf8Bytes(char), 0);
	if (all <= LISTED_NAME_BYTES && name.length <= 1000) return name;
	const room = LISTED_NAME_BYTES - utf8Bytes(ELLIPSIS);
	const start = fitting(chars, Math.floor(room * START_SHARE));
	const ending = [...name.slice(-LISTED_NAME_BYTES)].reverse();
	const end = fitting(ending, Math.ceil(room * (1 - START_SHARE)) - 1).reverse();
	return `${start.join("")}${ELLIPSIS}${end.join("")}`;
}
