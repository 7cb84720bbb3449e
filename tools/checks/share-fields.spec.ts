import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../local/processes.ts";

const SOURCES = "{worker,web,packages,tools,locales/de}/**/*.{ts,tsx,json}";
const isOther = (path: string) =>
	/\.(?:test|spec)\.|\/(?:test|e2e|node_modules|dist)\/|^tools\/(?:bench|soak)\//.test(path);

// A field is a row of `SHARE_FIELDS`, a column, a control with its texts, an option of the command line,
// and its behaviour: here its rule, the page's button, and who may download.
test("a field of a share is named in eleven files at most, with one more for each language", () => {
	const places = globSync(SOURCES, { cwd: ROOT }).filter(
		(path) =>
			!isOther(path) &&
			/\b(?:asksAddress|asks_address)\b/.test(readFileSync(join(ROOT, path), "utf8")),
	);
	expect(places).toContain("worker/contract/catalogue/share-fields.ts");
	expect(places.length, places.join("\n")).toBeLessThanOrEqual(11);
});
