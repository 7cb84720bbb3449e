import { sql } from "drizzle-orm";
import { backupChanges } from "../tables.ts";
import { type BackupCtx, writeNextBox } from "./context.ts";
import type { ChangesBox, RowsBox } from "./format.ts";
import { SCHEMA_QUERY, type SchemaRow, schemaOf, triggerDrops, triggersFor } from "./schema.ts";
import { type BackupState, freshState, saveQuery } from "./state.ts";

/** characters */
const BOX_LENGTH = 1 << 20;
const MAX_ROWS = 4000;
const MAX_CHANGES = 1000;

const database = (ctx: BackupCtx) => ctx.env.DB;

/** Must note changes before rows are read, so that none is missed. */
export async function beginRows(ctx: BackupCtx, state: BackupState): Promise<BackupState | null> {
	const { results } = await database(ctx).prepare(SCHEMA_QUERY).all<SchemaRow>();
	const schema = await schemaOf(results);
	const tables = schema.tables.map((name) => ({ name, boxes: 0, rows: 0 }));
	const next: BackupState = { ...state, phase: "rows", after: "", tables, schema: schema.hash };
	const triggers = triggersFor(schema.tables).map((one) => ctx.db.run(sql.raw(one)));
	const [saved] = await ctx.db.batch([saveQuery(ctx, state, next), ...triggers]);
	return saved.length > 0 ? next : null;
}

export async function copyRows(ctx: BackupCtx, state: BackupState): Promise<BackupState> {
	const table = state.tables[state.table];
	if (!table) return { ...state, phase: "changes" };
	const { limit } = state;
	const [columns = [], ...rows] = await database(ctx)
		.prepare(
			`SELECT rowid AS row_id, * FROM "${table.name}" WHERE rowid > ? ORDER BY rowid LIMIT ?`,
		)
		.bind(state.rowid, limit)
		.raw<unknown[]>({ columnNames: true });
	const isLast = rows.length < limit;
	const onwards = isLast
		? { table: state.table + 1, rowid: -1, limit: 100 }
		: { rowid: Number(rows.at(-1)?.[0]) };
	if (rows.length === 0) return copyRows(ctx, { ...state, ...onwards });
	const box: RowsBox = { kind: "rows", table: table.name, columns: columns.slice(1), rows };
	const text = JSON.stringify(box);
	const fitting = Math.floor((limit * BOX_LENGTH) / text.length);
	const tables = state.tables.with(state.table, {
		...table,
		boxes: table.boxes + 1,
		rows: table.rows + rows.length,
	});
	return writeNextBox(ctx, state, text, {
		tables,
		limit: Math.max(1, Math.min(fitting, 4 * limit, MAX_ROWS)),
		...onwards,
	});
}

const tablesOf = (changes: readonly Change[]) => [
	...new Set(changes.map((change) => change.table_name)),
];
type Change = { seq: number; table_name: string; row: number };
const CHANGES =
	"SELECT seq, table_name, row FROM backup_changes WHERE seq > ?1 ORDER BY seq LIMIT ?2";

/**
 * Reads the next changes and their rows in one transaction. When no change is left, the boxes equal the database at
 * this moment. Starts again if tables were altered.
 */
export async function copyChanges(ctx: BackupCtx, state: BackupState): Promise<BackupState> {
	const db = database(ctx);
	const next = db.prepare(CHANGES).bind(state.seq, MAX_CHANGES);
	// Queries per run are limited.
	const tables = tablesOf((await next.all<Change>()).results);
	const [page, definitions, ...found] = await db.batch([
		next,
		db.prepare(SCHEMA_QUERY),
		...tables.map((table) =>
			db
				.prepare(
					`SELECT rowid AS row_id, * FROM "${table}" WHERE rowid IN (SELECT row FROM (${CHANGES}) WHERE table_name = ?3)`,
				)
				.bind(state.seq, MAX_CHANGES, table),
		),
	]);
	const moment = ctx.now();
	const changes = (page?.results ?? []) as Change[];
	const schema = await schemaOf((definitions?.results ?? []) as SchemaRow[]);
	if (schema.hash !== state.schema || schema.triggers !== triggersFor(schema.tables).length)
		return freshState(ctx.now(), state);
	// Another table was written to between the two readings.
	if (tablesOf(changes).some((table) => !tables.includes(table))) return copyChanges(ctx, state);
	const isLast = changes.length < MAX_CHANGES;
	const changed = tables.map((table, at) => {
		const rows = (found[at]?.results ?? []) as Record<string, unknown>[];
		const there = new Set(rows.map((row) => row.row_id));
		const touched = changes.filter((change) => change.table_name === table);
		const removed = [...new Set(touched.map(({ row }) => row))].filter((row) => !there.has(row));
		const columns = Object.keys(rows[0] ?? {}).slice(1);
		return { table, columns, rows: rows.map((row) => Object.values(row)), removed };
	});
	const box: ChangesBox = {
		kind: "changes",
		tables: changed,
		schema: isLast ? schema.statements : null,
	};
	return writeNextBox(ctx, state, JSON.stringify(box), {
		changes: state.changes + 1,
		seq: changes.at(-1)?.seq ?? state.seq,
		...(isLast && { phase: "objects", moment }),
	});
}

export const endQueries = (ctx: Pick<BackupCtx, "db">, { tables }: BackupState) => [
	...triggerDrops(tables.map(({ name }) => name)).map((one) => ctx.db.run(sql.raw(one))),
	ctx.db.delete(backupChanges),
];
