import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { describe, expect, it } from "vitest";
import { ERRORS } from "../../worker/contract/errors.ts";
import { LOCALES } from "../../worker/contract/locales.ts";

type Texts = Record<string, string>;

const web = join(import.meta.dirname, "..");
const read = (path: string): Texts => JSON.parse(readFileSync(join(web, path), "utf8"));
const english = readdirSync(web, { recursive: true, encoding: "utf8" })
	.filter((path) => path.endsWith(".messages.json") && !path.startsWith("locales/"))
	.map((path) => ({ name: basename(path), en: read(path) }));
const others = Object.keys(LOCALES).filter((locale) => locale !== "en");

/** The placeholders, their kinds, and the tags of a message: these must be equal in every language. */
function slots(text: string): string[] {
	const found = new Set(text.match(/<\/?\w+>/g));
	const walk = (tokens: unknown): void => {
		if (!Array.isArray(tokens)) return;
		for (const token of tokens) {
			if (!Array.isArray(token)) continue;
			const [name, kind, forms] = token;
			if (name !== "#") found.add(String(name));
			// A language may need a plural form where another has none, and vice versa.
			if (kind === "plural") for (const form of Object.values(forms)) walk(form);
			else if (kind) found.add(`${name}: ${kind}`);
		}
	};
	walk(compileMessage(text));
	return [...found].sort();
}

describe("catalogues", () => {
	it("are all found", () => {
		expect(english.length).toBeGreaterThan(5);
	});

	it("have unique ids, since they share one namespace", () => {
		const ids = english.flatMap(({ en }) => Object.keys(en));
		expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
	});

	it("are in one folder for each language of the registry", () => {
		expect(readdirSync(join(web, "locales")).sort()).toEqual([...others].sort());
	});

	it.each(others)("have the same files and sentences of the server in %s", (locale) => {
		const files = [...english.map(({ name }) => name), "server-texts.json"];
		expect(readdirSync(join(web, "locales", locale)).sort()).toEqual(files.sort());
		const [first = ""] = others;
		expect(Object.keys(read(`locales/${locale}/server-texts.json`))).toEqual(
			Object.keys(read(`locales/${first}/server-texts.json`)),
		);
	});

	const pairs = others.flatMap((locale) =>
		english.map(({ name, en }) => ({ locale, name, en, texts: read(`locales/${locale}/${name}`) })),
	);
	it.each(pairs)("$name has the same texts and placeholders in $locale", ({ en, texts }) => {
		expect(Object.keys(texts).sort()).toEqual(Object.keys(en).sort());
		for (const [id, text] of Object.entries(en)) {
			expect(texts[id]?.trim(), id).not.toBe("");
			expect(slots(texts[id] ?? ""), id).toEqual(slots(text));
		}
	});

	it.each(others)("translate every sentence of the table of errors into %s", (locale) => {
		const known = read(`locales/${locale}/server-texts.json`);
		const sentences = Object.values(ERRORS).map(([, sentence]) => sentence);
		expect(sentences.filter((sentence) => !Object.hasOwn(known, sentence))).toEqual([]);
	});
});
