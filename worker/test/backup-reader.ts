import { env } from "cloudflare:workers";
import {
	boxKey,
	type ChangesBox,
	type Manifest,
	manifestKey,
	type ObjectsBox,
	type RowsBox,
	type StoredObject,
} from "../maintenance/backup/format.ts";
import { readBackupKey, unseal } from "../maintenance/backup/seal.ts";

/** Every row of the backed-up tables by table and `rowid`, as `column=value` in JSON. */
export type Dump = Record<string, Record<string, string>>;

const OWN = ["backup_state", "backup_changes"];

function rowText(columns: readonly string[], values: readonly unknown[]): string {
	return JSON.stringify(columns.map((column, at) => [column, values[at]]));
}

/** What the database holds now. */
export async function dumpDatabase(): Promise<Dump> {
	const { results } = await env.DB.prepare(
		"SELECT name FROM sqlite_master WHERE type = 'table'",
	).all<{ name: string }>();
	const dump: Dump = {};
	for (const { name } of results) {
		if (/^(?:sqlite_|_cf_)/.test(name) || OWN.includes(name)) continue;
		const [columns = [], ...rows] = await env.DB.prepare(
			`SELECT rowid AS row_id, * FROM "${name}"`,
		).raw({ columnNames: true });
		dump[name] = Object.fromEntries(
			rows.map(([id, ...values]) => [id, rowText(columns.slice(1), values)]),
		);
	}
	return dump;
}

/** Opens a backup as a restore does: rows, then what changed meanwhile. */
export async function openBackup(
	privateKey: string,
	id: string,
): Promise<{ manifest: Manifest; dump: Dump; objects: StoredObject[] }> {
	const key = await readBackupKey(privateKey);
	const open = async <T>(name: string) => {
		const box = await env.BACKUP.get(name);
		if (!box) throw new Error(`${name} is missing`);
		return JSON.parse(await unseal(key, name, (await box.bytes()) as Uint8Array<ArrayBuffer>)) as T;
	};
	const manifest = await open<Manifest>(manifestKey(id));
	const dump: Dump = {};
	let n = 1;
	for (const { name, boxes } of manifest.tables) {
		const rows: Record<string, string> = {};
		for (let box = 0; box < boxes; box++) {
			const read = await open<RowsBox>(boxKey(id, n++));
			if (read.table !== name) throw new Error(`${name} expected, ${read.table} found`);
			for (const [row, ...values] of read.rows) rows[String(row)] = rowText(read.columns, values);
		}
		dump[name] = rows;
	}
	for (let box = 0; box < manifest.changes; box++)
		for (const change of (await open<ChangesBox>(boxKey(id, n++))).tables) {
			const rows = dump[change.table] ?? {};
			for (const [row, ...values] of change.rows)
				rows[String(row)] = rowText(change.columns, values);
			for (const row of change.removed) delete rows[String(row)];
		}
	const objects: StoredObject[] = [];
	for (let box = 0; box < manifest.objects; box++)
		objects.push(...(await open<ObjectsBox>(boxKey(id, n++))).objects);
	return { manifest, dump, objects };
}
