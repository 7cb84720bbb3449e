/** The last moment of a day in the creator's time zone, as ISO UTC. */
export function endOfDay(day: string): string {
	return new Date(`${day}T23:59:59`).toISOString();
}

/** YYYY-MM-DD in the creator's time zone. */
export function localDay(iso: string): string {
	const time = new Date(iso);
	const two = (value: number) => String(value).padStart(2, "0");
	return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}
