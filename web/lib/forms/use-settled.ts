import { useEffect, useState } from "react";

/** Returns a value once it has not changed for `pauseMs`, by default as long as people pause while typing. */
export function useSettled(value: string, pauseMs = 250): string {
	const [settled, setSettled] = useState(value);
	useEffect(() => {
		const timer = setTimeout(() => setSettled(value), pauseMs);
		return () => clearTimeout(timer);
	}, [value, pauseMs]);
	return settled;
}
