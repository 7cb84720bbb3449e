/** The two-sided probability of a standard normal value at least this far from 0 (Abramowitz and Stegun 7.1.26). */
function twoSided(z: number): number {
	const x = Math.abs(z) / Math.SQRT2;
	const t = 1 / (1 + 0.3275911 * x);
	const series =
		t *
		(0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
	return Math.min(1, series * Math.exp(-x * x));
}

/**
 * Returns the probability that two samples of one distribution differ at least as much as these (Mann–Whitney,
 * normal approximation with correction for ties).
 */
export function mannWhitney(one: readonly number[], other: readonly number[]): number {
	const all = [
		...one.map((value) => ({ value, isOne: true })),
		...other.map((value) => ({ value, isOne: false })),
	].toSorted((a, b) => a.value - b.value);
	let rankSum = 0;
	let ties = 0;
	for (let from = 0; from < all.length; ) {
		let to = from + 1;
		while (to < all.length && all[to]?.value === all[from]?.value) to++;
		const rank = (from + 1 + to) / 2;
		rankSum += rank * all.slice(from, to).filter(({ isOne }) => isOne).length;
		ties += (to - from) ** 3 - (to - from);
		from = to;
	}
	const [n, m] = [one.length, other.length];
	const mean = (n * (n + m + 1)) / 2;
	const variance = ((n * m) / 12) * (n + m + 1 - ties / ((n + m) * (n + m - 1)));
	return variance === 0 ? 1 : twoSided((rankSum - mean) / Math.sqrt(variance));
}
