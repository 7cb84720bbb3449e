/** The last moment of a day in the creator's time zone, as ISO UTC. */
export function endOfDay(day: string): string {
	return new Date(`${day}T23:59:59`).toISOString();
}

export const minuteOf = (local: string): string => new Date(local).toISOString();

const two = (value: number) => String(value).padStart(2, "0");

export function localDay(iso: string): string {
	const time = new Date(iso);
	return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}

export function localMinute(iso: string): string {
	const time = new Date(iso);
	return `${localDay(iso)}T${two(time.getHours())}:${two(time.getMinutes())}`;
}
