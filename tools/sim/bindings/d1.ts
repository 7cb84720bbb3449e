import type { Call } from "./call.ts";
import { type Answer, Sqlite, type SqlValue } from "./sqlite.ts";

type Query = { text: string; params: SqlValue[] };
/** A query that changed rows, with the random bytes it drew. */
type Change = Query & { drawn: Uint8Array[] };
type Result = { answers: Answer[]; version: number; isPrimary: boolean };
type Replica = { sqlite: Sqlite; version: number };
type Options = {
	/** the name in its bookmarks, which other databases refuse */
	id: string;
	replicas: number;
	randomBytes: (size: number) => Uint8Array;
	/** the version that a replica reads at, from `oldest` to `newest` inclusive */
	chooseVersion: (oldest: number, newest: number) => number;
};

const PRAGMA = /\bpragma\b/i;

/** Commits kept for replicas; one further behind catches up. */
const MAX_BEHIND = 5000;

/** Each commit that changes rows is a version; a read first brings its replica up to the version chosen for it. */
export class Database {
	readonly primary: Sqlite;
	readonly #options: Options;
	readonly #replicas: Replica[];
	/** the newest commits, from version `#first` on */
	#log: Change[][] = [];
	/** random bytes drawn at the primary, or still to be drawn at a replica */
	#drawn: Uint8Array[] = [];
	#first = 1;
	#version = 0;

	constructor(options: Options) {
		this.#options = options;
		this.primary = new Sqlite((size) => {
			const bytes = options.randomBytes(size);
			this.#drawn.push(bytes);
			return bytes;
		});
		const redraw = () => this.#drawn.shift() ?? new Uint8Array();
		const replica = () => ({ sqlite: new Sqlite(redraw), version: 0 });
		this.#replicas = Array.from({ length: options.replicas }, replica);
	}

	dump(path: string): void {
		this.primary.dump(path);
	}

	close(): void {
		this.primary.close();
		for (const { sqlite } of this.#replicas) sqlite.close();
	}

	get version(): number {
		return this.#version;
	}

	write(queries: readonly Query[]): Result {
		const isRead = queries.every(({ text }) => this.primary.isRead(text));
		const drawn: Uint8Array[][] = [];
		const run = () =>
			queries.map(({ text, params }) => {
				this.#drawn = [];
				drawn.push(this.#drawn);
				return this.primary.exec(text, params);
			});
		const answers = isRead ? run() : this.primary.transaction(run);
		// Pragmas change no rows, but decide whether a replica accepts the next statements.
		const changing = queries.flatMap((query, at) =>
			answers[at]?.isChanged || PRAGMA.test(query.text)
				? [{ ...query, drawn: drawn[at] ?? [] }]
				: [],
		);
		if (answers.some(({ isChanged }) => isChanged)) {
			this.#log.push(changing);
			this.#version++;
			if (this.#log.length > 2 * MAX_BEHIND) this.#shorten();
		}
		return { answers, version: this.#version, isPrimary: true };
	}

	/** Reads at a replica that has at least this version. */
	read(queries: readonly Query[], atLeast: number): Result {
		const byAge = this.#replicas.toSorted((a, b) => b.version - a.version);
		const oldest = Math.max(atLeast, byAge.at(-1)?.version ?? this.#version);
		const version = this.#options.chooseVersion(oldest, this.#version);
		// The newest up to that version, so that ages differ.
		const replica = byAge.find((one) => one.version <= version);
		if (!replica) return { ...this.write(queries), isPrimary: true };
		this.#catchUp(replica, version);
		const answers = queries.map(({ text, params }) => replica.sqlite.exec(text, params));
		return { answers, version, isPrimary: false };
	}

	bookmarkOf(version: number): string {
		return `${version.toString(16).padStart(8, "0")}-${this.#options.id}`;
	}

	/** @throws Error for another database's bookmark, or a state that never existed */
	versionOf(bookmark: string): number {
		const [version = "", ...id] = bookmark.split("-");
		const number = Number.parseInt(version, 16);
		if (id.join("-") !== this.#options.id || !(number <= this.#version))
			throw new Error("D1_ERROR: Invalid bookmark.");
		return number;
	}

	#catchUp(replica: Replica, version: number): void {
		for (; replica.version < version; replica.version++) {
			const commit = this.#log[replica.version + 1 - this.#first] ?? [];
			replica.sqlite.transaction(() => {
				for (const { text, params, drawn } of commit) {
					this.#drawn = [...drawn];
					replica.sqlite.exec(text, params);
				}
			});
		}
	}

	#shorten(): void {
		const oldest = this.#version - MAX_BEHIND;
		for (const replica of this.#replicas) this.#catchUp(replica, oldest);
		this.#log = this.#log.slice(oldest + 1 - this.#first);
		this.#first = oldest + 1;
	}
}

/** Converts like D1's client, which sends JSON. @throws Error for other types */
function sent(value: unknown): SqlValue {
	if (value === null || typeof value === "string") return value;
	if (typeof value === "number") return Number.isFinite(value) ? value + 0 : null;
	if (typeof value === "boolean") return value ? 1 : 0;
	if (value instanceof ArrayBuffer) return new Uint8Array(value.slice());
	if (ArrayBuffer.isView(value)) return Uint8Array.from(value as Uint8Array);
	const isByte = (one: unknown) => typeof one === "number" && one >= 0 && one < 256;
	if (Array.isArray(value) && value.every(isByte)) return Uint8Array.from(value);
	const cause = new Error(`Type '${typeof value}' not supported for value '${value}'`);
	throw new Error(`D1_TYPE_ERROR: ${cause.message}`, { cause });
}

function received(value: SqlValue): unknown {
	if (typeof value === "number") return Number.isFinite(value) ? value + 0 : null;
	return value instanceof Uint8Array ? Array.from(value) : value;
}

const DETAILS = new Map<string, string>();

function detailOf(text: string): string {
	const known = DETAILS.get(text);
	if (known !== undefined) return known;
	const detail = text.slice(0, 400).trim().replace(/\s+/g, " ").slice(0, 80);
	if (DETAILS.size > 5000) DETAILS.clear();
	DETAILS.set(text, detail);
	return detail;
}

class Session {
	readonly #database: Database;
	readonly #call: Call;
	/** null: every query goes to the primary, without a bookmark */
	#at: string | null;

	constructor(database: Database, call: Call, at: string | null) {
		this.#database = database;
		this.#call = call;
		this.#at = at;
	}

	prepare(text: string): Statement {
		return new Statement(this, { text, params: [] });
	}

	async batch(statements: readonly Statement[]) {
		const queries = statements.map(({ query }) => query);
		const result = await this.send("batch", queries);
		return result.answers.map((answer) => asResult(answer, result));
	}

	getBookmark(): string | null {
		return this.#at?.startsWith("first-") ? null : this.#at;
	}

	async send(name: string, queries: readonly Query[]): Promise<Result> {
		const database = this.#database;
		const isWrite = !queries.every(({ text }) => database.primary.isRead(text));
		const isPrimary = isWrite || this.#at === null || this.#at === "first-primary";
		const service = isPrimary ? "primary" : "replica";
		const detail = queries.map(({ text }) => detailOf(text)).join("; ");
		const result = await this.#call({ service, name, detail, isWrite }, () => {
			const bookmark = this.getBookmark();
			const atLeast = bookmark === null ? 0 : database.versionOf(bookmark);
			// The platform ignores such comments.
			const found = queries.filter(({ text }) => text.replace(/^\s+--.*/gm, "").trim() !== "");
			try {
				if (found.length === 0) throw new Error("No SQL statements detected.");
				return isPrimary ? database.write(found) : database.read(found, atLeast);
			} catch (cause) {
				const { message } = cause as Error;
				throw new Error(`D1_ERROR: ${message}`, { cause: new Error(message) });
			}
		});
		if (this.#at === null) return result;
		const bookmark = database.bookmarkOf(result.version);
		const former = this.getBookmark();
		if (former === null || former < bookmark) this.#at = bookmark;
		return result;
	}
}

function asResult({ columns, rows, changes, lastRowId, isChanged }: Answer, result: Result) {
	const results = rows.map((row) => {
		const object: Record<string, unknown> = {};
		for (const [at, column] of columns.entries()) object[column] = received(row[at] ?? null);
		return object;
	});
	const meta = {
		served_by: "simulation",
		served_by_primary: result.isPrimary,
		total_attempts: 1,
		duration: 0,
		changes,
		last_row_id: lastRowId,
		changed_db: isChanged,
		size_after: 0,
		rows_read: 0,
		rows_written: changes,
	};
	return { success: true as const, meta, results };
}

class Statement {
	readonly query: Query;
	readonly #session: Session;

	constructor(session: Session, query: Query) {
		this.#session = session;
		this.query = query;
	}

	bind(...values: unknown[]): Statement {
		return new Statement(this.#session, { text: this.query.text, params: values.map(sent) });
	}

	async #one(name: string) {
		const result = await this.#session.send(name, [this.query]);
		const [answer] = result.answers;
		if (!answer) throw new Error("a query without a response");
		return { answer, result };
	}

	async all() {
		const { answer, result } = await this.#one("all");
		return asResult(answer, result);
	}

	async run() {
		const { answer, result } = await this.#one("run");
		return asResult(answer, result);
	}

	async first(column?: string): Promise<unknown> {
		const { answer, result } = await this.#one("first");
		const [row] = asResult({ ...answer, rows: answer.rows.slice(0, 1) }, result).results;
		if (!row || column === undefined) return row ?? null;
		if (row[column] !== undefined) return row[column];
		const cause = new Error("Column not found");
		throw new Error(`D1_COLUMN_NOTFOUND: ${cause.message} (${column})`, { cause });
	}

	async raw(options?: { columnNames?: boolean }): Promise<unknown[][]> {
		const { answer } = await this.#one("raw");
		const rows = answer.rows.map((row) => row.map(received));
		return options?.columnNames ? [answer.columns, ...rows] : rows;
	}
}

export function d1Binding(database: Database, call: Call): D1Database {
	const primary = new Session(database, call, null);
	const binding = {
		prepare: (text: string) => primary.prepare(text),
		batch: (statements: readonly Statement[]) => primary.batch(statements),
		async exec(text: string) {
			const lines = text.trim().split("\n");
			try {
				await primary.send(
					"exec",
					lines.map((line) => ({ text: line, params: [] })),
				);
			} catch (error) {
				// The platform always names the first line.
				const reason = (error as Error).message.replace("D1_ERROR: ", "");
				const cause = new Error(`Error in line 1: ${lines[0]}: ${reason}`);
				throw new Error(`D1_EXEC_ERROR: ${cause.message}`, { cause });
			}
			return { count: lines.length, duration: 0 };
		},
		withSession: (at?: string) => new Session(database, call, at?.trim() || "first-unconstrained"),
	};
	// Node's project lacks D1's result types; the suite next to the runtime checks the values.
	return binding as unknown as D1Database;
}
