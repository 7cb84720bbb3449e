import { sha256 } from "../../platform/security/crypto.ts";

export type Schema = {
	/** parents before children */
	tables: string[];
	views: string[];
	/** tables, parents first, then indexes, views, and the product's triggers */
	statements: string[];
	hash: string;
	/** of the backup itself */
	triggers: number;
};

export type SchemaRow = { type: string; name: string; sql: string | null };

/** Reads every definition in one consistent answer. */
export const SCHEMA_QUERY = "SELECT type, name, sql FROM sqlite_master ORDER BY name";

/** The backup's own tables start again in a restored database. */
const isOurs = (name: string) => !/^(?:sqlite_|_cf_)/.test(name);
const OWN = ["backup_state", "backup_changes"];
const TRIGGER = "backup_trigger_";
const EVENTS = { insert: "NEW", update: "OLD|NEW", delete: "OLD" } as const;

function parentsFirst(definitions: ReadonlyMap<string, string>): string[] {
	const sorted: string[] = [];
	const visit = (name: string) => {
		if (sorted.includes(name)) return;
		for (const [, parent = ""] of (definitions.get(name) ?? "").matchAll(/REFERENCES [`"](\w+)/gi))
			if (parent !== name && definitions.has(parent)) visit(parent);
		sorted.push(name);
	};
	for (const name of definitions.keys()) visit(name);
	return sorted;
}

export async function schemaOf(rows: readonly SchemaRow[]): Promise<Schema> {
	const ownRows = rows.filter(({ name, sql }) => isOurs(name) && sql !== null);
	const named = (type: string) =>
		new Map(ownRows.filter((row) => row.type === type).map(({ name, sql }) => [name, sql ?? ""]));
	const tables = named("table");
	const order = parentsFirst(tables);
	const views = named("view");
	const triggers = [...named("trigger")];
	const isOwn = (name: string) => name.startsWith(TRIGGER);
	const statements = [
		...order.map((name) => tables.get(name) ?? ""),
		...named("index").values(),
		...views.values(),
		...triggers.filter(([name]) => !isOwn(name)).map(([, statement]) => statement),
	];
	return {
		tables: order.filter((name) => !OWN.includes(name)),
		views: [...views.keys()],
		statements,
		hash: await sha256(statements.join(";")),
		triggers: triggers.filter(([name]) => isOwn(name)).length,
	};
}

/** Every write to these tables notes its row; the statements may be repeated. */
export function triggersFor(tables: readonly string[]): string[] {
	return tables.flatMap((table) =>
		Object.entries(EVENTS).map(([event, rows]) => {
			const notes = rows
				.split("|")
				.map(
					(row) =>
						`INSERT INTO backup_changes (table_name, row) VALUES ('${table}', ${row}.rowid);`,
				);
			return `CREATE TRIGGER IF NOT EXISTS "${TRIGGER}${table}_${event}" AFTER ${event.toUpperCase()} ON "${table}" BEGIN ${notes.join(" ")} END`;
		}),
	);
}

export function triggerDrops(tables: readonly string[]): string[] {
	return tables.flatMap((table) =>
		Object.keys(EVENTS).map((event) => `DROP TRIGGER IF EXISTS "${TRIGGER}${table}_${event}"`),
	);
}
