import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import extractDepcruiseOptions from "dependency-cruiser/config-utl/extract-depcruise-options";
import { PlainError, ROOT, reportAndExit } from "../local/processes.ts";

/*
 * Fails if an import breaks a rule of import-rules.mjs, or if the drawing of the Worker's rooms in docs/architecture.md
 * is out of date; `--write` redraws it.
 */

const DOCUMENT = join(ROOT, "docs/architecture.md");
const BEGIN = "<!-- rooms: drawn by `node tools/checks/check-imports.ts --write` -->\n";
const END = "<!-- /rooms -->";

const roomOf = (path: string) =>
	/\.test\.tsx?$|^worker\/.+\/contract(\/|\.ts$)/.test(path)
		? null
		: (/^worker\/([^/.]+)\//.exec(path)?.[1] ?? null);

function roomsOf({ modules }: ICruiseResult): Map<string, Set<string>> {
	const rooms = new Map<string, Set<string>>();
	for (const { source, dependencies } of modules) {
		const room = roomOf(source);
		if (room === null || room === "test") continue;
		const imported = rooms.get(room) ?? new Set();
		rooms.set(room, imported);
		for (const { resolved } of dependencies) {
			const other = roomOf(resolved);
			if (other !== null && other !== room) imported.add(other);
		}
	}
	return rooms;
}

/** Leaves out arrows that another path implies. */
function drawn(rooms: Map<string, Set<string>>): string {
	const reaches = (from: string, to: string): boolean =>
		[...(rooms.get(from) ?? [])].some((next) => next === to || reaches(next, to));
	const arrows = [...rooms].flatMap(([room, imported]) =>
		[...imported]
			.filter((to) => ![...imported].some((over) => over !== to && reaches(over, to)))
			.map((to) => `  ${room} --> ${to}`),
	);
	return `\`\`\`mermaid\nflowchart TB\n${arrows.sort().join("\n")}\n\`\`\`\n`;
}

try {
	const rules = await extractDepcruiseOptions(join(import.meta.dirname, "import-rules.mjs"));
	const { output } = await cruise(["worker", "web", "locales", "packages", "tools"], {
		...rules,
		baseDir: ROOT,
	});
	const result = output as ICruiseResult;
	const { summary } = result;
	const broken = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
	if (broken.length > 0 || summary.totalCruised === 0)
		throw new PlainError(`${broken.join("\n")}\n${broken.length} imports break a rule.`);

	const document = readFileSync(DOCUMENT, "utf8");
	const [before, rest] = document.split(BEGIN);
	const after = rest?.split(END)[1];
	if (after === undefined) throw new PlainError(`${DOCUMENT} has no section for the rooms.`);
	const current = `${before}${BEGIN}${drawn(roomsOf(result))}${END}${after}`;
	if (process.argv.includes("--write")) writeFileSync(DOCUMENT, current);
	else if (current !== document)
		throw new PlainError(
			"The drawing of the rooms is not up to date: run `node tools/checks/check-imports.ts --write`.",
		);
	console.log(`${summary.totalCruised} modules follow the import rules.`);
} catch (error) {
	reportAndExit(error);
}
