/** Returns the UTC calendar month of `ms` as YYYY-MM. */
export function monthOf(ms: number): string {
	return new Date(ms).toISOString().slice(0, 7);
}

/** Returns the start of the UTC month after the one of `ms`, in ms. */
export function nextMonth(ms: number): number {
	const date = new Date(ms);
	return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}
