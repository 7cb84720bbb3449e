import { useEffect, useState } from "react";

/** The value once unchanged for `pauseMs`; the default is a usual pause in typing. */
export function useSettled(value: string, pauseMs = 250): string {
	const [settled, setSettled] = useState(value);
	useEffect(() => {
		const timer = setTimeout(() => setSettled(value), pauseMs);
		return () => clearTimeout(timer);
	}, [value, pauseMs]);
	return settled;
}
