/** `ratio` is width by height. */
type Shape = { readonly ratio: number };

export type RowGoal = {
	/** of a row's ratios at the ideal height */
	target: number;
	/** a smaller sum would be taller than a screen */
	min: number;
};

/** `first`: pictures before the rest is collapsed. */
export const GALLERY = {
	wide: { goal: { target: 2.6, min: 1.4 }, first: 60 },
	narrow: { goal: { target: 1.6, min: 0.8 }, first: 6 },
	/** one to a row, for framed pictures on phones */
	single: { goal: { target: 0.5, min: 0.8 }, first: 6 },
} as const satisfies Record<string, { goal: RowGoal; first: number }>;

/** Free space surrounds pictures of extreme ratios. */
const NARROWEST = 0.5;
const WIDEST = 3;

/** 0 at the goal, the same for half and double. */
const badness = (sum: number, target: number) => Math.log(sum / target) ** 2;

/** Fills rows in order with the least total deviation, so that a last portrait isn't alone. */
export function rowsOf<P extends Shape>(
	pictures: readonly P[],
	{ target }: RowGoal,
): { picture: P; ratio: number }[][] {
	const shapes = pictures.map((picture) => ({
		picture,
		ratio: Math.min(WIDEST, Math.max(NARROWEST, picture.ratio)),
	}));
	// best[n]: the least cost of n pictures, and where their last row begins
	const best = [{ cost: 0, from: 0 }];
	for (let end = 1; end <= shapes.length; end++) {
		let found = { cost: Number.POSITIVE_INFINITY, from: end - 1 };
		let sum = 0;
		for (let from = end - 1; from >= 0; from--) {
			sum += shapes[from]?.ratio ?? 0;
			if (sum > target * 2 && from < end - 1) break;
			const cost = (best[from]?.cost ?? 0) + badness(sum, target);
			if (cost < found.cost) found = { cost, from };
		}
		best.push(found);
	}
	const rows: (typeof shapes)[] = [];
	for (let end = shapes.length; end > 0; end = best[end]?.from ?? 0)
		rows.unshift(shapes.slice(best[end]?.from ?? 0, end));
	return rows;
}

/** Rows that the browser skips together while they are out of sight: it tests each such group at every frame. */
export const ROWS_PER_GROUP = 10;

/** Between pictures and rows, in pixels: `gap-2`. */
const GAP = 8;

/** Returns the `contain-intrinsic-block-size` of a group of rows, in units of its container. */
export function heightOf(rows: readonly (readonly Shape[])[], goal: RowGoal): string {
	let widths = 0;
	let gaps = rows.length - 1;
	for (const row of rows) {
		const sum = ratioSum(row);
		widths += widthOf(row, goal) / sum;
		// Those within a row leave less to its pictures.
		gaps -= (row.length - 1) / sum;
	}
	return `auto calc(${widths * 100}cqi + ${gaps * GAP}px)`;
}

export const ratioSum = (row: readonly Shape[]): number =>
	row.reduce((sum, { ratio }) => sum + ratio, 0);

/** Less than 1 if the row would be taller than a screen. */
export const widthOf = (row: readonly Shape[], { min }: RowGoal): number =>
	Math.min(1, ratioSum(row) / min);
