/**
 * Begins a language: makes its folder with every text in English, to be translated, and adds its lines to the
 * two tables.
 *
 *   npm run new:language -- pt-BR
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { CLIENT_ERRORS } from "../web/lib/server/failure.ts";
import { exportsOf, textsOf, UNTRANSLATED } from "../web/test/language-texts.ts";
import { ERRORS, REASONS } from "../worker/contract/errors.ts";
import { isLocale } from "../worker/contract/locales.ts";
import { helpIfAsked } from "./local/help.ts";
import { PlainError, ROOT, reportAndExit, run } from "./local/processes.ts";

helpIfAsked(import.meta.url);

const LOCALES = join(ROOT, "locales");
const NAMES = join(ROOT, "worker/contract/locales.ts");
const FOLDERS = join(LOCALES, "index.ts");
/** By export of a language's modules. */
const TYPES = { mails: "MailTexts", pages: "PageTexts", consentTexts: "ConsentTexts" };

const UNKNOWN = new Set(["und", "Zzzz", "ZZ"]);

const read = (path: string) => readFileSync(path, "utf8");
const json = (value: unknown) => `${JSON.stringify(value, null, "\t")}\n`;

/** Canonical. Throws unless the tag exists and is new. */
function newTag(given: string | undefined): string {
	const example = "for example pt-BR or zh-Hant: npm run new:language -- pt-BR";
	if (!given) throw new PlainError(`Name a language, ${example}`);
	let locale: Intl.Locale;
	try {
		locale = new Intl.Locale(given);
	} catch {
		throw new PlainError(`"${given}" is not written as a language tag is (BCP 47), ${example}`);
	}
	const { language, script, region } = locale;
	const tag = `${locale}`;
	if (tag !== [language, script, region].filter(Boolean).join("-"))
		throw new PlainError(`A tag has a language, and may have a script and a region, ${example}`);
	const subtags = [
		["language", language],
		["script", script],
		["region", region],
	] as const;
	for (const [type, code] of subtags) {
		if (!code) continue;
		const name = new Intl.DisplayNames("en", { type, fallback: "none" }).of(code);
		if (!name || UNKNOWN.has(code))
			throw new PlainError(`No ${type} has the code "${code}". Give a tag, ${example}`);
	}
	if (isLocale(tag) || existsSync(join(LOCALES, tag)))
		throw new PlainError(`${tag} already exists, in locales/${tag}.`);
	return tag;
}

const nameOf = (tag: string, reader: string) =>
	new Intl.DisplayNames(reader, { type: "language" }).of(tag) ?? tag;

function webTexts(): Record<string, unknown> {
	const web = join(ROOT, "web");
	const files = readdirSync(web, { recursive: true, encoding: "utf8" })
		.filter((path) => path.endsWith(".messages.json"))
		.map((path) => [basename(path, ".messages.json"), JSON.parse(read(join(web, path)))] as const);
	return Object.fromEntries(files.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function serverTexts() {
	const other = readdirSync(LOCALES).find((tag) => isLocale(tag) && tag !== "en") ?? "";
	const { fields } = JSON.parse(read(join(LOCALES, other, "server-texts.json")));
	const messages = Object.entries(ERRORS).map(([code, [, message]]) => [code, message]);
	const errors = { ...Object.fromEntries(messages), ...REASONS, ...CLIENT_ERRORS };
	// The API's messages use straight apostrophes.
	const typeset = (texts: object, of: (entry: [string, string]) => string) =>
		Object.fromEntries(
			Object.entries(texts).map((entry) => [entry[0], of(entry).replaceAll("'", "’")]),
		);
	return {
		errors: typeset(errors, ([, message]) => message),
		fields: typeset(fields, ([sentence]) => sentence),
	};
}

function moduleOf(file: string, name: string): string {
	const source = read(join(LOCALES, "en", file));
	const exported = exportsOf(source).filter((one) => Object.hasOwn(TYPES, one.name));
	const typeOf = (of: string) => TYPES[of as keyof typeof TYPES];
	const types = exported.map((one) => typeOf(one.name)).sort();
	const texts = exported.map(({ name: own, value }) => {
		// The English module declares the types of values.
		const written = source.slice(value.start, value.end).replaceAll(/(?<=\}): With<[^>]*>/g, "");
		return `/** In ${name}. */\nexport const ${own}: ${typeOf(own)} = ${written};\n`;
	});
	return `import type { ${types.join(", ")} } from "../en/${file}";\n\n${texts.join("\n")}`;
}

function indexOf(name: string): string {
	const source = read(join(LOCALES, "en/index.ts"));
	const writing = exportsOf(source).find((one) => one.name === "writing")?.value;
	if (!writing) throw new Error("locales/en/index.ts exports no `writing`");
	return `import type { Writing } from "../en/index.ts";

export { mails } from "./mails.ts";
export { consentTexts, pages } from "./pages.ts";

/** How ${name} is written. */
export const writing: Writing = ${source.slice(writing.start, writing.end)};
`;
}

function marked(path: string, source: string): { source: string; count: number } {
	const texts = textsOf(path, source).toReversed();
	const put = (all: string, { at }: { at: number }) =>
		all.slice(0, at) + UNTRANSLATED + all.slice(at);
	return { source: texts.reduce(put, source), count: texts.length };
}

function insert(path: string, before: string, line: string): void {
	const source = read(path);
	const at = before ? source.indexOf(before) : source.length;
	if (at < 0) throw new Error(`${path} has no "${before}"`);
	writeFileSync(path, source.slice(0, at) + line + source.slice(at));
}

try {
	const tag = newTag(process.argv[2]);
	const name = nameOf(tag, "en");
	const folder = join(LOCALES, tag);
	const files = {
		"web.json": json(webTexts()),
		"server-texts.json": json(serverTexts()),
		"mails.ts": moduleOf("mails.ts", name),
		"pages.ts": moduleOf("pages.ts", name),
	};
	mkdirSync(folder);
	const counts = Object.entries(files).map(([file, english]) => {
		const { source, count } = marked(file, english);
		writeFileSync(join(folder, file), source);
		return [file, count] as const;
	});
	writeFileSync(join(folder, "index.ts"), indexOf(name));
	const own = nameOf(tag, tag);
	const title = own.charAt(0).toLocaleUpperCase(tag) + own.slice(1);
	insert(NAMES, "} as const;", `\t${JSON.stringify(tag)}: ${JSON.stringify(title)},\n`);
	insert(FOLDERS, "", `export * as ${JSON.stringify(tag)} from "./${tag}/index.ts";\n`);
	await run("biome", ["check", "--write", "--log-level=error", NAMES, FOLDERS, folder]);

	const all = counts.reduce((sum, [, count]) => sum + count, 0);
	console.log(`
${name} (${title}) has ${all} texts to translate, in locales/${tag}:

${counts.map(([file, count]) => `  ${file.padEnd(18)} ${String(count).padStart(5)}`).join("\n")}

1. Each text stands there in English behind "${UNTRANSLATED.trim()}". Write the translation in its place, and take the mark away;
   what is in braces, \${…} or <…> stays.
2. In index.ts, say which quotation marks the language has.
3. What is still to be translated, by file and key:
     npx vitest run --project node web/lib/i18n/catalogues.test.ts
4. When that passes: npm test
`);
} catch (error) {
	reportAndExit(error);
}
