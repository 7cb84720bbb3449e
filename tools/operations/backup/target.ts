import { type SchemaRow, schemaOf } from "../../../worker/maintenance/backup/schema.ts";
import { PlainError } from "../../local/processes.ts";
import type { Row, Statement, Target } from "./stores.ts";

export type Progress = { unit: number; rows: number; objects: number; bytes: number };
export type Lost = { key: string; why: string };

/** Jobs write to them without visitors. */
const BUSY = new Set(["d1_migrations", "job_cursors", "attempts"]);
const NONE: Progress = { unit: 0, rows: 0, objects: 0, bytes: 0 };
const NOTES = [
	"CREATE TABLE restore_progress (id text NOT NULL, unit integer NOT NULL, rows integer NOT NULL, objects integer NOT NULL, bytes integer NOT NULL)",
	"CREATE TABLE restore_etags (key text PRIMARY KEY, etag text NOT NULL)",
	"CREATE TABLE restore_lost (key text PRIMARY KEY, why text NOT NULL)",
];

async function ask(to: Target, ...statement: Statement): Promise<Row[]> {
	return (await to.batch([statement]))[0] ?? [];
}

/** Also finds an interrupted restore of the same backup. @throws PlainError unless the target is empty */
export async function prepare(
	to: Target,
	id: string,
	schema: readonly string[],
): Promise<Progress> {
	const rows = await ask(to, "SELECT type, name, sql FROM sqlite_master ORDER BY name");
	const { tables, views } = await schemaOf(rows as SchemaRow[]);
	if (tables.includes("restore_progress")) {
		const [begun] = await ask(to, "SELECT * FROM restore_progress");
		if (begun?.id !== id)
			throw new PlainError(
				`Another backup (${begun?.id}) is half restored there: take a new database and bucket, or go on with that one (--at).`,
			);
		return begun as unknown as Progress;
	}
	for (const table of tables) {
		const [row] = BUSY.has(table) ? [] : await ask(to, `SELECT 1 FROM "${table}" LIMIT 1`);
		if (row)
			throw new PlainError(
				`The database is not empty (${table} has rows). A restore only fills an empty installation.`,
			);
	}
	for await (const { key } of to.listObjects(""))
		throw new PlainError(
			`The bucket is not empty (${key}). A restore only fills an empty installation.`,
		);
	const own = ["backup_state", "backup_changes"];
	await to.batch([
		...views.map((name): Statement => [`DROP VIEW "${name}"`]),
		...tables
			.concat(own)
			.toReversed()
			.map((name): Statement => [`DROP TABLE IF EXISTS "${name}"`]),
		...schema.concat(NOTES).map((sql): Statement => [sql]),
		["INSERT INTO restore_progress VALUES (?, 0, 0, 0, 0)", id],
	]);
	return NONE;
}

const PAGE = 1000;

/** Noted losses, then files without an object, by key. */
export async function lostFiles(to: Target): Promise<Lost[]> {
	const noted = await ask(to, "SELECT key, why FROM restore_lost ORDER BY key");
	const lost = new Map(noted.map(({ key, why }) => [String(key), String(why)]));
	const objects = to.listObjects("originals/")[Symbol.asyncIterator]();
	let object = await objects.next();
	for (let after = ""; ; ) {
		const files = await ask(
			to,
			"SELECT object_key AS key FROM files WHERE object_key > ? ORDER BY object_key LIMIT ?",
			after,
			PAGE,
		);
		for (const { key } of files) {
			after = String(key);
			while (!object.done && object.value.key < after) object = await objects.next();
			if ((object.done || object.value.key !== after) && !lost.has(after))
				lost.set(after, "it was in no backup");
		}
		if (files.length < PAGE) return [...lost].map(([key, why]) => ({ key, why }));
	}
}
