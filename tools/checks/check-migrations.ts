import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { PlainError, ROOT, reportAndExit, run } from "../local/processes.ts";

// Fails if the rooms' tables differ from the migrations: generating on a copy must add nothing.
const copy = mkdtempSync(join(ROOT, "node_modules", ".migrations-"));
try {
	cpSync(join(ROOT, "migrations"), copy, { recursive: true });
	const before = readdirSync(copy).length;
	await run("drizzle-kit", [
		"generate",
		"--dialect=sqlite",
		"--schema=./worker/**/tables.ts",
		`--out=./${relative(ROOT, copy)}`,
	]);
	if (readdirSync(copy).length !== before)
		throw new PlainError("The tables differ from the migrations: run `npm run db:generate`.");
} catch (error) {
	rmSync(copy, { recursive: true, force: true });
	reportAndExit(error);
}
rmSync(copy, { recursive: true, force: true });
