import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { describe, expect, it } from "vitest";
import { ERRORS, REASONS } from "../../../worker/contract/errors.ts";
import { ISSUE_TEXTS } from "../../../worker/contract/issue-texts.ts";
import { LOCALES } from "../../../worker/contract/locales.ts";
import { CURRENCY_CODES } from "../../../worker/contract/money.ts";
import { textsOf, UNTRANSLATED } from "../../test/language-texts.ts";
import { CLIENT_ERRORS } from "../server/failure.ts";

type Texts = Record<string, string>;

const web = join(import.meta.dirname, "../..");
const locales = join(web, "../locales");
const read = (path: string) => JSON.parse(readFileSync(join(web, path), "utf8"));
const english = readdirSync(web, { recursive: true, encoding: "utf8" })
	.filter((path) => path.endsWith(".messages.json"))
	.map((path) => ({ name: basename(path, ".messages.json"), en: read(path) as Texts }));
const webTexts = (locale: string): Record<string, Texts> => read(`../locales/${locale}/web.json`);
/** The files of a language other than English. */
const FILES = ["index.ts", "mails.ts", "pages.ts", "server-texts.json", "web.json"];
const others = Object.keys(LOCALES).filter((locale) => locale !== "en");

/** A message's placeholders, their kinds, and its tags: these must be equal in every language. */
function slots(text: string): string[] {
	const found = new Set(text.match(/<\/?\w+>/g));
	const walk = (tokens: unknown): void => {
		if (!Array.isArray(tokens)) return;
		for (const token of tokens) {
			if (!Array.isArray(token)) continue;
			const [name, kind, forms] = token;
			if (name !== "#") found.add(String(name));
			// Plural forms may differ between languages.
			if (kind === "plural") for (const form of Object.values(forms)) walk(form);
			else if (kind) found.add(`${name}: ${kind}`);
		}
	};
	walk(compileMessage(text));
	return [...found].sort();
}

function serverTexts(locale: string): { errors: Texts; fields: Texts } {
	return read(`../locales/${locale}/server-texts.json`);
}

/** Modules with schemas, except those of calls that no form makes. */
function contractSources(): string[] {
	const folder = join(web, "../worker");
	return readdirSync(folder, { recursive: true, encoding: "utf8" })
		.filter((name) => /(?:^|\/)contract(?:[.]ts$|\/)/.test(name))
		.filter((name) => !/(?:[.]test|errors|previews)[.]ts$/.test(name))
		.map((name) => readFileSync(join(folder, name), "utf8"));
}

/** Messages of schemas that no form can provoke. */
const UNSEEN = new Set([
	"Already subscribed",
	"At most 60 characters",
	"The key is empty",
	"A key has printable ASCII characters only",
	"Must be eight lower-case hex digits",
	"Must be the index of a file of a new share",
	"Must be indexes of files of a new share",
	"Name each file once",
]);

function sentencesOf(source: string): string[] {
	const messages = source.matchAll(/(?:error|message): "([A-Z][^"]+)"|, "([A-Z][^"]+ [^"]+)"\)/g);
	return [...messages].map(([, property, argument]) => property ?? argument ?? "");
}

describe("catalogues", () => {
	it("finds all catalogues", () => {
		expect(english.length).toBeGreaterThan(5);
	});

	it("gives every text a unique id", () => {
		const ids = english.flatMap(({ en }) => Object.keys(en));
		expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
	});

	it("finds one folder for each language of the registry", () => {
		const folders = readdirSync(locales).filter((name) => name !== "index.ts");
		expect(folders.sort()).toEqual(Object.keys(LOCALES).sort());
	});

	it.each(others)("finds the same files and catalogues in %s", (locale) => {
		expect(readdirSync(join(locales, locale)).sort()).toEqual(FILES);
		const names = english.map(({ name }) => name);
		expect(Object.keys(webTexts(locale)).sort()).toEqual(names.sort());
	});

	it.each(others)("translates every text into %s", (locale) => {
		const untranslated = FILES.filter((file) => file !== "index.ts").flatMap((file) =>
			textsOf(file, readFileSync(join(locales, locale, file), "utf8"))
				.filter(({ text }) => text.startsWith(UNTRANSLATED))
				.map(({ key, text }) => `locales/${locale}/${file}  ${key}: ${text}`),
		);
		expect(untranslated).toEqual([]);
	});

	const pairs = others.flatMap((locale) =>
		english.map(({ name, en }) => ({ locale, name, en, texts: webTexts(locale)[name] ?? {} })),
	);
	it.each(pairs)("$name has the same texts and placeholders in $locale", ({ en, texts }) => {
		expect(Object.keys(texts).sort()).toEqual(Object.keys(en).sort());
		for (const [id, text] of Object.entries(en)) {
			expect(texts[id]?.trim(), id).not.toBe("");
			expect(slots(texts[id] ?? ""), id).toEqual(slots(text));
		}
	});

	it("leaves the signs of currencies to the formats of amounts", () => {
		// Testimonials of an invented person, and handles of Cash App.
		const named =
			/^(landing\.metric2|paymentSetup\.(placeholder|hint)|settings\.handlePlaceholder|Cash App handle must start with \$|Handle must be 1-20 characters after the \$)$/;
		const texts = [
			...english.flatMap(({ en }) => Object.entries(en)),
			...Object.keys(LOCALES).flatMap((locale) =>
				readdirSync(join(locales, locale))
					.filter((file) => file !== "index.ts")
					.flatMap((file) =>
						textsOf(file, readFileSync(join(locales, locale, file), "utf8")).map(
							({ key, text }) => [key.split(" › ").at(-1) ?? "", text],
						),
					),
			),
		];
		const codes = CURRENCY_CODES.map((code) => code.toUpperCase()).join("|");
		const sign = new RegExp(`\\p{Sc}(?!\\{)|\\b(${codes})\\b`, "u");
		expect(texts.length).toBeGreaterThan(3000);
		expect(texts.filter(([key = "", text = ""]) => sign.test(text) && !named.test(key))).toEqual(
			[],
		);
	});

	it.each(others)("words every code and reason of an error in %s, and no other", (locale) => {
		const { errors } = serverTexts(locale);
		const wanted = Object.keys({ ...ERRORS, ...REASONS, ...CLIENT_ERRORS });
		expect(Object.keys(errors).sort()).toEqual(wanted.sort());
		expect(Object.values(errors).filter((text) => text.trim() === "")).toEqual([]);
	});

	it.each(others)("translates the messages of form schemas into %s", (locale) => {
		const { fields } = serverTexts(locale);
		const sentences = contractSources()
			.flatMap(sentencesOf)
			.filter((sentence) => !UNSEEN.has(sentence));
		expect(sentences.length).toBeGreaterThan(20);
		sentences.push(...Object.values(ISSUE_TEXTS));
		expect(sentences.filter((sentence) => !Object.hasOwn(fields, sentence))).toEqual([]);
		const varies = (text: string) => text.split("{value}").length;
		for (const [english, text] of Object.entries(fields))
			expect(varies(text), english).toBe(varies(english));
		const [first = ""] = others;
		expect(Object.keys(fields).sort()).toEqual(Object.keys(serverTexts(first).fields).sort());
	});
});
