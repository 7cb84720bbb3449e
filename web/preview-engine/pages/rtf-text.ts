const READ_BYTES = 512 * 1024;
const HIDDEN = new Set(
	"fonttbl colortbl stylesheet info pict object themedata listtable header footer headerl headerr footerl footerr footnote generator".split(
		" ",
	),
);
const BREAKS = new Set(["par", "line", "sect", "page", "row"]);
const SIGNS: Readonly<Record<string, string>> = {
	tab: "\t",
	cell: "\t",
	emdash: "—",
	endash: "–",
	bullet: "•",
	"~": "\u00a0",
	lquote: "‘",
	rquote: "’",
	ldblquote: "“",
	rdblquote: "”",
};
const TOKEN = /\\([a-z]+)(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|([^\\{}\r\n]+)/gi;
const WINDOWS = new TextDecoder("windows-1252");

export async function rtfLines(file: Blob): Promise<string[]> {
	const bytes = new Uint8Array(await file.slice(0, READ_BYTES).arrayBuffer());
	const lines = textOf(WINDOWS.decode(bytes)).split("\n");
	return lines.filter((line) => line.trim() !== "");
}

function textOf(source: string): string {
	let text = "";
	/** nesting depth of groups, and the depth from which they are hidden */
	let depth = 0;
	let hiddenFrom = Number.POSITIVE_INFINITY;
	let skipped = 0;
	for (const [, word = "", number, hex, sign, brace, plain] of source.matchAll(TOKEN)) {
		if (brace === "{") depth += 1;
		else if (brace === "}") {
			if (depth === hiddenFrom) hiddenFrom = Number.POSITIVE_INFINITY;
			depth -= 1;
		} else if (HIDDEN.has(word) || sign === "*") hiddenFrom = Math.min(hiddenFrom, depth);
		else if (depth >= hiddenFrom) continue;
		else if (BREAKS.has(word)) text += "\n";
		else if (word === "u") {
			text += String.fromCharCode(Number(number) & 0xffff);
			// A replacement for readers without Unicode follows.
			skipped = 1;
		} else if (SIGNS[word || sign || ""]) text += SIGNS[word || sign || ""];
		else {
			const shown = hex
				? WINDOWS.decode(Uint8Array.of(Number.parseInt(hex, 16)))
				: (plain ?? (sign && "\\{}".includes(sign) ? sign : ""));
			text += shown.slice(skipped);
			if (shown) skipped = 0;
		}
	}
	return text;
}
