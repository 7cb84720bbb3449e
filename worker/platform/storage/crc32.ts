export { crc32 } from "node:zlib";

// Polynomials over GF(2) modulo the CRC's own, in zlib's reflected order: bit 31 is x^0, bit 0 is x^31.
const POLYNOMIAL = 0xedb88320;
const ONE = 0x80000000;

function multiply(a: number, b: number): number {
	let product = 0;
	let shifted = b;
	for (let bit = ONE; bit !== 0; bit >>>= 1) {
		if ((a & bit) !== 0) product ^= shifted;
		shifted = (shifted & 1) !== 0 ? (shifted >>> 1) ^ POLYNOMIAL : shifted >>> 1;
	}
	return product >>> 0;
}

/** SQUARES[k] is x^(2^k). The order of x divides 2^32 - 1, so exponents of two wrap after 32. */
const SQUARES: readonly number[] = (() => {
	const squares = [ONE >>> 1];
	for (let k = 1; k < 32; k++) {
		const last = squares[k - 1] ?? ONE;
		squares.push(multiply(last, last));
	}
	return squares;
})();

/** x^(8·bytes): the effect of appending that many bytes on the CRC before them. */
function shiftBy(bytes: number): number {
	let factor = ONE;
	let rest = bytes;
	for (let k = 3; rest > 0; k++) {
		// Division instead of >>: lengths exceed 32 bits.
		if (rest % 2 === 1) factor = multiply(SQUARES[k % 32] ?? ONE, factor);
		rest = Math.floor(rest / 2);
	}
	return factor;
}

/**
 * Computes the CRC-32 of many parts in order, without reading them again. Runs of equal sizes share one constant,
 * so that thousands of parts cost a few milliseconds.
 */
export function combineCrc32Parts(parts: Iterable<{ crc32: number; size: number }>): number {
	let whole = 0;
	let factor = ONE;
	let factorSize = 0;
	for (const part of parts) {
		if (part.size !== factorSize) {
			factor = shiftBy(part.size);
			factorSize = part.size;
		}
		whole = (multiply(factor, whole) ^ part.crc32) >>> 0;
	}
	return whole;
}
