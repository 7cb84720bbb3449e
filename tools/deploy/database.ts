import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PlainError } from "../local/processes.ts";
import { change, notice, type Run, right } from "./context.ts";

type Database = { uuid: string; name: string; read_replication?: { mode?: string } };
type Rows = { results?: Record<string, unknown>[] }[];

/** Only our installations have all of these. */
const OURS = ["shares", "purchases", "ledger", "upload_slots"];
/** Wrangler's own table, so that it can continue. */
const NOTED =
	"CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL);";

export type FoundDatabase = { id: string | null; isInUse: boolean };

/** Throws if a database of that name is somebody else's. */
export async function findDatabase(run: Run): Promise<FoundDatabase> {
	const { api, state, name } = run;
	const path = `${run.account}/d1/database`;
	const known = state.known.databaseId;
	const own = known === undefined ? null : await api.find<Database>(`${path}/${known}`);
	const found = own ?? (await databaseNamed(run, name));
	if (known !== undefined && own === null)
		notice(run, `The database ${known} was gone: restore a backup into the one named ${name}.`);
	if (!found) return { id: null, isInUse: false };
	const tables = await tablesOf(run, found.uuid);
	const isInUse = OURS.every((table) => tables.includes(table));
	const isOurs =
		isInUse ||
		tables.length === 0 ||
		found.uuid === known ||
		state.known.claims.includes(`database ${name}`);
	if (!isOurs && !run.options.adopt)
		throw new PlainError(
			`The account already has a D1 database named ${name} that belongs to something else. Choose another name: NAME=… npm run deploy (or take it over: npm run deploy -- --adopt).`,
		);
	return { id: found.uuid, isInUse };
}

async function databaseNamed(run: Run, name: string): Promise<Database | null> {
	const listed = await run.api.get<Database[]>(
		`${run.account}/d1/database?name=${name}&per_page=100`,
	);
	return listed.find((database) => database.name === name) ?? null;
}

/** Also switches read replication on. Returns the id. */
export async function ensureDatabase(run: Run, found: FoundDatabase): Promise<string | null> {
	const { api, state, name } = run;
	let { id } = found;
	if (id !== null) right(run, `the D1 database ${name}`);
	else {
		const hint = state.known.location;
		await change(run, `create the D1 database ${name} (${hint})`, async () => {
			state.claim(`database ${name}`);
			const made = await api.change<Database>("POST", `${run.account}/d1/database`, {
				name,
				primary_location_hint: hint,
			});
			id = made.uuid;
		});
	}
	if (id !== null) state.learn({ databaseId: id });
	await ensureReplication(run, id);
	return id;
}

async function ensureReplication(run: Run, id: string | null): Promise<void> {
	const path = `${run.account}/d1/database/${id}`;
	const whole = id === null ? null : await run.api.get<Database>(path);
	if (whole?.read_replication?.mode === "auto") return right(run, "its read replication is on");
	await change(run, "switch read replication on", () =>
		run.api.change("PUT", path, { read_replication: { mode: "auto" } }),
	);
}

export async function applyMigrations(run: Run, id: string | null): Promise<void> {
	const files = readdirSync(run.around.migrationsFolder)
		.filter((name) => name.endsWith(".sql"))
		.sort();
	const applied = id === null ? [] : await appliedMigrations(run, id);
	const missing = files.filter((name) => !applied.includes(name));
	if (missing.length === 0) return right(run, `the database has all ${files.length} migrations`);
	for (const name of missing) {
		const sql = readFileSync(join(run.around.migrationsFolder, name), "utf8");
		await change(run, `apply the migration ${name}`, () =>
			run.api.change("POST", `${run.account}/d1/database/${id}/query`, {
				sql: `${NOTED}\n${sql}\n;INSERT INTO d1_migrations (name) VALUES ('${name}');`,
			}),
		);
	}
}

async function appliedMigrations(run: Run, id: string): Promise<unknown[]> {
	const tables = await tablesOf(run, id);
	if (!tables.includes("d1_migrations")) return [];
	const rows = await query(run, id, "SELECT name FROM d1_migrations");
	return rows.map((row) => row.name);
}

async function tablesOf(run: Run, id: string): Promise<unknown[]> {
	const rows = await query(
		run,
		id,
		"SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~' AND name NOT LIKE '~_cf~_%' ESCAPE '~'",
	);
	return rows.map((row) => row.name);
}

async function query(run: Run, id: string, sql: string): Promise<Record<string, unknown>[]> {
	const answer = await run.api.ask<Rows>(`${run.account}/d1/database/${id}/query`, { sql });
	return answer[0]?.results ?? [];
}
