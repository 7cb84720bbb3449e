import { Random } from "../sim/engine/random.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** Numbers that parsers get wrong. */
const EDGES = [
	0, 1, 2, 7, 8, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff,
];
const MAX_BYTES = 256 * 1024;

function joined(...parts: Uint8Array[]): Bytes {
	return new Uint8Array(Buffer.concat(parts)).slice(0, MAX_BYTES);
}

type Mutation = (bytes: Bytes, random: Random, seeds: readonly Bytes[]) => Bytes;

const changed =
	(change: (bytes: Bytes, at: number, random: Random) => void): Mutation =>
	(bytes, random) => {
		const copy = bytes.slice();
		if (copy.length > 0) change(copy, random.between(0, copy.length - 1), random);
		return copy;
	};

function batch(bytes: Bytes, random: Random): [from: number, to: number] {
	const [a, b] = [random.between(0, bytes.length), random.between(0, bytes.length)];
	return [Math.min(a, b), Math.max(a, b)];
}

const MUTATIONS: readonly Mutation[] = [
	changed((copy, at, random) => {
		copy[at] = (copy[at] ?? 0) ^ (1 << random.between(0, 7));
	}),
	changed((copy, at, random) => {
		copy[at] = random.between(0, 255);
	}),
	changed((copy, at, random) => {
		copy[at] = random.one(EDGES) & 0xff;
	}),
	changed((copy, at, random) => {
		const view = new DataView(copy.buffer);
		const [edge, isLittle] = [random.one(EDGES), random.between(0, 1) === 1];
		if (at + 4 <= copy.length && random.between(0, 1)) view.setUint32(at, edge, isLittle);
		else if (at + 2 <= copy.length) view.setUint16(at, edge & 0xffff, isLittle);
	}),
	changed((copy, at, random) => {
		copy.fill(random.one([0, 0xff, 0x20, 0x80]), at, at + random.between(0, 63));
	}),
	(bytes, random) => bytes.slice(0, random.between(0, bytes.length)),
	(bytes, random) => {
		const [from, to] = batch(bytes, random);
		return joined(bytes.subarray(0, from), bytes.subarray(to));
	},
	(bytes, random) => {
		const at = random.between(0, bytes.length);
		const noise = Uint8Array.from({ length: random.between(0, 39) }, () => random.between(0, 255));
		return joined(bytes.subarray(0, at), noise, bytes.subarray(at));
	},
	(bytes, random) => {
		const [from, to] = batch(bytes, random);
		const piece = bytes.subarray(from, Math.min(to, from + 400));
		const times = random.one([1, 2, 20, 600]);
		const repeated = Array.from({ length: times }, () => piece);
		return joined(bytes.subarray(0, to), ...repeated, bytes.subarray(to));
	},
	// Some regular expressions take quadratic time for long runs of one character.
	(bytes, random) => {
		const at = random.between(0, bytes.length);
		const character = random.one([0x20, 0x2e, 0x09, bytes[at] ?? 0]);
		const run = new Uint8Array(random.one([2, 500, 40_000])).fill(character);
		return joined(bytes.subarray(0, at), run, bytes.subarray(at));
	},
	(bytes, random, seeds) => {
		const other = random.one(seeds);
		const [from, to] = batch(other, random);
		const at = random.between(0, bytes.length);
		return joined(bytes.subarray(0, at), other.subarray(from, to), bytes.subarray(at));
	},
];

export function mutated(seeds: readonly Bytes[], seed: number, index: number): Bytes {
	const random = new Random(Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b));
	let bytes = random.one(seeds);
	for (let changes = 1 + random.between(0, 7); changes > 0; changes--)
		bytes = random.one(MUTATIONS)(bytes, random, seeds);
	return bytes;
}
