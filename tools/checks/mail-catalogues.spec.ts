import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../local/processes.ts";

const sources = readdirSync(join(ROOT, "worker"), { recursive: true, encoding: "utf8" })
	.filter((path) => /(?<![.]test)[.]tsx?$/.test(path))
	.map((path) => ({
		path,
		// without comments and queries
		source: readFileSync(join(ROOT, "worker", path), "utf8").replaceAll(
			/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|sql(?:<\w+>)?`[^`]*`/gm,
			"",
		),
	}));
const isCatalogue = ({ path }: { path: string }) =>
	/\/mails[.]ts$/.test(path) && path !== "core/mails.ts";

test("finds every mail in a mails.ts", () => {
	expect(sources.filter(isCatalogue).length).toBeGreaterThan(8);
	const elsewhere = sources.filter(
		(file) => !isCatalogue(file) && /= mailTo\w*\(/.test(file.source),
	);
	expect(elsewhere.map(({ path }) => path)).toEqual([]);
});

test.each(sources.filter(isCatalogue))(
	"worker/$path writes no words of a mail itself",
	({ source }) => {
		const literals = source.replaceAll(/\$\{[^}]*\}/g, "").match(/"[^"\n]*"|`[^`]*`/g) ?? [];
		// Labels are one capitalised word; sentences have two words.
		const words = literals.filter(
			(text) => /["`][A-Z][a-z]+["`:]/.test(text) || /[A-Za-z]{2,} [A-Za-z]{2,}/.test(text),
		);
		expect(words).toEqual([]);
	},
);
