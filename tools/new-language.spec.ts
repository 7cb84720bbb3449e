import { spawnSync } from "node:child_process";
import {
	cpSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { textsOf, UNTRANSLATED } from "../web/test/language-texts.ts";
import { ROOT, toolEnv } from "./local/processes.ts";

const CHECKS = [
	"web/lib/i18n/catalogues.test.ts",
	"web/lib/i18n/typography.test.ts",
	"web/features/legal/privacy.test.ts",
];
const TRANSLATED = ["mails.ts", "pages.ts", "server-texts.json", "web.json"];

let copy = "";

function inCopy(command: string, ...args: string[]) {
	const { status, stdout, stderr } = spawnSync(command, args, {
		cwd: copy,
		env: toolEnv({ NO_COLOR: "1" }),
		encoding: "utf8",
	});
	return { status, output: stdout + stderr };
}
const newLanguage = (...args: string[]) => inCopy("node", "tools/new-language.ts", ...args);

const FOLDERS = ["locales", "packages", "tools", "web", "worker"];

function contents(folders = FOLDERS): Map<string, string> {
	const files = folders.flatMap((folder) =>
		readdirSync(join(copy, folder), { recursive: true, withFileTypes: true }),
	);
	return new Map(
		files
			.filter((file) => file.isFile())
			.map((file) => join(file.parentPath, file.name))
			.map((path) => [path.slice(copy.length + 1), readFileSync(path, "latin1")]),
	);
}

/** Adds accents outside of values and tags, and the typography that the checks require. */
function pseudo(text: string): string {
	const typeset = text
		.replaceAll("'", "’")
		.replaceAll("...", "…")
		.replaceAll(" - ", " – ")
		.replaceAll(/(?<=\d) (?=GB)/g, "\u00a0");
	let depth = 0;
	return [...typeset]
		.map((letter) => {
			if ("{<".includes(letter)) depth++;
			if ("}>".includes(letter)) depth--;
			return depth > 0
				? letter
				: letter.replace(/[aeiou]/, (vowel) => `${vowel}\u0301`.normalize());
		})
		.join("");
}

function translate(tag: string): void {
	for (const file of TRANSLATED) {
		const path = join(copy, "locales", tag, file);
		const source = readFileSync(path, "utf8");
		const translated = textsOf(path, source).reduceRight(
			(all, { at, text }) =>
				all.slice(0, at) + pseudo(text.slice(UNTRANSLATED.length)) + all.slice(at + text.length),
			source,
		);
		writeFileSync(path, translated);
	}
}

beforeAll(() => {
	copy = mkdtempSync(join(tmpdir(), "new-language-"));
	const listed = spawnSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], {
		cwd: ROOT,
		encoding: "utf8",
		maxBuffer: 1e8,
	});
	for (const path of listed.stdout
		.split("\0")
		.filter((one) => /^[^/]+$/.test(one) || FOLDERS.some((folder) => one.startsWith(`${folder}/`))))
		cpSync(join(ROOT, path), join(copy, path));
	symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

test.each([
	[[], "Name a language"],
	[["pt_BR"], "is not written as a language tag is"],
	[["xx"], 'No language has the code "xx"'],
	[["pt-ZZ"], 'No region has the code "ZZ"'],
	[["ca-valencia"], "A tag has a language"],
	[["DE"], "de already exists"],
])("of %j nothing is made, and the reason is said", (args, reason) => {
	const before = contents(["locales", "worker/contract"]);
	const { status, output } = newLanguage(...args);
	expect(output).toContain(reason);
	expect(status).toBe(1);
	expect(contents(["locales", "worker/contract"])).toEqual(before);
});

test("a language is one folder and a line in two tables; the checks name what is untranslated, and pass when nothing is", async () => {
	const before = contents();
	const { output } = newLanguage("pt-br");
	expect(output).toMatch(
		/^Brazilian Portuguese \(Português \(Brasil\)\) has \d{4} texts to translate/m,
	);
	const touched = [...contents()].filter(([path, text]) => before.get(path) !== text);
	expect(touched.map(([path]) => path).sort()).toEqual([
		"locales/index.ts",
		"locales/pt-BR/index.ts",
		"locales/pt-BR/mails.ts",
		"locales/pt-BR/pages.ts",
		"locales/pt-BR/server-texts.json",
		"locales/pt-BR/web.json",
		"worker/contract/locales.ts",
	]);

	const untranslated = inCopy("vitest", "run", "--project", "node", ...CHECKS);
	expect(untranslated.output).toContain(
		"locales/pt-BR/web.json  upload › upload.uploading: [en] Uploading",
	);
	expect(untranslated.output).toContain("locales/pt-BR/mails.ts  labels › buyer: [en] Buyer");
	expect(untranslated.status).toBe(1);

	translate("pt-BR");
	const translated = inCopy("vitest", "run", "--project", "node", ...CHECKS);
	expect(translated.output).toMatch(/Tests .*passed/);
	expect(translated.status, translated.output).toBe(0);

	const config = {
		extends: "./worker/tsconfig.json",
		include: ["worker/core/*-texts.ts"],
		references: [],
	};
	writeFileSync(
		join(copy, "tsconfig.texts.json"),
		JSON.stringify({
			...config,
			compilerOptions: {
				composite: false,
				emitDeclarationOnly: false,
				declaration: false,
				noEmit: true,
				rootDir: ".",
			},
		}),
	);
	const types = inCopy("tsc", "-p", "tsconfig.texts.json", "--pretty", "false");
	expect(types.output).toBe("");
	expect(types.status).toBe(0);

	const bundle = join(copy, "mail-texts.mjs");
	await build({
		entryPoints: [join(copy, "worker/core/mail-texts.ts")],
		bundle: true,
		format: "esm",
		outfile: bundle,
	});
	const { mailLanguage } = await import(pathToFileURL(bundle).href);
	expect(mailLanguage("pt-BR").texts).toMatchObject({
		layout: { lang: "pt-BR" },
		labels: { buyer: pseudo("Buyer") },
	});
	expect(mailLanguage("pt-PT").texts).toBe(mailLanguage("pt-BR").texts);
});
