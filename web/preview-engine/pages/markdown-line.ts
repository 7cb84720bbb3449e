export type SetLine = { text: string; look: "heading" | "headline" | "plain" | "code" };

const FENCE = /^\s*(?:```|~~~)/;

/** Drops marks, pictures and HTML, but no lines: their number decides how much can be read. */
export function setMarkdown(lines: readonly string[]): SetLine[] {
	let isCode = false;
	return lines.map((line) => {
		if (FENCE.test(line)) {
			isCode = !isCode;
			return { text: "", look: "plain" };
		}
		if (isCode) return { text: line, look: "code" };
		const [, marks, heading] = /^ {0,3}(#{1,6})\s+(.*?)\s*#*$/.exec(line) ?? [];
		if (marks && heading)
			return { text: words(heading), look: marks.length === 1 ? "headline" : "heading" };
		if (/^ {0,3}(?:[-*_] *){3,}$/.test(line)) return { text: "", look: "plain" };
		const bulleted = line
			.replace(/^(\s*)[-*+]\s+(?:\[[ x]\]\s+)?/i, "$1•  ")
			.replace(/^\s*>\s?/, "    ");
		return { text: words(bulleted), look: "plain" };
	});
}

const words = (line: string) =>
	line
		.slice(0, 2000)
		.replaceAll(/!\[[^\]]*\]\([^)]*\)/g, "")
		.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
		.replaceAll(/<[^>]*>/g, "")
		.replaceAll(/(\*\*|__|~~|`)(.+?)\1/g, "$2")
		.replaceAll(/(^|\W)[*_](\S(?:.*?\S)?)[*_](?=\W|$)/g, "$1$2");
