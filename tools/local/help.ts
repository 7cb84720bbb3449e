import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** What a command says about itself: the first block of comment of its file. */
export function helpOf(source: string): string {
	const [, text = ""] = /\/\*\*?\n(.*?)\n? \*\//s.exec(source) ?? [];
	return text.replace(/^ \* ?/gm, "").trim();
}

/** Prints what the command at `url` says about itself, and ends, when that was asked by `--help`. */
export function helpIfAsked(url: string): void {
	if (!process.argv.slice(2).some((word) => word === "--help" || word === "-h")) return;
	console.log(helpOf(readFileSync(fileURLToPath(url), "utf8")));
	process.exit(0);
}
