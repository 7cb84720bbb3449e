export type ColourModel = "gray" | "rgb" | "cmyk";

export const CHANNELS: Readonly<Record<ColourModel, number>> = { gray: 1, rgb: 3, cmyk: 4 };

type Rgb = [red: number, green: number, blue: number];

/** Ink on coated paper, 0 to 1 each: Adobe's conversion by the polynomials of pdf.js (Apache-2.0). */
function cmykColour(c: number, m: number, y: number, k: number): Rgb {
	return [
		255 +
			c * (-4.387332 * c + 54.486152 * m + 18.822905 * y + 212.256625 * k - 285.233103) +
			m * (1.714976 * m - 5.609674 * y - 17.873871 * k - 5.497006) +
			y * (-2.521734 * y - 21.248923 * k + 17.511927) +
			k * (-21.861221 * k - 189.481808),
		255 +
			c * (8.841041 * c + 60.118027 * m + 6.871426 * y + 31.1591 * k - 79.297084) +
			m * (-15.310361 * m + 17.575251 * y + 131.352509 * k - 190.94533) +
			y * (4.444339 * y + 9.863286 * k - 24.867416) +
			k * (-20.737325 * k - 187.804537),
		255 +
			c * (0.884252 * c + 8.078678 * m + 30.899783 * y - 0.238832 * k - 14.183577) +
			m * (10.495933 * m + 63.023785 * y + 50.606958 * k - 112.238843) +
			y * (0.03296 * y + 115.603844 * k - 193.582094) +
			k * (-22.338168 * k - 180.12614),
	];
}

export function coloured(model: ColourModel, channels: readonly ReducedChannel[]): Reduced {
	const [first, second, third, fourth] = channels;
	if (!first) throw new Error("a picture without channels");
	const data = new Uint8ClampedArray(first.width * first.height * 4).fill(255);
	const level = (channel: ReducedChannel | undefined, at: number) => channel?.at(at) ?? 0;
	const ink = (channel: ReducedChannel | undefined, at: number) => level(channel, at) / 255;
	const colourAt = {
		gray: (at: number): Rgb => [level(first, at), level(first, at), level(first, at)],
		rgb: (at: number): Rgb => [level(first, at), level(second, at), level(third, at)],
		cmyk: (at: number) =>
			cmykColour(ink(first, at), ink(second, at), ink(third, at), ink(fourth, at)),
	}[model];
	for (let at = 0; at < first.width * first.height; at++) data.set(colourAt(at), at * 4);
	return { data, width: first.width, height: first.height };
}

/** RGBA pixels of a picture that was reduced while being decoded, which saves memory. */
export type Reduced = {
	data: Uint8ClampedArray<ArrayBuffer>;
	width: number;
	height: number;
};

/** The longest edge keeps at least this many pixels. */
const EDGE = 2048;

/** Returns how many pixels become one, in each direction. */
export function reductionOf(width: number, height: number): number {
	return Math.max(1, Math.floor(Math.max(width, height) / EDGE));
}

/** Averages one channel over squares of `step` pixels, row by row. */
export class ReducedChannel {
	readonly width: number;
	readonly height: number;
	private readonly sums: Float32Array;
	private readonly columns: number;
	private readonly rows: number;

	constructor(width: number, height: number, step: number) {
		this.columns = Math.min(step, width);
		this.rows = Math.min(step, height);
		this.width = Math.floor(width / this.columns);
		this.height = Math.floor(height / this.rows);
		this.sums = new Float32Array(this.width * this.height);
	}

	/** `levelAt` returns the row's values, 0 to 255. */
	add(row: number, levelAt: (x: number) => number): void {
		const { columns, width, sums } = this;
		const to = Math.floor(row / this.rows);
		if (to >= this.height) return;
		for (let x = 0; x < width; x++) {
			let sum = 0;
			for (let n = 0; n < columns; n++) sum += levelAt(x * columns + n);
			sums[to * width + x] = (sums[to * width + x] ?? 0) + sum;
		}
	}

	at(index: number): number {
		return (this.sums[index] ?? 0) / (this.columns * this.rows);
	}
}
