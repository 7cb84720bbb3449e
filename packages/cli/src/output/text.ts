/** Control characters, and marks that reverse the order of letters. */
const UNSAFE = /(?![\n\t])\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Removes control characters except line breaks. */
export const safeText = (text: string): string => text.replace(UNSAFE, "");

export const safeLine = (text: string): string => safeText(text).replace(/\s+/g, " ").trim();

/** JSON on one line, control characters escaped. */
export const safeJson = (value: unknown): string =>
	JSON.stringify(value).replace(
		UNSAFE,
		(sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
	);

/** East Asian letters and emoji take two columns, combining marks none. */
function columns(text: string): number {
	let width = 0;
	for (const character of text)
		width += /\p{Mn}|\p{Me}|\u200d|\ufe0f/u.test(character)
			? 0
			: /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u.test(
						character,
					)
				? 2
				: 1;
	return width;
}

/** `right` lists right-aligned columns. */
export function table(
	titles: readonly string[],
	rows: readonly (readonly string[])[],
	right: readonly number[] = [],
): string {
	const clean = rows.map((row) => row.map(safeLine));
	const widths = titles.map((title, at) =>
		Math.max(columns(title), ...clean.map((row) => columns(row[at] ?? ""))),
	);
	const line = (cells: readonly string[]) =>
		cells
			.map((cell, at) => {
				const room = " ".repeat((widths[at] ?? 0) - columns(cell));
				return right.includes(at) ? room + cell : cell + room;
			})
			.join("  ")
			.trimEnd();
	return [line(titles), ...clean.map(line)].join("\n");
}

/** Formats in the local time zone, without seconds. */
export function dateTime(iso: string): string {
	const at = new Date(iso);
	const two = (n: number) => String(n).padStart(2, "0");
	return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** "1:05" or "2:00:09". */
export function duration(seconds: number): string {
	const two = (n: number) => String(n).padStart(2, "0");
	const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
	return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
