import {
	BACKUPS,
	boxKey,
	type ChangesBox,
	type Manifest,
	manifestKey,
} from "../../../worker/maintenance/backup/format.ts";
import { type BackupKey, SealError, unseal } from "../../../worker/maintenance/backup/seal.ts";
import { PlainError } from "../../local/processes.ts";
import type { Source } from "./stores.ts";

export class Catalogue {
	readonly source: Source;
	readonly #key: BackupKey;

	constructor(source: Source, key: BackupKey) {
		this.source = source;
		this.#key = key;
	}

	/** @throws PlainError if it is missing, damaged or for another key */
	async open<T>(name: string): Promise<T> {
		const box = await this.source.read(name);
		if (!box) throw new PlainError(`The backups lack ${name}.`);
		try {
			return JSON.parse(await unseal(this.#key, name, box)) as T;
		} catch (error) {
			if (error instanceof SealError && error.reason === "wrong_key")
				throw new PlainError(`${error.message}; the given key is for ${this.#key.publicKey}.`);
			if (error instanceof SealError) throw new Damaged(`${error.message}.`);
			throw error;
		}
	}

	box<T>({ id }: Manifest, n: number): Promise<T> {
		return this.open<T>(boxKey(id, n));
	}

	/** The latest complete backup up to `at`; reports and skips damaged ones. */
	async latest(at: number, print: (line: string) => void): Promise<Manifest> {
		const ids: string[] = [];
		for await (const { key } of this.source.list(BACKUPS))
			if (key.endsWith("/manifest")) ids.push(key.slice(BACKUPS.length, -"/manifest".length));
		for (const id of ids.toSorted().toReversed()) {
			try {
				const manifest = await this.open<Manifest>(manifestKey(id));
				if (manifest.moment <= at) return manifest;
			} catch (error) {
				if (!(error instanceof Damaged)) throw error;
				print(`${error.message} Skipped.`);
			}
		}
		throw new PlainError(
			ids.length === 0
				? "There is no complete backup."
				: `There is no backup that old; the oldest began at ${ids.toSorted()[0]}.`,
		);
	}

	/** Opens every box once, so that a restore doesn't stop half-way. */
	async check(manifest: Manifest): Promise<void> {
		const { tables, changes, objects } = manifest;
		const boxes = changes + objects + tables.reduce((sum, table) => sum + table.boxes, 0);
		try {
			for (let n = 1; n <= boxes; n++) await this.box(manifest, n);
		} catch (error) {
			if (!(error instanceof PlainError)) throw error;
			throw new PlainError(
				`${error.message} Nothing was written. Choose the backup before: --at ${new Date(manifest.moment - 1).toISOString()}`,
			);
		}
	}

	/** By table and `rowid`, the last state of each changed row, null if removed. */
	async changes(manifest: Manifest) {
		const tables = new Map<string, { columns: string[]; rows: Map<number, unknown[] | null> }>();
		let schema: string[] = [];
		const first = 1 + manifest.tables.reduce((sum, { boxes }) => sum + boxes, 0);
		for (let n = first; n < first + manifest.changes; n++) {
			const box = await this.box<ChangesBox>(manifest, n);
			schema = box.schema ?? schema;
			for (const { table, columns, rows, removed } of box.tables) {
				const known = tables.get(table) ?? { columns, rows: new Map() };
				if (columns.length > 0) known.columns = columns;
				for (const row of rows) known.rows.set(Number(row[0]), row);
				for (const rowid of removed) known.rows.set(rowid, null);
				tables.set(table, known);
			}
		}
		return { tables, schema };
	}
}

class Damaged extends PlainError {}
