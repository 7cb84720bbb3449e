import type { Manifest, ObjectsBox, RowsBox } from "../../../worker/maintenance/backup/format.ts";
import type { BackupKey } from "../../../worker/maintenance/backup/seal.ts";
import { PlainError } from "../../local/processes.ts";
import { Catalogue } from "./catalogue.ts";
import { restoreObjects } from "./restore-objects.ts";
import type { Source, Statement, Target } from "./stores.ts";
import { type Lost, lostFiles, type Progress, prepare } from "./target.ts";

export type Restored = {
	moment: number;
	rows: number;
	objects: number;
	bytes: number;
	/** objects that differ or are missing, and files without an object in any backup */
	lost: Lost[];
};

/** Characters of JSON per statement; the database accepts 2 MB. */
const PIECE_LENGTH = 400_000;
const ROWS_PER_UNIT = 4000;

/**
 * Uses the latest backup up to `at`; continues after an interruption. Objects come first, since clean-ups stop sales of
 * files without one.
 */
export async function restore(
	{ from, to }: { from: Source; to: Target },
	key: BackupKey,
	at: number,
	print: (line: string) => void,
): Promise<Restored> {
	const catalogue = new Catalogue(from, key);
	const manifest = await catalogue.latest(at, print);
	print(`Restoring the backup of ${new Date(manifest.moment).toISOString()} …`);
	await catalogue.check(manifest);
	const { tables: changes, schema } = await catalogue.changes(manifest);
	// Triggers come last: rows already have their effects.
	const [triggers = [], definitions = []] = [true, false].map((wanted) =>
		schema.filter((sql) => /^CREATE TRIGGER/i.test(sql) === wanted),
	);
	let progress = await prepare(to, manifest.id, definitions);
	let number = 0;
	for await (const work of units(catalogue, manifest, changes)) {
		number += 1;
		if (number <= progress.unit) continue;
		progress = await work(to, { ...progress, unit: number });
	}
	const lost = await finish(to, { manifest, progress, triggers });
	const { rows, objects, bytes } = progress;
	return { moment: manifest.moment, rows, objects, bytes, lost };
}

type Work = (to: Target, progress: Progress) => Promise<Progress>;
type Changes = Awaited<ReturnType<Catalogue["changes"]>>["tables"];

/** In a fixed order; each can be repeated. */
async function* units(
	catalogue: Catalogue,
	manifest: Manifest,
	changes: Changes,
): AsyncIterable<Work> {
	const first = 1 + manifest.changes + manifest.tables.reduce((sum, { boxes }) => sum + boxes, 0);
	for (let box = first; box < first + manifest.objects; box++)
		yield async (to, progress) => {
			const { objects } = await catalogue.box<ObjectsBox>(manifest, box);
			const { notes, restored, bytes } = await restoreObjects(catalogue.source, to, objects);
			const next = {
				...progress,
				objects: progress.objects + restored,
				bytes: progress.bytes + bytes,
			};
			await to.batch([...notes, noteOf(next)]);
			return next;
		};
	let box = 1;
	for (const table of manifest.tables) {
		const changed = changes.get(table.name);
		// Changes first; the boxes' rows that they replace are skipped.
		const latest = [...(changed?.rows.values() ?? [])].filter((row) => row !== null);
		for (let at = 0; at < latest.length; at += ROWS_PER_UNIT) {
			const rows = latest.slice(at, at + ROWS_PER_UNIT);
			const columns = changed?.columns ?? [];
			yield (to, progress) => writeRows(to, { table: table.name, columns, rows }, progress);
		}
		for (const end = box + table.boxes; box < end; box++) {
			const n = box;
			yield async (to, progress) => {
				const read = await catalogue.box<RowsBox>(manifest, n);
				if (read.table !== table.name) throw new PlainError(`Box ${n} belongs to another table.`);
				const rows = read.rows.filter(([rowid]) => !changed?.rows.has(Number(rowid)));
				return writeRows(to, { ...read, rows }, progress);
			};
		}
	}
}

const noteOf = ({ unit, rows, objects, bytes }: Progress): Statement => [
	"UPDATE restore_progress SET unit = ?, rows = ?, objects = ?, bytes = ?",
	unit,
	rows,
	objects,
	bytes,
];

async function writeRows(
	to: Target,
	{ table, columns, rows }: { table: string; columns: string[]; rows: unknown[][] },
	progress: Progress,
): Promise<Progress> {
	const names = ["rowid", ...columns].map((name) => `"${name}"`).join(", ");
	const values = ["rowid", ...columns].map((_, at) => `json_extract(value, '$[${at}]')`).join(", ");
	const sql = `INSERT OR REPLACE INTO "${table}" (${names}) SELECT ${values} FROM json_each(?)`;
	const next = { ...progress, rows: progress.rows + rows.length };
	await to.batch([...piecesOf(rows).map((piece): Statement => [sql, piece]), noteOf(next)]);
	return next;
}

function piecesOf(rows: readonly unknown[][]): string[] {
	const pieces: string[] = [];
	let texts: string[] = [];
	let length = 0;
	for (const row of rows) {
		const text = JSON.stringify(row);
		if (length + text.length > PIECE_LENGTH && texts.length > 0) {
			pieces.push(`[${texts.join(",")}]`);
			texts = [];
			length = 0;
		}
		texts.push(text);
		length += text.length + 1;
	}
	return texts.length > 0 ? [...pieces, `[${texts.join(",")}]`] : pieces;
}

async function finish(
	to: Target,
	{
		manifest,
		progress,
		triggers,
	}: { manifest: Manifest; progress: Progress; triggers: readonly string[] },
): Promise<Lost[]> {
	let rows = 0;
	for (const { name } of manifest.tables) {
		const [found] = await to.batch([[`SELECT count(*) AS n FROM "${name}"`]]);
		rows += Number(found?.[0]?.n);
	}
	if (rows !== progress.rows)
		throw new PlainError(
			`${progress.rows} rows were written and ${rows} are there: something else writes to this database. Restore into a new one.`,
		);
	await to.batch([
		[
			"UPDATE all_files SET etag = (SELECT etag FROM restore_etags WHERE key = object_key) WHERE object_key IN (SELECT key FROM restore_etags)",
		],
	]);
	const lost = await lostFiles(to);
	await to.batch([
		...triggers.map((sql): Statement => [sql]),
		["DROP TABLE restore_progress"],
		["DROP TABLE restore_etags"],
		["DROP TABLE restore_lost"],
	]);
	return lost;
}
