import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { randomId } from "../../platform/ids.ts";

type Query = { text: string; params: unknown[] };
type Values = SqlStorageValue[];
type Row = Record<string, SqlStorageValue>;
type Answer = { results: { results: Row[]; raw: Values[] }[]; version: number };

const isRead = ({ text }: Query) => /^\s*select\b/i.test(text);

/** A copy of the database, in the storage of a Durable Object of its own. */
class Replica {
	readonly #stub = env.UPLOAD_SESSION.getByName(randomId());
	/** how many of the writes it has */
	#version = 0;

	get version(): number {
		return this.#version;
	}

	inside<T>(work: (sql: SqlStorage) => T): Promise<T> {
		return runInDurableObject(this.#stub, (_object, { storage }) =>
			storage.transactionSync(() => {
				storage.sql.exec("pragma defer_foreign_keys = on");
				return work(storage.sql);
			}),
		);
	}

	/** Applies writes until it has as many, and reads. */
	async read(queries: readonly Query[], writes: readonly Query[], version: number) {
		await this.inside((sql) => {
			const missing = writes.slice(this.#version, version);
			for (const { text, params } of missing) sql.exec(text, ...params).toArray();
			this.#version = Math.max(this.#version, version);
		});
		return this.inside((sql) => {
			return queries.map(({ text, params }) => {
				const cursor = sql.exec(text, ...params);
				const names = cursor.columnNames;
				const raw: Values[] = [...cursor.raw()];
				const results = raw.map(
					(row): Row => Object.fromEntries(names.map((name, at) => [name, row[at] ?? null])),
				);
				return { results, raw, success: true, meta: {} };
			});
		});
	}
}

/**
 * Stands for a database with two read replicas, each behind the primary by a random number of writes; it
 * keeps what sessions of D1 promise: a read is no older than the bookmark of its session, and only the
 * first query of a session `first-primary` is sent to the primary for certain. The primary is the test's
 * real database; what it holds now, the replicas hold too.
 */
export async function laggingDatabase(random: () => number): Promise<D1Database> {
	const writes: Query[] = [];
	const replicas = [new Replica(), new Replica()];
	await Promise.all(replicas.map(copyInto));
	let last: Promise<unknown> = Promise.resolve();

	async function atPrimary(queries: readonly Query[], isRaw: boolean): Promise<Answer> {
		const before = last;
		const done = (async () => {
			await before;
			const statements = queries.map(({ text, params }) => env.DB.prepare(text).bind(...params));
			const [only] = statements;
			// As objects the rows of a join would lose columns of the same name.
			const results =
				isRaw && only
					? [{ results: [], raw: await only.raw<Values>() }]
					: (await env.DB.batch<Row>(statements)).map((each) => ({ ...each, raw: [] }));
			writes.push(...queries.filter((query) => !isRead(query)));
			return { results, version: writes.length };
		})();
		last = done.catch(() => {});
		return done;
	}

	async function atReplica(queries: readonly Query[], atLeast: number): Promise<Answer> {
		const replica = replicas[Math.floor(random() * replicas.length)] ?? new Replica();
		const from = Math.max(atLeast, replica.version);
		const version = from + Math.floor(random() ** 3 * (writes.length - from + 1));
		return { results: await replica.read(queries, writes, version), version };
	}

	function session(constraint: string) {
		let version = constraint.startsWith("first-") ? 0 : Number.parseInt(constraint, 16);
		let isFirst = constraint === "first-primary";
		let answered = false;
		async function send(queries: readonly Query[], isRaw = false) {
			if (!isFirst && !queries.every(isRead)) throw new Error("a write in a session of a replica");
			const result = isFirst ? await atPrimary(queries, isRaw) : await atReplica(queries, version);
			isFirst = false;
			answered = true;
			version = Math.max(version, result.version);
			return result.results;
		}
		const prepared = (query: Query) => ({
			query,
			bind: (...params: unknown[]) => prepared({ ...query, params }),
			all: async () => (await send([query]))[0],
			run: async () => (await send([query]))[0],
			raw: async () => (await send([query], true))[0]?.raw,
			first: async () => (await send([query]))[0]?.results[0] ?? null,
		});
		return {
			prepare: (text: string) => prepared({ text, params: [] }),
			batch: (statements: { query: Query }[]) => send(statements.map(({ query }) => query)),
			getBookmark: () => (answered ? version.toString(16).padStart(8, "0") : null),
		};
	}

	return {
		prepare: (text: string) => session("first-primary").prepare(text),
		batch: (statements: { query: Query }[]) => session("first-primary").batch(statements),
		withSession: session,
	} as unknown as D1Database;
}

/** Gives the replica the tables of the test's database, with their rows. */
async function copyInto(replica: Replica): Promise<void> {
	const { results: tables } = await env.DB.prepare(
		"select name, type, sql from sqlite_master where sql is not null and name not like '\\_%' escape '\\' and name not like 'sqlite%'",
	).all<{ name: string; type: string; sql: string }>();
	const names = tables.filter(({ type }) => type === "table").map(({ name }) => name);
	const contents = await env.DB.batch<Row>(
		names.map((name) => env.DB.prepare(`select * from "${name}"`)),
	);
	await replica.inside((sql) => {
		const own = (type: string) =>
			sql.exec("select name from sqlite_master where type = ?", type).toArray();
		const create = (type: string) => {
			for (const one of tables.filter((each) => each.type === type)) sql.exec(one.sql);
		};
		for (const { name } of own("trigger")) sql.exec(`drop trigger "${name}"`);
		for (const { name } of own("table"))
			if (!/^(?:_|sqlite)/.test(String(name))) sql.exec(`drop table "${name}"`);
		create("table");
		create("index");
		for (const [at, name] of names.entries())
			for (const row of contents[at]?.results ?? []) {
				const columns = Object.keys(row).map((column) => `"${column}"`);
				sql.exec(
					`insert into "${name}" (${columns}) values (${columns.map(() => "?")})`,
					...Object.values(row),
				);
			}
		// After the rows, which are there already with what the triggers keep.
		create("trigger");
	});
}
