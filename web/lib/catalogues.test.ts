import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ERRORS } from "../../worker/contract/errors.ts";
import serverTexts from "./server-texts.es.json";

const web = join(import.meta.dirname, "..");
const catalogues = readdirSync(web, { recursive: true, encoding: "utf8" })
	.filter((path) => path.endsWith(".messages.json") && !path.endsWith(".es.messages.json"))
	.map((path) => {
		const read = (name: string): Record<string, string> =>
			JSON.parse(readFileSync(join(web, name), "utf8"));
		return { path, en: read(path), es: read(path.replace(".messages.", ".es.messages.")) };
	});

/** The placeholders and tags of a message: what must be the same in every language. */
function slots(text: string): string[] {
	const names = text.matchAll(/\{(\w+)|<\/?(\w+)>/g);
	return [...new Set([...names].map((match) => match[1] ?? match[2] ?? ""))]
		.filter((name) => !/^\d+$/.test(name))
		.sort();
}

describe("catalogues", () => {
	it("are all found", () => {
		expect(catalogues.length).toBeGreaterThan(5);
	});

	it("share no id, since they share one space", () => {
		const ids = catalogues.flatMap(({ en }) => Object.keys(en));
		expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
	});

	it.each(catalogues)("$path is complete in Spanish", ({ en, es }) => {
		expect(Object.keys(es).sort()).toEqual(Object.keys(en).sort());
		for (const [id, text] of Object.entries(en)) {
			expect(es[id], id).not.toBe("");
			const inside = text.includes("plural,") ? [] : slots(text);
			if (inside.length > 0) expect(slots(es[id] ?? ""), id).toEqual(inside);
		}
	});

	it("translate every sentence of the table of errors", () => {
		const sentences = Object.values(ERRORS).map(([, sentence]) => sentence);
		expect(sentences.filter((sentence) => !Object.hasOwn(serverTexts, sentence))).toEqual([]);
	});
});
