/**
 * Writes a small HEIC without an encoder: HEVC blocks of raw pixels (PCM) need hardly any
 * compression.
 */

const BLOCK = 16;

/** Most significant bit first. */
class Bits {
	private readonly bits: number[] = [];

	put(value: number, length: number): this {
		for (let at = length - 1; at >= 0; at--) this.bits.push((value >> at) & 1);
		return this;
	}

	/** Exp-Golomb */
	ue(value: number): this {
		const length = 32 - Math.clz32(value + 1);
		return this.put(0, length - 1).put(value + 1, length);
	}

	se(value: number): this {
		return this.ue(value > 0 ? 2 * value - 1 : -2 * value);
	}

	align(): this {
		while (this.bits.length % 8 !== 0) this.bits.push(0);
		return this;
	}

	trailing(): this {
		return this.put(1, 1).align();
	}

	bytes(): Buffer {
		const out = Buffer.alloc(this.bits.length / 8);
		this.bits.forEach((bit, at) => {
			out[at >> 3] = (out[at >> 3] ?? 0) | (bit << (7 - (at & 7)));
		});
		return out;
	}
}

/** HEVC's arithmetic coder, reduced to blocks of raw pixels. */
class Cabac {
	private low = 0;
	private range = 510;
	private outstanding = 0;
	private isFirst = true;
	private readonly out: Bits;

	constructor(out: Bits) {
		this.out = out;
	}

	private bit(value: number): void {
		if (this.isFirst) this.isFirst = false;
		else this.out.put(value, 1);
		for (; this.outstanding > 0; this.outstanding--) this.out.put(1 - value, 1);
	}

	private renormalise(): void {
		for (; this.range < 256; this.range <<= 1, this.low <<= 1) {
			if (this.low < 256) this.bit(0);
			else if (this.low >= 512) {
				this.low -= 512;
				this.bit(1);
			} else {
				this.low -= 256;
				this.outstanding++;
			}
		}
	}

	/** Encodes the more probable value in a context's initial state. */
	likely(subRange: number): void {
		this.range -= subRange;
		this.renormalise();
	}

	/** Encodes the value that ends arithmetic coding, and flushes. */
	end(): void {
		this.range -= 2;
		this.low += this.range;
		this.range = 2;
		this.renormalise();
		this.bit((this.low >> 9) & 1);
		this.out.put(((this.low >> 7) & 3) | 1, 2);
	}
}

/** No bytes inside a NAL unit may look like the start of another. */
function nal(type: number, payload: Buffer): Buffer {
	const out = [type << 1, 1];
	let zeros = 0;
	for (const byte of payload) {
		if (zeros >= 2 && byte <= 3) {
			out.push(3);
			zeros = 0;
		}
		out.push(byte);
		zeros = byte === 0 ? zeros + 1 : 0;
	}
	return Buffer.from(out);
}

/** Main Still Picture, level 3. */
const profile = (bits: Bits) =>
	bits
		.put(0, 2)
		.put(0, 1)
		.put(3, 5)
		.put(0x1000, 16)
		.put(0, 16)
		.put(0x9000, 16)
		.put(0, 32)
		.put(90, 8);

function parameterSets(width: number, height: number): { vps: Buffer; sps: Buffer; pps: Buffer } {
	const vps = profile(new Bits().put(0, 4).put(3, 2).put(0, 6).put(0, 3).put(1, 1).put(0xffff, 16))
		.put(1, 1)
		.ue(0)
		.ue(0)
		.ue(0)
		.put(0, 6)
		.ue(0)
		.put(0, 1)
		.put(0, 1)
		.trailing();
	const sps = profile(new Bits().put(0, 4).put(0, 3).put(1, 1))
		.ue(0) // id
		.ue(1) // 4:2:0
		.ue(width)
		.ue(height)
		.put(0, 1) // no cropping
		.ue(0)
		.ue(0) // 8 bits
		.ue(4)
		.put(1, 1)
		.ue(0)
		.ue(0)
		.ue(0)
		.ue(0) // blocks of at least 8 …
		.ue(1) // … and at most 16 pixels
		.ue(0)
		.ue(1) // transforms of 4 to 8
		.ue(0)
		.ue(0)
		.put(0, 1) // no scaling lists
		.put(0, 1)
		.put(0, 1)
		.put(1, 1) // plain pixels …
		.put(7, 4)
		.put(7, 4) // … of 8 bits …
		.ue(0)
		.ue(1) // … in blocks of 8 to 16
		.put(1, 1) // unfiltered
		.ue(0)
		.put(0, 1)
		.put(0, 1)
		.put(0, 1)
		.put(0, 1)
		.put(0, 1)
		.trailing();
	const pps = new Bits()
		.ue(0)
		.ue(0)
		.put(0, 2)
		.put(0, 3)
		.put(0, 2)
		.ue(0)
		.ue(0)
		.se(0)
		.put(0, 3)
		.se(0)
		.se(0)
		.put(0, 6) // weights, bypass, tiles, wavefronts
		.put(0, 1)
		.put(1, 1) // deblocking control
		.put(0, 1)
		.put(1, 1) // off
		.put(0, 2)
		.ue(0)
		.put(0, 2)
		.trailing();
	return { vps: nal(32, vps.bytes()), sps: nal(33, sps.bytes()), pps: nal(34, pps.bytes()) };
}

export type Pixel = (x: number, y: number) => readonly [y: number, cb: number, cr: number];

/** A slice per block, so that each starts with the coder's initial state. */
function slice(address: number, addressBits: number, x: number, y: number, pixel: Pixel): Buffer {
	const bits = new Bits()
		.put(address === 0 ? 1 : 0, 1)
		.put(0, 1)
		.ue(0);
	if (address > 0) bits.put(address, addressBits);
	bits.ue(2).se(0).trailing();
	const coder = new Cabac(bits);
	coder.likely(240); // the block is not split
	coder.end(); // plain pixels follow
	bits.align();
	for (let dy = 0; dy < BLOCK; dy++)
		for (let dx = 0; dx < BLOCK; dx++) bits.put(pixel(x + dx, y + dy)[0], 8);
	for (const plane of [1, 2] as const)
		for (let dy = 0; dy < BLOCK; dy += 2)
			for (let dx = 0; dx < BLOCK; dx += 2) bits.put(pixel(x + dx, y + dy)[plane], 8);
	new Cabac(bits).end(); // the slice ends
	return nal(19, bits.align().bytes());
}

const u16 = (value: number) => Buffer.from([value >> 8, value & 255]);
const u32 = (value: number) => Buffer.concat([u16(value >>> 16), u16(value & 0xffff)]);
const text = (value: string) => Buffer.from(value, "latin1");

function box(name: string, ...parts: Buffer[]): Buffer {
	const body = Buffer.concat(parts);
	return Buffer.concat([u32(body.length + 8), text(name), body]);
}
const fullBox = (name: string, version: number, ...parts: Buffer[]) =>
	box(name, u32(version << 24), ...parts);

/** Width and height must be multiples of 16. */
export function heic(width: number, height: number, pixel: Pixel): Buffer {
	const { vps, sps, pps } = parameterSets(width, height);
	const [columns, rows] = [width / BLOCK, height / BLOCK];
	const addressBits = Math.ceil(Math.log2(columns * rows));
	const picture = Buffer.concat(
		Array.from({ length: columns * rows }, (_, address) => {
			const [x, y] = [(address % columns) * BLOCK, Math.floor(address / columns) * BLOCK];
			const unit = slice(address, addressBits, x, y, pixel);
			return Buffer.concat([u32(unit.length), unit]);
		}),
	);
	const set = (type: number, unit: Buffer) =>
		Buffer.concat([Buffer.from([0x80 | type]), u16(1), u16(unit.length), unit]);
	const hvcC = box(
		"hvcC",
		Buffer.from([
			1, 3, 0x10, 0, 0, 0, 0x90, 0, 0, 0, 0, 0, 90, 0xf0, 0, 0xfc, 0xfd, 0xf8, 0xf8, 0, 0, 0x0f, 3,
		]),
		set(32, vps),
		set(33, sps),
		set(34, pps),
	);
	const ftyp = box("ftyp", text("heic"), u32(0), text("mif1heic"));
	const metaOf = (offset: number) =>
		fullBox(
			"meta",
			0,
			fullBox("hdlr", 0, u32(0), text("pict"), Buffer.alloc(13)),
			fullBox("pitm", 0, u16(1)),
			fullBox(
				"iloc",
				0,
				Buffer.from([0x44, 0]),
				u16(1),
				u16(1),
				u16(0),
				u16(1),
				u32(offset),
				u32(picture.length),
			),
			fullBox("iinf", 0, u16(1), fullBox("infe", 2, u16(1), u16(0), text("hvc1"), Buffer.alloc(1))),
			box(
				"iprp",
				box("ipco", hvcC, fullBox("ispe", 0, u32(width), u32(height))),
				fullBox("ipma", 0, u32(1), u16(1), Buffer.from([2, 0x81, 2])),
			),
		);
	const start = ftyp.length + metaOf(0).length + 8;
	return Buffer.concat([ftyp, metaOf(start), box("mdat", picture)]);
}
