import { readFileSync } from "node:fs";
import { join } from "node:path";
import { LOCALES } from "../../worker/contract/locales.ts";
import { ROOT } from "../local/processes.ts";

const EMPTY = "const CLOSE = {};";

export function buttonScript(source: string): string {
	if (!source.includes(EMPTY)) throw new Error(`button.js has no "${EMPTY}"`);
	const tags = Object.keys(LOCALES)
		.filter((tag) => tag !== "en")
		.sort((a, b) => b.length - a.length);
	const words = tags.map((tag) => {
		const texts = readFileSync(join(ROOT, "locales", tag, "web.json"), "utf8");
		return [tag.toLowerCase(), JSON.parse(texts).common["common.close"]];
	});
	const table = JSON.stringify(Object.fromEntries(words));
	return source.replace(EMPTY, () => `const CLOSE = ${table};`);
}
