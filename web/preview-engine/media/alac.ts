/** `pb`, `mb` and `kb` tune the lengths of the codes. */
type AlacFormat = {
	frames: number;
	bits: number;
	pb: number;
	mb: number;
	kb: number;
	channels: number;
	hertz: number;
};

const [SINGLE, PAIR, BASS, DATA, FILL, END] = [0, 1, 3, 4, 6, 7];
const MAX_PREFIX = 9;
/** The order that denotes differences to the previous sample. */
const DIFFERENCES = 31;
/** Packets outside this range are never written. */
const FRAMES = { least: 32, most: 16_384 };

/** Null if the 24 bytes make no sense. */
export function alacFormat(bytes: DataView): AlacFormat | null {
	if (bytes.byteLength < 24) return null;
	const format = {
		frames: bytes.getUint32(0),
		bits: bytes.getUint8(5),
		pb: bytes.getUint8(6),
		mb: bytes.getUint8(7),
		kb: bytes.getUint8(8),
		channels: bytes.getUint8(9),
		hertz: bytes.getUint32(20),
	};
	const isFine =
		format.frames >= FRAMES.least &&
		format.frames <= FRAMES.most &&
		format.hertz >= 1000 &&
		format.hertz <= 400_000 &&
		[16, 20, 24, 32].includes(format.bits) &&
		format.kb >= 1 &&
		format.kb <= 30 &&
		[1, 2].includes(format.channels);
	return isFine ? format : null;
}

/** Highest bit first. Throws at the packet's end. */
class Bits {
	readonly #view: DataView;
	#at = 0;

	constructor(bytes: Uint8Array) {
		// Zeros at the end allow reading 32 bits anywhere.
		const padded = new Uint8Array(bytes.length + 8);
		padded.set(bytes);
		this.#view = new DataView(padded.buffer);
	}

	#next(): number {
		const byte = this.#at >> 3;
		const shift = this.#at & 7;
		if (byte + 8 > this.#view.byteLength) throw new Error("a truncated ALAC packet");
		const high = this.#view.getUint32(byte);
		return shift === 0 ? high : (high << shift) | (this.#view.getUint8(byte + 4) >> (8 - shift));
	}

	skip(count: number): void {
		this.#at += count;
	}

	read(count: number): number {
		const bits = count === 0 ? 0 : this.#next() >>> (32 - count);
		this.#at += count;
		return bits;
	}

	readSigned(count: number): number {
		return (this.read(count) << (32 - count)) >> (32 - count);
	}

	align(): void {
		this.#at = (this.#at + 7) & ~7;
	}

	/** A Golomb code: ones worth `most` each, then `width` bits, or one fewer for none. */
	readGolomb(width: number, most: number, fullWidth: number): number {
		const ones = Math.clz32(~this.#next());
		if (ones >= MAX_PREFIX) {
			this.#at += MAX_PREFIX;
			return this.read(fullWidth);
		}
		this.#at += ones + 1;
		if (width === 1) return ones;
		const rest = this.read(width);
		if (rest >= 2) return ones * most + rest - 1;
		this.#at -= 1;
		return ones * most;
	}
}

/** The prediction errors; each code's width follows from those before. */
function readResiduals(
	bits: Bits,
	{ pb, mb, kb }: Pick<AlacFormat, "pb" | "mb" | "kb">,
	count: number,
	width: number,
): Int32Array {
	const residuals = new Int32Array(count);
	let mean = mb;
	let isAfterZeros = 0;
	for (let at = 0; at < count; ) {
		const k = Math.min(31 - Math.clz32((mean >> 9) + 3), kb);
		const number = bits.readGolomb(k, (1 << k) - 1, width) + isAfterZeros;
		residuals[at++] = number & 1 ? -((number + 1) >>> 1) : number >>> 1;
		mean = number - isAfterZeros > 0xffff ? 0xffff : pb * number + mean - ((pb * mean) >> 9);
		isAfterZeros = 0;
		if (mean << 2 >= 512 || at >= count) continue;
		// After several small ones comes the number of zeros.
		const zeroWidth = Math.clz32(mean) - 24 + ((mean + 16) >> 6);
		const most = ((1 << zeroWidth) - 1) & ((1 << kb) - 1);
		const zeros = bits.readGolomb(zeroWidth, most, 16);
		if (zeros > count - at) throw new Error("ALAC with more samples than declared");
		at += zeros;
		isAfterZeros = zeros < 0xffff ? 1 : 0;
		mean = 0;
	}
	return residuals;
}

/** Adds the predictions in place; the factors adapt to every error. */
function addForeseen(
	samples: Int32Array,
	{ factors, shift }: { factors: Int16Array; shift: number },
	bits: number,
): void {
	const order = factors.length;
	const unused = 32 - bits;
	const half = shift > 0 ? 1 << (shift - 1) : 0;
	for (let at = 1; at < samples.length && order > 0; at++) {
		const error = samples[at] ?? 0;
		if (at <= order || order === DIFFERENCES) {
			samples[at] = ((error + (samples[at - 1] ?? 0)) << unused) >> unused;
			continue;
		}
		const base = samples[at - order - 1] ?? 0;
		let sum = 0;
		for (let n = 0; n < order; n++)
			sum = (sum + Math.imul(factors[n] ?? 0, (samples[at - 1 - n] ?? 0) - base)) | 0;
		samples[at] = ((error + base + ((sum + half) >> shift)) << unused) >> unused;
		const sign = Math.sign(error);
		let left = error * sign;
		for (let n = order - 1; n >= 0 && left > 0; n--) {
			const distance = base - (samples[at - 1 - n] ?? 0);
			const step = Math.sign(distance) * sign;
			factors[n] = (factors[n] ?? 0) - step;
			// ALAC rounds downwards, also below zero.
			const part = (Math.abs(distance) * sign) >> shift;
			left -= (order - n) * part * sign;
		}
	}
}

function readElement(bits: Bits, format: AlacFormat, channels: number): Int32Array[] {
	bits.skip(4 + 12);
	const isPartial = bits.read(1) === 1;
	const shifted = bits.read(2) * 8;
	const isPlain = bits.read(1) === 1;
	const count = isPartial ? bits.read(32) >>> 0 : format.frames;
	if (count > format.frames) throw new Error("ALAC with more samples than declared");
	if (isPlain) {
		const plain = Array.from({ length: channels }, () => new Int32Array(count));
		for (let at = 0; at < count; at++)
			for (const samples of plain) samples[at] = bits.readSigned(format.bits) >> (format.bits - 16);
		return plain;
	}
	const width = format.bits - shifted + channels - 1;
	if (width < 1 || width > 32) throw new Error("ALAC of an unknown width");
	const mixShift = bits.read(8);
	const mixFactor = bits.readSigned(8);
	const foreseen = Array.from({ length: channels }, () => {
		const hasDifferences = bits.read(4) !== 0;
		const shift = bits.read(4);
		const pb = (format.pb * bits.read(3)) >> 2;
		const factors = Int16Array.from({ length: bits.read(5) }, () => bits.readSigned(16));
		return { hasDifferences, shift, pb, factors };
	});
	// Skips the bits below the 16 that are kept.
	bits.skip(shifted * count * channels);
	const [first = new Int32Array(0), second] = foreseen.map(({ hasDifferences, pb, ...rest }) => {
		const samples = readResiduals(bits, { ...format, pb }, count, width);
		if (hasDifferences)
			addForeseen(samples, { factors: new Int16Array(DIFFERENCES), shift: 0 }, width);
		addForeseen(samples, rest, width);
		return samples;
	});
	const to16 = (sample: number) => (sample << shifted) >> (format.bits - 16);
	if (!second) return [first.map(to16)];
	const right = second.slice();
	for (let at = 0; at < count; at++) {
		const [sum, difference] = [first[at] ?? 0, second[at] ?? 0];
		if (mixFactor === 0) continue;
		const left = sum + difference - (Math.imul(mixFactor, difference) >> mixShift);
		first[at] = left;
		right[at] = left - difference;
	}
	return [first.map(to16), right.map(to16)];
}

/** Returns interleaved samples of 16 bits, whatever the file's depth. Throws if it is damaged. */
export function alacSamples(packet: Uint8Array, format: AlacFormat): Int16Array {
	const bits = new Bits(packet);
	const channels: Int32Array[] = [];
	while (channels.length < format.channels) {
		const kind = bits.read(3);
		if (kind === SINGLE || kind === BASS) channels.push(...readElement(bits, format, 1));
		else if (kind === PAIR) channels.push(...readElement(bits, format, 2));
		else if (kind === DATA) {
			bits.skip(4);
			const isAligned = bits.read(1) === 1;
			const bytes = bits.read(8);
			const more = bytes === 255 ? bits.read(8) : 0;
			if (isAligned) bits.align();
			bits.skip((bytes + more) * 8);
		} else if (kind === FILL) {
			const bytes = bits.read(4);
			bits.skip((bytes === 15 ? 14 + bits.read(8) : bytes) * 8);
		} else if (kind === END) break;
		else throw new Error("ALAC of an unknown kind");
	}
	const frames = Math.min(...channels.map(({ length }) => length), format.frames);
	const samples = new Int16Array(Number.isFinite(frames) ? frames * format.channels : 0);
	for (const [channel, values] of channels.slice(0, format.channels).entries())
		for (let at = 0; at < frames; at++) samples[at * format.channels + channel] = values[at] ?? 0;
	return samples;
}
