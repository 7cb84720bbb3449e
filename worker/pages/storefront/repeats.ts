/** The longest pattern that is looked for, in bytes: flat areas of a JPEG repeat one of up to four. */
const MAX_PERIOD = 4;

/** Returns true when some pattern of up to four bytes is repeated over at least `length` bytes. */
export function repeats(bytes: Uint8Array, length: number): boolean {
	for (let period = 1; period <= MAX_PERIOD; period++) {
		let run = period;
		for (let at = period; at < bytes.length; at++) {
			run = bytes[at] === bytes[at - period] ? run + 1 : period;
			if (run >= length) return true;
		}
	}
	return false;
}
