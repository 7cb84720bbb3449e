import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PlainError, ROOT, run } from "./processes.ts";

/** Exactly as Wrangler creates it. */
const APPLIED = `CREATE TABLE IF NOT EXISTS "d1_migrations"(
		id         INTEGER PRIMARY KEY AUTOINCREMENT,
		name       TEXT UNIQUE,
		applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
);`;

function allAtOnce(): string {
	const folder = join(ROOT, "migrations");
	const names = readdirSync(folder).filter((name) => name.endsWith(".sql"));
	const each = names
		.sort()
		.map(
			(name) =>
				`${readFileSync(join(folder, name), "utf8")}\nINSERT INTO "d1_migrations" (name) VALUES ('${name}');`,
		);
	return [APPLIED, ...each].join("\n");
}

/** A new database gets all migrations together, since Wrangler starts a runtime for each. */
export async function applyMigrations(state: string): Promise<void> {
	const place = ["DB", "--local", "--persist-to", state];
	if (existsSync(join(state, "v3", "d1"))) {
		await run("wrangler", ["d1", "migrations", "apply", ...place]).catch((error: unknown) => {
			throw new PlainError(
				`${error instanceof Error ? error.message : error}\nThe local database can't be updated: delete ${state} and start again.`,
			);
		});
		return;
	}
	mkdirSync(state, { recursive: true });
	const file = join(state, "migrations.sql");
	writeFileSync(file, allAtOnce());
	await run("wrangler", ["d1", "execute", ...place, "--file", file]);
	rmSync(file);
}
