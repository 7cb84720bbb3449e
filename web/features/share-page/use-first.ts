import { useState } from "react";

/** Entries shown before the rest is collapsed. */
const FIRST = 50;

/** Returns the first entries, and a function that shows the rest, if there are more. */
export function useFirst<T>(
	list: readonly T[],
): [shown: readonly T[], showAll: (() => void) | null] {
	const [isAll, setAll] = useState(false);
	if (isAll || list.length <= FIRST) return [list, null];
	return [list.slice(0, FIRST), () => setAll(true)];
}
