import { sha256 } from "../../platform/security/crypto.ts";

/** What a database consists of. */
export type Schema = {
	/** parents before children */
	tables: string[];
	/** the statements that make the tables, parents first, then the indexes, then the product's triggers */
	statements: string[];
	hash: string;
	/** how many of the backup's own triggers exist */
	triggers: number;
};

export type SchemaRow = { type: string; name: string; sql: string | null };

/** Reads every definition, in one consistent answer. */
export const SCHEMA_QUERY = "SELECT type, name, sql FROM sqlite_master ORDER BY name";

/** False for the platform's own tables and those of the backup itself, which starts again in a restored database. */
const isOurs = (name: string) => !/^(?:sqlite_|_cf_)/.test(name);
const OWN = ["backup_state", "backup_changes"];
const TRIGGER = "backup_trigger_";
const EVENTS = { insert: "NEW", update: "OLD|NEW", delete: "OLD" } as const;

/** Returns each table after those that it refers to. */
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

/** Interprets the definitions in the database. */
export async function schemaOf(rows: readonly SchemaRow[]): Promise<Schema> {
	const ours = rows.filter(({ name, sql }) => isOurs(name) && sql !== null);
	const named = (type: string) =>
		new Map(ours.filter((row) => row.type === type).map(({ name, sql }) => [name, sql ?? ""]));
	const tables = named("table");
	const order = parentsFirst(tables);
	const triggers = [...named("trigger")];
	const isOwn = (name: string) => name.startsWith(TRIGGER);
	const statements = [
		...order.map((name) => tables.get(name) ?? ""),
		...named("index").values(),
		...triggers.filter(([name]) => !isOwn(name)).map(([, statement]) => statement),
	];
	return {
		tables: order.filter((name) => !OWN.includes(name)),
		statements,
		hash: await sha256(statements.join(";")),
		triggers: triggers.filter(([name]) => isOwn(name)).length,
	};
}

/** Makes every write to these tables note its row; the statements may be repeated. */
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

/** Removes these triggers. */
export function triggerDrops(tables: readonly string[]): string[] {
	return tables.flatMap((table) =>
		Object.keys(EVENTS).map((event) => `DROP TRIGGER IF EXISTS "${TRIGGER}${table}_${event}"`),
	);
}
