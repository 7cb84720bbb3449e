import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import type { Kind, Kinds } from "./kinds.ts";

export interface Page<K extends Kind> {
	data: Kinds[K][];
	has_more: boolean;
}

/** `equals` names JSON paths below the object, e.g. `customer` or `payment.payment_intent`. */
export interface Query {
	account: string;
	equals?: Record<string, string | number | boolean | undefined>;
	anyOf?: Record<string, string[] | undefined>;
	created?: {
		gt?: number | undefined;
		gte?: number | undefined;
		lt?: number | undefined;
		lte?: number | undefined;
	};
	limit?: number | undefined;
	startingAfter?: string | undefined;
}

const SCHEMA = `
  create table if not exists objects (
    seq integer primary key autoincrement,
    id text not null unique,
    kind text not null,
    account text not null,
    created integer not null,
    body text not null,
    hidden text
  );
  create index if not exists objects_by_kind on objects (kind, account, seq);
  create index if not exists objects_by_age on objects (kind, account, created);
  create index if not exists objects_by_intent on objects (json_extract(body, '$.payment_intent'));
  create index if not exists objects_by_source on objects (json_extract(body, '$.source'));
  create index if not exists objects_by_charge on objects (json_extract(body, '$.charge'));
  create index if not exists objects_by_customer on objects (json_extract(body, '$.customer'));
  create index if not exists objects_by_group on objects (json_extract(body, '$.transfer_group'));
  create table if not exists stored_responses (
    scope text primary key,
    fingerprint text not null,
    status integer not null,
    body text not null,
    at integer not null
  );
  create index if not exists stored_responses_by_age on stored_responses (at);
  create table if not exists deliveries (
    id integer primary key autoincrement,
    event text not null,
    endpoint text not null,
    state text not null,
    attempts integer not null default 0,
    due integer not null
  );
  create index if not exists deliveries_by_state on deliveries (state, due);
  create index if not exists deliveries_by_event on deliveries (event);
`;

/** Objects are stored unexpanded, with their account ('' is the platform) and a note that the API does not return. */
export class Store {
	readonly db: DatabaseSync;
	readonly #prepared = new Map<string, StatementSync>();
	#depth = 0;

	/** @param path a file, or `:memory:` */
	constructor(path: string) {
		if (path !== ":memory:") mkdirSync(dirname(path), { recursive: true });
		this.db = new DatabaseSync(path);
		this.db.exec(
			"pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 3000;",
		);
		this.db.exec(SCHEMA);
	}

	close(): void {
		this.db.close();
	}

	clear(): void {
		this.db.exec("delete from objects; delete from stored_responses; delete from deliveries;");
	}

	/** Runs `work` atomically; may be nested. Errors in `keeps` are committed. */
	transaction<T>(work: () => T, keeps: (error: unknown) => boolean = () => false): T {
		const name = `level_${this.#depth}`;
		this.db.exec(this.#depth === 0 ? "begin immediate" : `savepoint ${name}`);
		this.#depth += 1;
		let commit = true;
		try {
			return work();
		} catch (error) {
			commit = keeps(error);
			throw error;
		} finally {
			this.#depth -= 1;
			if (this.#depth === 0) this.db.exec(commit ? "commit" : "rollback");
			else this.db.exec(`${commit ? "" : `rollback to ${name}; `}release ${name}`);
		}
	}

	/** Compiling the few statements takes longer than running them. */
	#prepare(text: string): StatementSync {
		const known = this.#prepared.get(text) ?? this.db.prepare(text);
		this.#prepared.set(text, known);
		return known;
	}

	insert<K extends Kind>(
		kind: K,
		object: Kinds[K],
		scope: { account?: string; hidden?: unknown } = {},
	): Kinds[K] {
		this.#prepare(
			"insert into objects (id, kind, account, created, body, hidden) values (?, ?, ?, ?, ?, ?)",
		).run(
			object.id,
			kind,
			scope.account ?? "",
			object.created ?? 0,
			JSON.stringify(object),
			scope.hidden === undefined ? null : JSON.stringify(scope.hidden),
		);
		return object;
	}

	save<K extends Kind>(kind: K, object: Kinds[K]): Kinds[K] {
		this.#prepare("update objects set body = ? where id = ? and kind = ?").run(
			JSON.stringify(object),
			object.id,
			kind,
		);
		return object;
	}

	remove(id: string): void {
		this.#prepare("delete from objects where id = ?").run(id);
	}

	find<K extends Kind>(kind: K, id: string, account?: string): Kinds[K] | undefined {
		const row = this.#prepare("select body, account from objects where id = ? and kind = ?").get(
			id,
			kind,
		);
		if (row === undefined || (account !== undefined && row.account !== account)) return undefined;
		return JSON.parse(String(row.body)) as Kinds[K];
	}

	/** '' for the platform. */
	accountOf(id: string): string {
		return String(this.#prepare("select account from objects where id = ?").get(id)?.account ?? "");
	}

	/** e.g. a card's number */
	hidden<T>(id: string): T | undefined {
		const row = this.#prepare("select hidden from objects where id = ?").get(id);
		return typeof row?.hidden === "string" ? (JSON.parse(row.hidden) as T) : undefined;
	}

	hide(id: string, note: unknown): void {
		this.#prepare("update objects set hidden = ? where id = ?").run(JSON.stringify(note), id);
	}

	list<K extends Kind>(kind: K, query: Query): Page<K> {
		const where = ["kind = ?", "account = ?"];
		const values: SQLInputValue[] = [kind, query.account];
		const clause = (sql: string, ...more: SQLInputValue[]) => {
			where.push(sql);
			values.push(...more);
		};
		for (const [path, value] of Object.entries(query.equals ?? {})) {
			if (value === undefined) continue;
			clause(
				`json_extract(body, '$.${path}') = ?`,
				typeof value === "boolean" ? Number(value) : value,
			);
		}
		for (const [path, list] of Object.entries(query.anyOf ?? {})) {
			if (list === undefined) continue;
			clause(
				`json_extract(body, '$.${path}') in (select value from json_each(?))`,
				JSON.stringify(list),
			);
		}
		const range = query.created ?? {};
		if (range.gt !== undefined) clause("created > ?", range.gt);
		if (range.gte !== undefined) clause("created >= ?", range.gte);
		if (range.lt !== undefined) clause("created < ?", range.lt);
		if (range.lte !== undefined) clause("created <= ?", range.lte);
		if (query.startingAfter)
			clause("seq < (select seq from objects where id = ?)", query.startingAfter);
		const limit = query.limit ?? 1_000_000;
		const rows = this.#prepare(
			`select body from objects where ${where.join(" and ")} order by seq desc limit ${limit + 1}`,
		).all(...values);
		const data = rows.slice(0, limit).map((row) => JSON.parse(String(row.body)) as Kinds[K]);
		return { data, has_more: rows.length > limit };
	}

	all<K extends Kind>(
		kind: K,
		query: Omit<Query, "account"> & { account?: string } = {},
	): Kinds[K][] {
		return this.list(kind, { account: "", ...query }).data;
	}
}
