// Controls; direction marks, which can display "gpj.exe" as "exe.jpg"; separators; the byte order mark. Joiners are
// kept, since names in many scripts need them.
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** Returns NFC without invisible characters and lone surrogates. */
export function visibleName(name: string): string {
	return name
		.replace(/\p{Cs}/gu, "\ufffd")
		.replace(UNSEEN, "")
		.normalize("NFC");
}

const encoder = new TextEncoder();

function utf8Length(text: string): number {
	return encoder.encode(text).length;
}

function cut(text: string, limit: number): string {
	const allBytes = encoder.encode(text);
	if (allBytes.length <= limit) return text;
	let end = limit;
	// 10xxxxxx bytes are inside a character.
	while (end > 0 && ((allBytes[end] ?? 0) & 0xc0) === 0x80) end--;
	return new TextDecoder().decode(allBytes.subarray(0, end)).trimEnd();
}

/** Splits "photo.jpg" into ["photo", ".jpg"]. */
export function splitExtension(name: string): [stem: string, extension: string] {
	const dot = name.lastIndexOf(".");
	// Neither a leading dot nor a long suffix begins an extension.
	if (dot <= 0 || name.length - dot > 16) return [name, ""];
	return [name.slice(0, dot), name.slice(dot)];
}

/** Shortens the name to the 255 bytes that file systems allow. */
export function fitName(name: string, suffix = ""): string {
	const [stem, extension] = splitExtension(name);
	const room = 255 - utf8Length(suffix) - utf8Length(extension);
	return `${cut(stem, room)}${suffix}${extension}`;
}
