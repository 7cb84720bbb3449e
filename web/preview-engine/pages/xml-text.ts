/** Web workers have no XML parser; tags are enough for a document's first lines. */
const ENTITIES: Readonly<Record<string, string>> = {
	amp: "&",
	lt: "<",
	gt: ">",
	quot: '"',
	apos: "'",
};

export function unescaped(text: string): string {
	return text.replaceAll(
		/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi,
		(all, hex, dec, name) => {
			if (name) return ENTITIES[name] ?? all;
			const code = hex ? Number.parseInt(hex, 16) : Number(dec);
			return code <= 0x10ffff ? String.fromCodePoint(code) : all;
		},
	);
}

/** `becomes` maps tags to text. With `shown`, only text inside that tag counts. */
export function markupLines(
	xml: string,
	becomes: Readonly<Record<string, string>>,
	shown?: string,
): string[] {
	let text = "";
	let isShown = shown === undefined;
	for (const [, tag, plain] of xml.matchAll(/<([^<>]*)>|([^<]+)/g)) {
		if (plain !== undefined) {
			if (isShown) text += unescaped(plain.replaceAll(/\s+/g, " "));
			continue;
		}
		const name = /^\/?[^\s/]+/.exec(tag ?? "")?.[0] ?? "";
		if (shown && name === shown) isShown = !tag?.endsWith("/");
		else if (name === `/${shown}`) isShown = false;
		text += becomes[name] ?? "";
	}
	return text
		.split("\n")
		.map((line) => line.trimEnd())
		.filter((line) => line.trim() !== "");
}

export function attribute(tag: string, name: string): string | undefined {
	const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag);
	const value = found?.[1] ?? found?.[2];
	return value === undefined ? undefined : unescaped(value);
}
