import { createHash } from "node:crypto";
import type { Call } from "./call.ts";
import { Sqlite, type SqlValue } from "./sqlite.ts";

export class DurableObject<Env = unknown> {
	protected readonly ctx: DurableObjectState;
	protected readonly env: Env;

	constructor(ctx: DurableObjectState, env: Env) {
		this.ctx = ctx;
		this.env = env;
	}
}

type Methods = Record<string, unknown>;
// Any class of the product; only the runtime constructs them.
type ObjectClass = new (ctx: never, env: never) => object;
type Instance = {
	readonly object: Methods;
	isAlive: boolean;
	readonly lost: Promise<never>;
	readonly lose: (error: Error) => void;
	gate: Promise<unknown>;
};
type Entry = {
	readonly id: string;
	readonly className: string;
	readonly name: string;
	sqlite: Sqlite | null;
	alarm: number | null;
	retries: number;
	instance: Instance | null;
};
type Options = {
	now: () => number;
	classes: Readonly<Record<string, ObjectClass>>;
	/** makes an instance's bindings, which must not answer once it is lost */
	envOf: (instance: { className: string; name: string; isAlive: () => boolean }) => unknown;
};
type Due = { id: string; at: number };

/** A failing alarm is repeated after 2 s, then after twice as long each time. */
const RETRY_MS = 2000;
const MAX_RETRIES = 6;

const connectionLost = () =>
	Object.assign(new Error("Network connection lost."), { retryable: true });

const CLONED = [Map, Set, Date, RegExp, Error, ArrayBuffer] as const;

/** Structured cloning would turn instances of classes into plain objects. @throws DOMException */
function checkCloneable(value: unknown): void {
	if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return;
	if (CLONED.some((one) => value instanceof one)) return;
	const prototype: unknown = Object.getPrototypeOf(value);
	if (prototype !== Object.prototype && prototype !== null && !Array.isArray(value))
		throw new DOMException(
			`Could not serialize object of type "${value.constructor.name}". This type does not support serialization.`,
			"DataCloneError",
		);
	for (const one of Object.values(value)) checkCloneable(one);
}

function cloned<T>(value: T): T {
	checkCloneable(value);
	return structuredClone(value);
}

const BUILT_IN = { EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError };

function copyOf(error: Error): Error {
	const Class = BUILT_IN[error.name as keyof typeof BUILT_IN] ?? Error;
	const cause = error.cause instanceof Error ? { cause: copyOf(error.cause) } : {};
	return Object.assign(new Class(error.message, cause), { ...error });
}

function remote(error: unknown, id: string): unknown {
	if (error instanceof DOMException) return Object.assign(error, { remote: true });
	if (!(error instanceof Error)) return Object.assign(new Error(String(error)), { remote: true });
	return Object.assign(copyOf(error), { durableObjectId: id, remote: true });
}

export class ObjectStore {
	readonly #options: Options;
	readonly #entries = new Map<string, Entry>();

	constructor(options: Options) {
		this.#options = options;
	}

	idOf(className: string, name: string): string {
		const id = createHash("sha256").update(`${className}\n${name}`).digest("hex");
		if (!this.#entries.has(id))
			this.#entries.set(id, {
				id,
				className,
				name,
				sqlite: null,
				alarm: null,
				retries: 0,
				instance: null,
			});
		return id;
	}

	get stored(): { className: string; name: string; sqlite: Sqlite }[] {
		return [...this.#entries.values()].flatMap(({ className, name, sqlite }) =>
			sqlite?.exec("select 1 from sqlite_master").rows.length ? { className, name, sqlite } : [],
		);
	}

	close(): void {
		for (const { sqlite } of this.#entries.values()) sqlite?.close();
	}

	dueAlarms(now: number): Due[] {
		const set = [...this.#entries.values()].flatMap(({ id, alarm }) =>
			alarm !== null && alarm <= now ? { id, at: alarm } : [],
		);
		return set.sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
	}

	nextAlarm(): Due | null {
		return this.dueAlarms(Number.POSITIVE_INFINITY)[0] ?? null;
	}

	/** Runs an alarm, even if it isn't due or ran already; sets it again if it throws. */
	async runAlarm(id: string): Promise<void> {
		const entry = this.#entry(id);
		const { now } = this.#options;
		const scheduledTime = entry.alarm ?? now();
		const retryCount = entry.retries;
		entry.alarm = null;
		try {
			await this.call(id, "alarm", [{ retryCount, isRetry: retryCount > 0, scheduledTime }]);
			entry.retries = 0;
		} catch (error) {
			const isOwn = !(error as { retryable?: boolean }).retryable;
			entry.retries = isOwn ? retryCount + 1 : retryCount;
			const hasEnded = entry.retries > MAX_RETRIES;
			if (hasEnded) entry.retries = 0;
			else entry.alarm ??= now() + RETRY_MS * 2 ** retryCount;
		}
	}

	/** Loses the memory and fails calls, but keeps the storage. */
	evict(id: string, error: Error = connectionLost()): void {
		const { instance } = this.#entry(id);
		this.#entry(id).instance = null;
		if (!instance) return;
		instance.isAlive = false;
		instance.lose(error);
	}

	evictAll(): void {
		for (const id of this.#entries.keys()) this.evict(id);
	}

	async call(id: string, method: string, args: unknown[]): Promise<unknown> {
		const given = cloned(args);
		try {
			const { object, gate, lost } = this.#instance(this.#entry(id));
			const work = gate.then(async () => {
				const found = object[method];
				if (typeof found !== "function" || method === "constructor")
					throw new TypeError(`The RPC receiver does not implement the method "${method}".`);
				return cloned(await found.apply(object, given));
			});
			work.catch(() => {});
			return await Promise.race([work, lost]);
		} catch (error) {
			throw remote(error, id);
		}
	}

	#entry(id: string): Entry {
		const entry = this.#entries.get(id);
		if (!entry) throw new Error(`no object has the id ${id}`);
		return entry;
	}

	#instance(entry: Entry): Instance {
		if (entry.instance) return entry.instance;
		const { className, name } = entry;
		const Class = this.#options.classes[className];
		if (!Class) throw new Error(`no class is called ${className}`);
		const { promise: lost, reject: lose } = Promise.withResolvers<never>();
		lost.catch(() => {});
		const life = { isAlive: true, lost, lose, gate: Promise.resolve() as Promise<unknown> };
		const isAlive = () => life.isAlive;
		const ctx = {
			id: { name, toString: () => entry.id, equals: (other: object) => String(other) === entry.id },
			storage: storageOf(entry, isAlive, typeof Class.prototype.alarm === "function"),
			waitUntil: (promise: Promise<unknown>) => void promise.catch(() => {}),
			blockConcurrencyWhile<T>(work: () => Promise<T>): Promise<T> {
				const done = work();
				life.gate = Promise.all([life.gate, done]);
				return done;
			},
		};
		const env = this.#options.envOf({ className, name, isAlive });
		const object = new Class(ctx as never, env as never) as Methods;
		entry.instance = Object.assign(life, { object });
		return entry.instance;
	}
}

/** The runtime converts unknown types to text. */
function bound(value: unknown): SqlValue {
	if (value === undefined || value === null) return null;
	if (typeof value === "number" || typeof value === "string") return value;
	if (typeof value === "bigint") throw new TypeError("Cannot convert a BigInt value to a number");
	if (value instanceof ArrayBuffer) return new Uint8Array(value.slice());
	if (ArrayBuffer.isView(value))
		return new Uint8Array(value.buffer, value.byteOffset, value.byteLength).slice();
	return String(value);
}

const read = (value: SqlValue) => (value instanceof Uint8Array ? value.slice().buffer : value);

class Cursor {
	readonly columnNames: string[];
	readonly rowsRead = 0;
	/** without rows of indexes, which the runtime counts too */
	readonly rowsWritten: number;
	readonly #rows: Iterator<SqlValue[]>;

	constructor(sqlite: Sqlite, text: string, params: unknown[]) {
		const { columns, rows, changes } = sqlite.exec(text, params.map(bound));
		this.columnNames = columns;
		this.rowsWritten = changes;
		this.#rows = rows.values();
	}

	next(): IteratorResult<Record<string, unknown>> {
		const { done, value } = this.#rows.next();
		if (done) return { done, value: undefined };
		const entries = this.columnNames.map((name, at) => [name, read(value[at] ?? null)]);
		return { done: false, value: Object.fromEntries(entries) };
	}

	[Symbol.iterator]() {
		return this;
	}

	toArray(): Record<string, unknown>[] {
		return [...this];
	}

	one(): Record<string, unknown> {
		const [row, ...more] = this;
		const found = row ? "multiple" : "no";
		if (!row || more.length > 0)
			throw new Error(`Expected exactly one result from SQL query, but got ${found} results.`);
		return row;
	}

	*raw(): Generator<unknown[]> {
		for (let row = this.#rows.next(); !row.done; row = this.#rows.next()) yield row.value.map(read);
	}
}

function storageOf(entry: Entry, isAlive: () => boolean, hasAlarm: boolean) {
	function sqlite(): Sqlite {
		if (!isAlive()) throw connectionLost();
		entry.sqlite ??= new Sqlite();
		return entry.sqlite;
	}
	return {
		sql: {
			exec: (text: string, ...params: unknown[]) => new Cursor(sqlite(), text, params),
		},
		transactionSync: <T>(work: () => T): T => sqlite().transaction(work),
		getAlarm: async () => entry.alarm,
		async setAlarm(time: number | Date) {
			if (!isAlive()) throw connectionLost();
			if (!hasAlarm)
				throw new TypeError(
					"Your Durable Object class must have an alarm() handler in order to call setAlarm()",
				);
			if (Number(time) <= 0)
				throw new TypeError("setAlarm() cannot be called with an alarm time <= 0");
			entry.alarm = Number(time);
		},
		async deleteAlarm() {
			if (isAlive()) entry.alarm = null;
		},
		async deleteAll() {
			if (!isAlive()) throw connectionLost();
			entry.sqlite = null;
			entry.alarm = null;
		},
	};
}

export function namespaceBinding(
	store: ObjectStore,
	className: string,
	call: Call,
): DurableObjectNamespace {
	function stubOf(name: string) {
		const id = store.idOf(className, name);
		const methods = new Map<string, unknown>();
		return new Proxy(
			{ id: { name, toString: () => id }, name },
			{
				get(own, method) {
					if (method === "id" || method === "name") return own[method];
					if (typeof method === "symbol" || method === "then") return undefined;
					const known = methods.get(method);
					if (known) return known;
					const detail = `${className} ${name} ${method}`;
					const send = async (...args: unknown[]) =>
						call({ service: "objects", name: method, detail, isWrite: true }, () =>
							store.call(id, method, args),
						);
					methods.set(method, send);
					return send;
				},
			},
		);
	}
	const binding = {
		idFromName: (name: string) => ({ name, toString: () => store.idOf(className, name) }),
		get: (id: { name: string }) => stubOf(id.name),
		getByName: stubOf,
	};
	// A stub has the methods of a class unknown here.
	return binding as unknown as DurableObjectNamespace;
}
