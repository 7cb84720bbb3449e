export function monthOf(ms: number): string {
	return new Date(ms).toISOString().slice(0, 7);
}

export function nextMonth(ms: number): number {
	const date = new Date(ms);
	return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}
