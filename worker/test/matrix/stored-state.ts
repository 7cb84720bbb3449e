import { env } from "cloudflare:workers";
import { getTableName } from "drizzle-orm";
import { getTableConfig } from "drizzle-orm/sqlite-core";
import { TABLES } from "../fixtures/all-tables.ts";

/**
 * Detects and undoes a request's changes in the database and the bucket. Rereads only what was
 * written since, according to this runtime's statements and calls and its Durable Objects'. Our own
 * statements begin with a comment, to distinguish them from the product's.
 */

const ROWID = "the rowid";
const BUCKET = "the bucket";
export const EVERYTHING: readonly string[] = [...TABLES.map(({ name }) => name), BUCKET];
const WRITES = /\b(insert(?: or \w+)? into|update(?: or \w+)?|delete from)\s+"?(\w+)/gi;
const BUCKET_WRITES = ["put", "delete", "createMultipartUpload", "resumeMultipartUpload"];

type Row = Record<string, unknown>;
/**
 * Rows of each table, and objects' keys with their etags, as JSON by the table's name or "the
 * bucket".
 */
export type Contents = ReadonlyMap<string, string>;

const written = new Set<string>();

/** Tables whose rows are deleted with those of another, by that one's name. */
const dependents = Map.groupBy(
	TABLES.flatMap(({ table }) =>
		getTableConfig(table)
			.foreignKeys.filter(({ onDelete }) => onDelete === "cascade")
			.map((key) => ({
				of: getTableName(key.reference().foreignTable),
				name: getTableName(table),
			})),
	),
	({ of }) => of,
);

/** Tables that triggers write, by the table written first. */
const triggered = new Map<string, Set<string>>();

async function readTriggers(): Promise<void> {
	const { results } = await env.DB.prepare(
		"/* test */ select tbl_name as name, sql from sqlite_master where type = 'trigger'",
	).all<{ name: string; sql: string }>();
	for (const { name, sql } of results) {
		const body = sql.slice(sql.search(/\bbegin\b/i));
		for (const [, , table = ""] of body.matchAll(WRITES))
			triggered.set(name, (triggered.get(name) ?? new Set()).add(table));
	}
}

const isTriggered = (table: string) => [...triggered.values()].some((tables) => tables.has(table));

function noteDeletion(table: string): void {
	for (const { name } of dependents.get(table) ?? []) {
		written.add(name);
		for (const other of triggered.get(name) ?? []) written.add(other);
		noteDeletion(name);
	}
}

function noteStatement(text: string): void {
	for (const [, verb = "", table = ""] of text.matchAll(WRITES)) {
		written.add(table);
		for (const other of triggered.get(table) ?? []) written.add(other);
		if (/^delete/i.test(verb)) noteDeletion(table);
	}
}

/** For all objects of the class of `one`. */
function precede(one: object, name: string, before: (...args: unknown[]) => void): void {
	let owner = one;
	while (!Object.hasOwn(owner, name)) owner = Object.getPrototypeOf(owner);
	const methods = owner as Record<string, (...args: unknown[]) => unknown>;
	const real = methods[name];
	methods[name] = function (...args) {
		before(...args);
		return real?.apply(this, args);
	};
}

let isWatching = false;

async function watchWrites(): Promise<void> {
	if (isWatching) return;
	isWatching = true;
	await readTriggers();
	// Every query goes through it, with its text or its batch's texts.
	precede(env.DB.withSession(), "_send", (_, texts) =>
		[texts].flat().map(String).map(noteStatement),
	);
	for (const name of BUCKET_WRITES) precede(env.FILES, name, () => written.add(BUCKET));
}

async function objectsNow(): Promise<string> {
	const { objects } = await env.FILES.list();
	return JSON.stringify(objects.map(({ key, etag }) => [key, etag]));
}

async function rowsNow(tables: readonly string[]): Promise<[string, string][]> {
	if (tables.length === 0) return [];
	const results = await env.DB.batch<Row>(
		tables.map((name) => env.DB.prepare(`/* test */ select rowid as "${ROWID}", * from "${name}"`)),
	);
	return tables.map((name, at) => [name, JSON.stringify(results[at]?.results)]);
}

async function contentsOf(names: readonly string[]): Promise<[string, string][]> {
	const rows = await rowsNow(names.filter((name) => name !== BUCKET));
	return names.includes(BUCKET) ? [...rows, [BUCKET, await objectsNow()]] : rows;
}

export function differences(one: Contents, other: Contents): string[] {
	return EVERYTHING.filter((name) => one.get(name) !== other.get(name));
}

/** Doesn't write unchanged rows. */
function rowsBack(name: string, rows: readonly Row[]) {
	const [first] = rows;
	const remove = env.DB.prepare(
		`/* test */ delete from "${name}" where rowid not in (select value from json_each(?))`,
	).bind(JSON.stringify(rows.map(({ [ROWID]: rowid }) => rowid)));
	if (!first) return { remove, write: [] };
	const names = Object.keys(first).map((column) => `"${column === ROWID ? "rowid" : column}"`);
	const write = env.DB.prepare(
		`/* test */ insert into "${name}" (${names.join(", ")})
		select ${names.map((_, at) => `value ->> ${at}`).join(", ")} from json_each(?) where true
		on conflict do update set ${names.map((column) => `${column} = excluded.${column}`).join(", ")}`,
	).bind(JSON.stringify(rows.map((row) => Object.values(row))));
	return { remove, write: [write] };
}

export class StoredState {
	readonly #arranged: Contents;
	readonly #bytes = new Map<string, Uint8Array<ArrayBuffer>>();
	#now: Contents;

	private constructor(contents: Contents) {
		this.#arranged = contents;
		this.#now = contents;
	}

	/** Reads the state that `restore` brings back. */
	static async arranged(): Promise<StoredState> {
		await watchWrites();
		written.clear();
		const state = new StoredState(new Map(await contentsOf(EVERYTHING)));
		for (const { key } of (await env.FILES.list()).objects) {
			const object = await env.FILES.get(key);
			if (object) state.#bytes.set(key, new Uint8Array(await object.arrayBuffer()));
		}
		return state;
	}

	async read(): Promise<Contents> {
		const names = EVERYTHING.filter((name) => written.has(name));
		written.clear();
		if (names.length > 0) this.#now = new Map([...this.#now, ...(await contentsOf(names))]);
		return this.#now;
	}

	async restore(): Promise<void> {
		const changed = differences(await this.read(), this.#arranged);
		if (changed.length === 0) return;
		const tables = Object.groupBy(
			changed.filter((name) => name !== BUCKET),
			(name) => (isTriggered(name) ? "last" : "first"),
		);
		// Tables written by triggers must follow those that they watch, or they would change again.
		const statements = [tables.first ?? [], tables.last ?? []].flatMap((names) => {
			const back = names.map((name) =>
				rowsBack(name, JSON.parse(this.#arranged.get(name) ?? "[]")),
			);
			return [...back.map(({ remove }) => remove), ...back.flatMap(({ write }) => write)];
		});
		if (statements.length > 0)
			await env.DB.batch([
				env.DB.prepare("/* test */ pragma defer_foreign_keys = on"),
				...statements,
			]);
		if (changed.includes(BUCKET)) await this.#restoreObjects();
		written.clear();
		this.#now = this.#arranged;
	}

	async #restoreObjects(): Promise<void> {
		const objectsIn = (contents: Contents) =>
			new Map<string, string>(JSON.parse(contents.get(BUCKET) ?? "[]"));
		const [now, arranged] = [objectsIn(this.#now), objectsIn(this.#arranged)];
		const added = [...now.keys()].filter((key) => !arranged.has(key));
		if (added.length > 0) await env.FILES.delete(added);
		for (const [key, etag] of arranged) {
			const bytes = this.#bytes.get(key);
			if (now.get(key) !== etag && bytes) await env.FILES.put(key, bytes);
		}
	}

	/** Differences from the arranged state. */
	async leftovers(): Promise<string[]> {
		return differences(new Map(await contentsOf(EVERYTHING)), this.#arranged);
	}
}
