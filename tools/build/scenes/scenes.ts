/**
 * The landscapes of the landing page's example share, computed from noise: they are ours, and claim to be nothing
 * but pictures. Coordinates run from 0 to 1 across and down, colours from 0 to 1.
 */
type Colour = readonly [number, number, number];
type Shade = (x: number, y: number) => Colour;
export type Scene = {
	/** pixels */
	readonly width: number;
	readonly height: number;
	readonly shade: Shade;
};

/** A number from 0 to 1 that looks random and is the same for the same two whole numbers. */
function hash(x: number, y: number): number {
	let bits = (Math.imul(x, 374_761_393) + Math.imul(y, 668_265_263)) | 0;
	bits = Math.imul(bits ^ (bits >>> 13), 1_274_126_177);
	return ((bits ^ (bits >>> 16)) >>> 0) / 4_294_967_295;
}

const smooth = (t: number) => t * t * (3 - 2 * t);
const clamp = (t: number) => Math.min(1, Math.max(0, t));
const mixed = (from: number, to: number, t: number) => from + (to - from) * t;
const step = (from: number, to: number, t: number) => smooth(clamp((t - from) / (to - from)));
const mix = (from: Colour, to: Colour, t: number): Colour => [
	mixed(from[0], to[0], t),
	mixed(from[1], to[1], t),
	mixed(from[2], to[2], t),
];
const add = (colour: Colour, light: Colour, t: number): Colour => [
	colour[0] + light[0] * t,
	colour[1] + light[1] * t,
	colour[2] + light[2] * t,
];

function noise(x: number, y: number): number {
	const [left, top] = [Math.floor(x), Math.floor(y)];
	const [across, down] = [smooth(x - left), smooth(y - top)];
	return mixed(
		mixed(hash(left, top), hash(left + 1, top), across),
		mixed(hash(left, top + 1), hash(left + 1, top + 1), across),
		down,
	);
}

/** Noise of several sizes, from 0 to 1. */
function cloud(x: number, y: number, octaves = 5): number {
	let [sum, size, total] = [0, 0.5, 0];
	for (let octave = 0; octave < octaves; octave++) {
		const scale = 2 ** octave;
		sum += size * noise(x * scale + octave * 17.3, y * scale - octave * 9.1);
		total += size;
		size /= 2;
	}
	return sum / total;
}

/** Rock and snow lit from the left, by the slope of noise. */
function slope(x: number, y: number, scale: number): { light: number; snow: number } {
	const at = (dx: number) => cloud((x + dx) * scale, y * scale * 1.4, 6);
	return { light: clamp(0.5 + (at(0.006) - at(-0.006)) * 9), snow: at(0) };
}

/** Repeats what is above the waterline below it, with ripples, and darker. */
const mirrored =
	(waterline: number, shade: Shade, depth: Colour): Shade =>
	(x, y) => {
		if (y < waterline) return shade(x, y);
		const far = (y - waterline) / (1 - waterline);
		const ripple = (cloud(x * 9, y * 130, 3) - 0.5) * (0.012 + far * 0.05);
		const seen = shade(clamp(x + ripple * 0.5), clamp(2 * waterline - y + ripple));
		return mix(seen, depth, 0.22 + far * 0.4);
	};

const STAR: Colour = [0.9, 0.95, 1];

const aurora: Shade = (x, y) => {
	let colour = mix([0.015, 0.03, 0.09], [0.05, 0.16, 0.22], clamp(y * 1.5));
	const cell = [Math.floor(x * 240), Math.floor(y * 150)] as const;
	const star = hash(cell[0], cell[1]);
	if (star > 0.988) {
		const [dx, dy] = [x * 240 - cell[0] - 0.5, y * 150 - cell[1] - 0.5];
		colour = add(colour, STAR, clamp(1 - (dx * dx + dy * dy) * 7) * (star - 0.988) * 80);
	}
	for (const [base, strength, seed] of [
		[0.36, 0.85, 0],
		[0.27, 0.5, 40],
	] as const) {
		const foot = base + (cloud(x * 2.2 + seed, seed, 3) - 0.5) * 0.34;
		const height = 0.1 + 0.22 * cloud(x * 5 + seed, 3, 2);
		const above = foot - y;
		const ray = 0.45 + 0.55 * noise(x * 46 + seed, y * 1.2) * noise(x * 13 + seed, 8);
		const curtain = above > 0 ? Math.exp(-above / height) : Math.exp(above / 0.018);
		const glow = strength * curtain * ray * step(0, 0.12, x) * (0.5 + cloud(x * 3 + seed, 1, 2));
		colour = add(
			colour,
			mix([0.16, 0.95, 0.52], [0.5, 0.25, 0.8], clamp(above * 3.4)),
			glow * 0.75,
		);
	}
	const far = 0.56 - 0.2 * cloud(x * 4.5 + 3, 2) * (0.6 + 0.5 * Math.sin(x * 7 + 1));
	if (y > far) {
		const { light, snow } = slope(x, y, 7);
		const rock = mix([0.02, 0.045, 0.07], [0.2, 0.36, 0.4], light * (0.35 + 0.65 * snow));
		colour = mix(rock, [0.05, 0.14, 0.17], step(far, 0.66, y) * 0.6);
	}
	return colour;
};

const SUN: Colour = [1, 0.78, 0.5];

const fjord: Shade = (x, y) => {
	let colour = mix([0.42, 0.55, 0.72], [0.99, 0.8, 0.62], step(0.02, 0.5, y));
	const veil = cloud(x * 3, y * 11, 5);
	colour = mix(colour, [1, 0.9, 0.82], step(0.48, 0.8, veil) * 0.5);
	const away = Math.hypot((x - 0.54) * 1.2, y - 0.46);
	colour = add(colour, SUN, Math.exp(-away * 7) * 0.55);
	const walls = [
		{ floor: 0.5, rise: 0.3, middle: 0.56, seed: 5, tint: [0.66, 0.63, 0.68] as Colour },
		{ floor: 0.56, rise: 0.75, middle: 0.5, seed: 11, tint: [0.38, 0.42, 0.52] as Colour },
		{ floor: 0.66, rise: 1.5, middle: 0.55, seed: 23, tint: [0.15, 0.2, 0.28] as Colour },
	];
	for (const { floor, rise, middle, seed, tint } of walls) {
		const crest =
			floor - rise * Math.abs(x - middle) ** 1.25 - 0.1 * (cloud(x * 6 + seed, seed) - 0.35);
		if (y < crest) continue;
		const { light, snow } = slope(x, y, 6 + seed / 4);
		const high = step(crest + 0.22, crest, y);
		const rock = mix(mix(tint, [0, 0.01, 0.04], 0.45), tint, light);
		const snowy = mix(rock, add(tint, [0.5, 0.42, 0.4], 1), high * step(0.42, 0.62, snow) * light);
		colour = mix(snowy, [0.95, 0.78, 0.64], step(0.42, 0.62, y) * (seed < 20 ? 0.55 : 0.16));
	}
	return colour;
};

/** How much of a point a line of conifers covers: `size` is a tree's height. */
function conifers(x: number, y: number, ground: number, size: number, seed: number): boolean {
	const spacing = size * 0.3;
	const first = Math.floor(x / spacing) - 2;
	for (let at = first; at <= first + 4; at++) {
		const tall = size * (0.55 + 0.6 * hash(at, seed));
		const stem = (at + hash(at, seed + 1)) * spacing;
		const down = (y - (ground - tall)) / tall;
		if (down < 0) continue;
		const whorl = (down * 13 + hash(at, seed + 2)) % 1;
		const branch = (0.35 + 0.65 * whorl) * (0.75 + 0.5 * noise(x * 900, y * 500));
		if (Math.abs(x - stem) < tall * (0.008 + 0.19 * Math.min(1, down) * branch)) return true;
	}
	return y > ground;
}

const FOG: Colour = [0.83, 0.87, 0.87];

const pines: Shade = (x, y) => {
	let colour = mix([0.7, 0.78, 0.82], FOG, step(0, 0.45, y));
	colour = add(colour, [0.12, 0.1, 0.06], Math.exp(-Math.hypot(x - 0.7, y - 0.2) * 5));
	for (let layer = 0; layer < 6; layer++) {
		const near = layer / 5;
		const ground = 0.34 + near * 0.62 + 0.1 * (cloud(x * 2 + layer * 7, layer, 3) - 0.5);
		const size = 0.1 + near * 0.34;
		if (!conifers(x, y, ground, size, layer * 31)) continue;
		const dark = mix([0.62, 0.72, 0.73], [0.045, 0.1, 0.09], near ** 0.75);
		const mist = step(ground - size * 0.45, ground + 0.12, y) * (0.9 - near * 0.45);
		colour = mix(dark, FOG, mist * (0.55 + 0.6 * (cloud(x * 3, y * 6 + layer, 4) - 0.2)));
	}
	return colour;
};

const ridges: Shade = (x, y) => {
	let colour = mix([0.36, 0.37, 0.55], [1, 0.72, 0.42], step(0, 0.42, y));
	const veil = cloud(x * 2.5 + 4, y * 14, 5);
	colour = mix(colour, [1, 0.6, 0.45], step(0.5, 0.75, veil) * 0.45);
	const away = Math.hypot((x - 0.62) * 0.75, y - 0.37);
	colour = add(colour, [1, 0.8, 0.5], Math.exp(-away * 9) * 0.6);
	colour = mix(colour, [1, 0.96, 0.82], step(0.04, 0.036, away));
	for (let layer = 0; layer < 7; layer++) {
		const near = layer / 6;
		const crest =
			0.4 +
			near * 0.42 -
			(0.07 + near * 0.08) * (cloud(x * (2.4 + near * 2) + layer * 9, layer, 6) - 0.3) * 2;
		if (y < crest) continue;
		const tint = mix([0.93, 0.6, 0.45], [0.09, 0.06, 0.13], near ** 0.7);
		const haze = step(crest, crest + 0.2, y) * (0.6 - near * 0.3);
		const { light } = slope(x, y, 10);
		colour = mix(
			mix(tint, [0.98, 0.7, 0.5], haze),
			mix(tint, [0, 0, 0.02], 0.5),
			(1 - light) * near * 0.35,
		);
	}
	return colour;
};

export const SCENES: Readonly<Record<string, Scene>> = {
	aurora: { width: 960, height: 600, shade: mirrored(0.66, aurora, [0.01, 0.04, 0.06]) },
	fjord: { width: 540, height: 720, shade: mirrored(0.62, fjord, [0.1, 0.17, 0.26]) },
	pines: { width: 540, height: 720, shade: pines },
	ridges: { width: 540, height: 720, shade: ridges },
};

/** A scene's pixels: three bytes each, row by row, with a little grain and darker corners. */
export function pixelsOf({ width, height, shade }: Scene): Uint8Array {
	const pixels = new Uint8Array(width * height * 3);
	for (let row = 0; row < height; row++)
		for (let column = 0; column < width; column++) {
			const [x, y] = [column / width, row / height];
			const corner = 1 - 0.5 * Math.hypot(x - 0.5, y - 0.5) ** 2.4;
			const grain = (hash(column, row) + hash(row + 7, column) - 1) * 0.022;
			shade(x, y).forEach((value, channel) => {
				pixels[(row * width + column) * 3 + channel] = Math.round(
					255 * clamp(value * corner + grain),
				);
			});
		}
	return pixels;
}
