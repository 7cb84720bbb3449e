import type { FileTags } from "../../../worker/catalogue/shares/contract/shares.ts";
import type { Rendition } from "../rendition.ts";

const SFNT = ["\0\x01\0\0", "OTTO", "true"];
/** Names of the family and the style as users know them come before those for old programs. */
const FAMILY = [16, 1];
const STYLE = [17, 2];
const WINDOWS = 3;
const MACINTOSH = 1;
const ENGLISH = 0x409;
const MAX_CHARS = 120;

/** The names and the weight in a TrueType or OpenType font. Null in a WOFF, whose tables are compressed. */
export function fontTags(font: ArrayBuffer): Rendition | null {
	const tags = tagsIn(font);
	return (
		tags && { kind: "tags", body: new Blob([JSON.stringify(tags)], { type: "application/json" }) }
	);
}

function tagsIn(font: ArrayBuffer): FileTags | null {
	try {
		const names = tableOf(font, "name");
		const family = names && nameIn(names, FAMILY);
		if (!family) return null;
		const style = nameIn(names, STYLE);
		const weight = tableOf(font, "OS/2")?.getUint16(4) ?? 0;
		return { family, ...(style && { style }), ...(weight >= 1 && weight <= 1000 && { weight }) };
	} catch {
		// A font can be drawn whose names are damaged.
		return null;
	}
}

function tableOf(font: ArrayBuffer, tag: string): DataView | null {
	const view = new DataView(font);
	if (!SFNT.includes(textOf(view, 0, 4, "latin1"))) return null;
	for (let at = 12; at < 12 + view.getUint16(4) * 16; at += 16)
		if (textOf(view, at, 4, "latin1") === tag)
			return new DataView(font, view.getUint32(at + 8), view.getUint32(at + 12));
	return null;
}

function textOf(view: DataView, at: number, length: number, encoding: string): string {
	return new TextDecoder(encoding).decode(
		new Uint8Array(view.buffer, view.byteOffset + at, length),
	);
}

/** Returns the first of these names, in English where it is there. */
function nameIn(table: DataView, ids: readonly number[]): string | undefined {
	const strings = table.getUint16(4);
	const records = Array.from({ length: table.getUint16(2) }, (_, at) => {
		const [platform = 0, , language, id, length = 0, offset = 0] = [0, 2, 4, 6, 8, 10].map(
			(field) => table.getUint16(6 + at * 12 + field),
		);
		const encoding = platform === MACINTOSH ? "macintosh" : "utf-16be";
		const isEnglish = language === (platform === WINDOWS ? ENGLISH : 0);
		const name = () =>
			textOf(table, strings + offset, length, encoding)
				.trim()
				.slice(0, MAX_CHARS);
		return { id, isEnglish, name };
	});
	for (const id of ids) {
		const named = records.filter((record) => record.id === id);
		const name = (named.find(({ isEnglish }) => isEnglish) ?? named[0])?.name();
		if (name) return name;
	}
	return undefined;
}
