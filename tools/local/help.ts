import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export function helpOf(source: string): string {
	const [, text = ""] = /\/\*\*?\n(.*?)\n? \*\//s.exec(source) ?? [];
	return text.replace(/^ \* ?/gm, "").trim();
}

/** Prints the first comment of the file at `url`, and exits. */
export function helpIfAsked(url: string): void {
	if (!process.argv.slice(2).some((word) => word === "--help" || word === "-h")) return;
	console.log(helpOf(readFileSync(fileURLToPath(url), "utf8")));
	process.exit(0);
}
