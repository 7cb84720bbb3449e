import { useState } from "react";

/** Entries of a list that are shown before the rest is collapsed. */
const FIRST = 50;

/** The first entries of a list, and a function that shows the rest, where there is one. */
export function useFirst<T>(
	list: readonly T[],
): [shown: readonly T[], showAll: (() => void) | null] {
	const [isAll, setAll] = useState(false);
	if (isAll || list.length <= FIRST) return [list, null];
	return [list.slice(0, FIRST), () => setAll(true)];
}
