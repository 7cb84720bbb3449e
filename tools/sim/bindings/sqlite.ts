import { constants, DatabaseSync, type StatementSync } from "node:sqlite";

export type SqlValue = number | string | null | Uint8Array;
export type Answer = {
	columns: string[];
	rows: SqlValue[][];
	/** rows changed, including those by triggers and foreign keys */
	changes: number;
	lastRowId: number;
	isChanged: boolean;
};
type Compiled = {
	statement: StatementSync;
	/** the text of this statement alone */
	source: string;
	columns: string[];
	/** in order; `?` for those without a name */
	parameters: string[];
	kind: "read" | "write" | "schema";
	/** results may have integers beyond 2^53 */
	isBig: boolean;
};

/** The Workers runtime's; `length` (2 MB) is D1's documented limit, of which the local runtime allows twice as much. */
const LIMITS = {
	length: 2_000_000,
	sqlLength: 100_000,
	column: 100,
	exprDepth: 100,
	compoundSelect: 5,
	vdbeOp: 25_000,
	likePatternLength: 50,
	variableNumber: 100,
	triggerDepth: 10,
};
/** The pragmas that the product uses and the runtime allows. */
const PRAGMAS = new Set(["defer_foreign_keys", "foreign_keys"]);
const C = constants;
const READS = new Set([C.SQLITE_SELECT, C.SQLITE_READ, C.SQLITE_FUNCTION, C.SQLITE_RECURSIVE]);
/** Pragmas count as writes. */
const WRITES = new Set([C.SQLITE_INSERT, C.SQLITE_UPDATE, C.SQLITE_DELETE, C.SQLITE_PRAGMA]);
const REFUSED = new Set([
	C.SQLITE_ATTACH,
	C.SQLITE_DETACH,
	C.SQLITE_CREATE_TEMP_INDEX,
	C.SQLITE_CREATE_TEMP_TABLE,
	C.SQLITE_CREATE_TEMP_TRIGGER,
	C.SQLITE_CREATE_TEMP_VIEW,
]);
const CODES: Readonly<Record<number, string>> = {
	1: "ERROR",
	18: "TOOBIG",
	19: "CONSTRAINT",
	20: "MISMATCH",
	23: "AUTH",
	275: "CONSTRAINT_CHECK",
	787: "CONSTRAINT_FOREIGNKEY",
	1299: "CONSTRAINT_NOTNULL",
	1555: "CONSTRAINT_PRIMARYKEY",
	1811: "CONSTRAINT_TRIGGER",
	2067: "CONSTRAINT_UNIQUE",
	2579: "CONSTRAINT_ROWID",
	3091: "CONSTRAINT_DATATYPE",
};
const TRANSACTION =
	"To execute a transaction, please use the state.storage.transaction() or state.storage.transactionSync() APIs instead of the SQL BEGIN TRANSACTION or SAVEPOINT statements. The JavaScript API is safer because it will automatically roll back on exceptions, and because it interacts correctly with Durable Objects' automatic atomic write coalescing.";
const BLANK = /^(?:\s|--[^\n]*(?:\n|$)|\/\*[\s\S]*?(?:\*\/|$))*/;
const TOKENS =
	/'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?\*\/|\?(\d*)|([:@$]\w+)/g;
const MAX_CACHED = 3000;

function parametersOf(text: string): string[] {
	const found: string[] = [];
	for (const [token, number, name] of text.matchAll(TOKENS)) {
		if (name !== undefined && !found.includes(name)) found.push(name);
		else if (number === "") found.push("?");
		else if (number) while (found.length < Number(number)) found.push("?");
		else if (token.startsWith("?")) found.push("?");
	}
	return found;
}

/**
 * A plus before each parameter hides it from SQLite's planner: it would plan again for each value wherever partial
 * indexes come into question, which takes most of a run.
 */
const hidingParameters = (text: string) =>
	text.replace(TOKENS, (token) => (/^[?:@$]/.test(token) ? `(+${token})` : token));

/** Words an error like the Workers runtime, without the offset, which Node doesn't have. */
function worded(error: unknown): unknown {
	if (!(error instanceof Error) || !("errcode" in error)) return error;
	const code = Number(error.errcode);
	const name = (one: number) => `SQLITE_${CODES[one] ?? one}`;
	const extended = code > 255 ? ` (extended: ${name(code)})` : "";
	return new Error(`${error.message}: ${name(code & 255)}${extended}`);
}

/** SQLite in memory with the limits of the Workers runtime, which D1 and Durable Objects share. */
export class Sqlite {
	readonly database: DatabaseSync;
	readonly #cache = new Map<string, Compiled>();
	readonly #counts: StatementSync;
	readonly #begin: StatementSync;
	readonly #commit: StatementSync;
	#kind: Compiled["kind"] = "read";
	#isTrusted = false;
	#depth = 0;
	/** set once the transaction, or one around it, has changed the schema */
	#hasNewSchema = false;
	#totalChanges = 0;
	#lastRowId = 0;

	/** `randomBytes` replaces SQLite's source of randomness. */
	constructor(randomBytes?: (size: number) => Uint8Array) {
		this.database = new DatabaseSync(":memory:", {
			limits: LIMITS,
			enableDoubleQuotedStringLiterals: true,
		});
		this.database.setAuthorizer((action, first, second) => {
			if (this.#isTrusted) return C.SQLITE_OK;
			if (!READS.has(action) && this.#kind !== "schema")
				this.#kind = WRITES.has(action) ? "write" : "schema";
			const isRefused =
				REFUSED.has(action) ||
				first?.startsWith("_cf_") ||
				(action === C.SQLITE_PRAGMA && !PRAGMAS.has(first ?? ""));
			if (isRefused) return C.SQLITE_DENY;
			// It has no effect within a transaction, in which the platform runs every statement.
			const isInert = action === C.SQLITE_PRAGMA && first === "foreign_keys" && second !== null;
			return isInert ? C.SQLITE_IGNORE : C.SQLITE_OK;
		});
		if (randomBytes) this.database.function("randomblob", (size) => randomBytes(Number(size)));
		this.#counts = this.database.prepare("select total_changes(), last_insert_rowid()");
		this.#counts.setReturnArrays(true);
		this.#counts.setReadBigInts(true);
		this.#begin = this.database.prepare("begin");
		this.#commit = this.database.prepare("commit");
	}

	/** Closes the database, whose authorizer would keep it in memory. */
	close(): void {
		this.database.setAuthorizer(null);
		this.database.close();
	}

	/** `params` belong to the last statement, whose rows are returned. */
	exec(text: string, params: readonly SqlValue[] = []): Answer {
		let rest = text;
		let isChanged = false;
		const before = this.#totalChanges;
		for (;;) {
			const compiled = this.#compile(rest);
			const { source, columns, parameters } = compiled;
			const isLast = rest.slice(source.length).replace(BLANK, "") === "";
			if (!isLast && parameters.length > 0)
				throw new Error(
					"When executing multiple SQL statements in a single call, only the last statement can have parameters.",
				);
			const rows = this.#run(compiled, isLast ? params : []);
			const changes = this.#totalChanges - before;
			isChanged ||= compiled.kind === "schema" || changes > 0;
			if (isLast) return { columns, rows, changes, lastRowId: this.#lastRowId, isChanged };
			rest = rest.slice(source.length);
		}
	}

	/** Text that can't be compiled counts as a write. */
	isRead(text: string): boolean {
		try {
			const { kind, source } = this.#compile(text);
			return kind === "read" && text.slice(source.length).replace(BLANK, "") === "";
		} catch {
			return false;
		}
	}

	/** `path` must not exist. */
	dump(path: string): void {
		this.#trusting(() => this.database.prepare("vacuum into ?").run(path));
	}

	transaction<T>(work: () => T): T {
		const name = `t${this.#depth++}`;
		try {
			if (this.#depth === 1) this.#begin.run();
			else this.database.exec(`savepoint ${name}`);
			try {
				const result = work();
				if (this.#depth === 1) this.#commit.run();
				else this.database.exec(`release ${name}`);
				return result;
			} catch (error) {
				const undo = this.#depth === 1 ? "rollback" : `rollback to ${name}; release ${name}`;
				if (this.database.isTransaction) this.database.exec(undo);
				// Batches that end themselves are frequent, and compiling takes long.
				if (this.#hasNewSchema) this.#cache.clear();
				throw worded(error);
			}
		} finally {
			this.#depth--;
			if (this.#depth === 0) this.#hasNewSchema = false;
		}
	}

	#trusting<T>(work: () => T): T {
		this.#isTrusted = true;
		try {
			return work();
		} finally {
			this.#isTrusted = false;
		}
	}

	#compile(text: string): Compiled {
		const known = this.#cache.get(text);
		if (known) return known;
		const code = text.replace(BLANK, "");
		if (/^(?:begin|commit|end|rollback|savepoint|release)\b/i.test(code))
			throw new Error(TRANSACTION);
		if (/^vacuum\b/i.test(code))
			throw new Error("cannot VACUUM from within a transaction: SQLITE_ERROR");
		this.#kind = "read" as Compiled["kind"];
		let statement: StatementSync;
		try {
			statement = this.database.prepare(text);
		} catch (error) {
			if (error instanceof Error && /contains no statements/.test(error.message))
				throw new Error("SQL code did not contain a statement.");
			if (text.length > LIMITS.sqlLength) throw new Error("statement too long: SQLITE_TOOBIG");
			throw worded(error);
		}
		const kind = this.#kind;
		const columns = statement.columns().map(({ name }) => name);
		const isBig = kind !== "read" && columns.length > 0;
		const source = statement.sourceSQL;
		const parameters = parametersOf(source);
		if (kind !== "schema" && parameters.length > 0)
			statement = this.#trusting(() => this.database.prepare(hidingParameters(source)));
		statement.setReturnArrays(true);
		statement.setReadBigInts(isBig);
		const compiled = { statement, source, columns, parameters, kind, isBig };
		if (this.#cache.size >= MAX_CACHED) this.#cache.clear();
		if (kind !== "schema") this.#cache.set(text, compiled);
		return compiled;
	}

	#run(compiled: Compiled, params: readonly SqlValue[]): SqlValue[][] {
		const { parameters, kind } = compiled;
		if (params.length !== parameters.length)
			throw new Error("Wrong number of parameter bindings for SQL query.");
		let values: unknown[] = [...params];
		if (parameters.some((name) => name !== "?")) {
			const named = parameters.map((name, at) => [name, params[at]] as const);
			const isNamed = ([name]: readonly [string, unknown]) => name !== "?";
			values = [
				Object.fromEntries(named.filter(isNamed)),
				...named.filter((one) => !isNamed(one)).map(([, value]) => value),
			];
		}
		try {
			return this.#rows(compiled, values);
		} catch (error) {
			throw worded(error);
		} finally {
			if (kind !== "read") {
				const [total, last] = this.#counts.get() as unknown as [bigint, bigint];
				this.#totalChanges = Number(total);
				this.#lastRowId = Number(last);
			}
			if (kind === "schema") {
				this.#cache.clear();
				this.#hasNewSchema = true;
			}
		}
	}

	#rows(compiled: Compiled, values: unknown[]): SqlValue[][] {
		const { statement } = compiled;
		try {
			const rows = statement.all(...(values as SqlValue[])) as unknown as (SqlValue | bigint)[][];
			if (compiled.isBig)
				for (const row of rows)
					for (const [at, value] of row.entries())
						if (typeof value === "bigint") row[at] = Number(value);
			return rows as SqlValue[][];
		} catch (error) {
			const code = (error as { code?: unknown }).code;
			if (compiled.isBig || code !== "ERR_OUT_OF_RANGE") throw error;
			compiled.isBig = true;
			statement.setReadBigInts(true);
			return this.#rows(compiled, values);
		}
	}
}
