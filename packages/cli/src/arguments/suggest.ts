/** Returns how many letters must be added, removed, replaced or swapped with their neighbour to get from one word to the other. */
function distance(from: string, to: string): number {
	const rows = Array.from({ length: from.length + 1 }, (_, i) =>
		Array.from({ length: to.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
	);
	const at = (i: number, j: number) => rows[i]?.[j] ?? 0;
	for (let i = 1; i <= from.length; i++)
		for (let j = 1; j <= to.length; j++) {
			const same = from[i - 1] === to[j - 1] ? 0 : 1;
			let least = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + same);
			if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1])
				least = Math.min(least, at(i - 2, j - 2) + 1);
			const row = rows[i];
			if (row) row[j] = least;
		}
	return at(from.length, to.length);
}

/** Returns the known word that was probably meant; null when none is near. */
export function suggestion(word: string, known: readonly string[]): string | null {
	const most = Math.max(1, Math.floor(word.length / 3));
	const [best] = known
		.map((one) => ({
			one,
			far: one.startsWith(word) && word.length >= 3 ? 1 : distance(word.toLowerCase(), one),
		}))
		.filter(({ far }) => far <= most)
		.sort((a, b) => a.far - b.far);
	return best?.one ?? null;
}
