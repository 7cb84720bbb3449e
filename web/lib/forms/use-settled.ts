import { useEffect, useState } from "react";

/** While somebody types, so many ms. */
const PAUSE_MS = 250;

/** Returns a value once it has not changed for a moment. */
export function useSettled(value: string): string {
	const [settled, setSettled] = useState(value);
	useEffect(() => {
		const timer = setTimeout(() => setSettled(value), PAUSE_MS);
		return () => clearTimeout(timer);
	}, [value]);
	return settled;
}
