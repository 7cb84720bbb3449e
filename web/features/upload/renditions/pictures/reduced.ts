/** Pixels of a picture that is made smaller while it is decoded, so that its size needs no memory. */
export type Reduced = {
	data: Uint8ClampedArray<ArrayBuffer>;
	width: number;
	height: number;
};

/** A picture is decoded in at least this many pixels on its longest edge, if it has them. */
const EDGE = 2048;

/** Returns how many pixels of a picture of this size become one, in each direction. */
export function reductionOf(width: number, height: number): number {
	return Math.max(1, Math.floor(Math.max(width, height) / EDGE));
}

/** Averages one channel of a picture, row by row, over squares of `step` pixels. */
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

	/** Adds a row of the original; `levelAt` returns its values, 0 to 255. */
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

	/** Returns the average level of a pixel. */
	at(index: number): number {
		return (this.sums[index] ?? 0) / (this.columns * this.rows);
	}
}
