import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { FILE_TYPES, PROGRAM_EXTENSIONS } from "../../worker/files/contract/file-types.ts";

const text = readFileSync(join(import.meta.dirname, "../../docs/previews.md"), "utf8");
/** The words in code marks of a table's cell. */
const named = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, word]) => word ?? "");
const rows = text
	.split("\n")
	.filter((line) => line.startsWith("| `"))
	.map((line) => line.split("|").map((cell) => cell.trim()));

it("docs/previews.md names every extension once, with what makes its preview or why it has none", () => {
	const documented = new Map<string, string>();
	for (const [, extensions = "", kind = ""] of rows)
		for (const extension of named(extensions)) {
			expect([extension, documented.has(extension)]).toEqual([extension, false]);
			documented.set(extension, named(kind)[0] ?? (kind.length > 10 ? "none" : "no reason"));
		}
	const table = FILE_TYPES.flatMap(({ extensions, preview }) =>
		extensions.map((extension) => [extension, preview ?? "none"] as const),
	);
	expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(table));
});

it("docs/previews.md names every program", () => {
	const programs = text.split("## Programs")[1]?.split("##")[0] ?? "";
	for (const extension of PROGRAM_EXTENSIONS) expect(named(programs)).toContain(extension);
});

it("at least sixty types have a real preview", () => {
	const shown = FILE_TYPES.filter(({ preview }) => preview).flatMap(({ extensions }) => extensions);
	expect(shown.length).toBeGreaterThanOrEqual(60);
});
