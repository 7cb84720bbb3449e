/** `ratio` is width by height. */
type Shape = { readonly ratio: number };

export type RowGoal = {
	/** the sum of a row's ratios at the height that rows should have */
	target: number;
	/** the smallest sum that fills the width: a row with a smaller one would be taller than a screen */
	min: number;
};

/** Goals by layout, and how many pictures are shown before the rest is collapsed. `narrow` is for phones. */
export const GALLERY = {
	wide: { goal: { target: 2.6, min: 1.4 }, first: 60 },
	narrow: { goal: { target: 1.6, min: 0.8 }, first: 6 },
} as const satisfies Record<string, { goal: RowGoal; first: number }>;

/** Extreme ratios would make unreadable tiles: such pictures get free space around them instead. */
const NARROWEST = 0.5;
const WIDEST = 3;

/** How much a row's height differs from the goal: 0 at the goal, the same for half and for double. */
const badness = (sum: number, target: number) => Math.log(sum / target) ** 2;

/**
 * Arranges pictures, in order, in rows that fill the width, and returns the ratio that each is shown with.
 * Minimizes the total deviation from the goal's height, so a single portrait at the end moves up to its
 * neighbours rather than standing alone.
 */
export function rowsOf<P extends Shape>(
	pictures: readonly P[],
	{ target }: RowGoal,
): { picture: P; ratio: number }[][] {
	const shapes = pictures.map((picture) => ({
		picture,
		ratio: Math.min(WIDEST, Math.max(NARROWEST, picture.ratio)),
	}));
	// best[n]: the least cost of the first n pictures, and where their last row begins
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

/**
 * Returns the part of the width that a row fills: less than 1 if it would otherwise be taller than a
 * screen.
 */
export function widthOf(row: readonly Shape[], { min }: RowGoal): number {
	const sum = row.reduce((total, { ratio }) => total + ratio, 0);
	return Math.min(1, sum / min);
}
