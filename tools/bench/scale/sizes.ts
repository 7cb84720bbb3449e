import { readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Of the Durable Objects' databases below a folder, largest first. */
export function objectSizes(folder: string): { object: string; bytes: number }[] {
	const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
	const sizes = files
		.filter((name) => /[0-9a-f]{64}\.sqlite$/.test(name))
		.map((name) => {
			const db = new DatabaseSync(join(folder, name));
			db.exec("pragma wal_checkpoint(truncate)");
			db.close();
			return { object: dirname(name), bytes: statSync(join(folder, name)).size };
		});
	return sizes.toSorted((a, b) => b.bytes - a.bytes);
}

/** Sizes in bytes. */
export type TableSize = { table: string; rows: number; bytes: number; indexBytes: number };

/** Of all tables with rows, largest first. */
export function tableSizes(file: string): { bytes: number; tables: TableSize[] } {
	const db = new DatabaseSync(file, { readOnly: true });
	const pages = db
		.prepare(`select m.tbl_name as name, m.type as type, sum(s.pgsize) as bytes
			from dbstat s join sqlite_master m on m.name = s.name
			where s.aggregate = true group by m.tbl_name, m.type`)
		.all() as { name: string; type: string; bytes: number }[];
	const names = [...new Set(pages.map(({ name }) => name))];
	const bytesOf = (table: string, type: string) =>
		pages.find((one) => one.name === table && one.type === type)?.bytes ?? 0;
	const tables = names.map((table): TableSize => {
		const { n } = db.prepare(`select count(*) as n from "${table}"`).get() as { n: number };
		const indexBytes = bytesOf(table, "index");
		return { table, rows: n, bytes: bytesOf(table, "table") + indexBytes, indexBytes };
	});
	db.close();
	return {
		bytes: statSync(file).size,
		tables: tables.filter(({ rows }) => rows > 100).toSorted((a, b) => b.bytes - a.bytes),
	};
}
