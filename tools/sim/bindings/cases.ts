import { readImageHeader } from "../../../worker/files/contract/image-header.ts";

/* Each case runs in the Workers runtime and over the simulated bindings. */

export type Bindings = {
	DB: D1Database;
	FILES: R2Bucket;
	IMAGES: ImagesBinding;
	/** `caches.default` */
	CACHE: Cache;
	/** only of the simulation, where no clock runs alarms */
	runAlarms?: () => Promise<unknown>;
	OBJECTS: DurableObjectNamespace<
		InstanceType<ReturnType<typeof objectClass>> & Rpc.DurableObjectBranded
	>;
};
/** `own` is a name for the case's tables, keys and objects; returns the values to compare. */
export type Case<Input = never> = (env: Bindings, own: string, input: Input) => Promise<unknown>;

/** A value as JSON, with words for values that JSON lacks. */
function plain(value: unknown): unknown {
	if (value === undefined) return "undefined";
	if (value instanceof Error) {
		const { name, cause } = value;
		// Node leaves out the offset of a mistake.
		const message = value.message.replace(/ at offset \d+/, "");
		return { error: `${name}: ${message}`, ...(cause instanceof Error && { cause: plain(cause) }) };
	}
	if (value instanceof Date) return "date";
	if (value instanceof ArrayBuffer) return `buffer ${new Uint8Array(value).join()}`;
	if (ArrayBuffer.isView(value)) return `view ${new Uint8Array(value.buffer).join()}`;
	if (Array.isArray(value)) return value.map(plain);
	if (typeof value !== "object" || value === null) return value;
	const known = Object.entries(value).filter(([, one]) => one !== undefined);
	return Object.fromEntries(known.map(([key, one]) => [key, plain(one)]));
}

export async function outcome(work: () => unknown): Promise<unknown> {
	try {
		return plain(await work());
	} catch (error) {
		return plain(error);
	}
}

async function inOrder(works: readonly (() => unknown)[]): Promise<unknown[]> {
	const found = [];
	for (const work of works) found.push(await outcome(work));
	return found;
}

/** In order, over one table named `T`. */
const STATEMENTS: readonly (readonly [string, ...unknown[]])[] = [
	["create table T (a integer primary key, b text unique not null, c blob)"],
	["insert into T (a, b) values (1, 'a')"],
	["insert into T (a, b) values (2, 'a')"],
	["insert into T (a, b) values (1, 'b')"],
	["insert into T (a, b) values (3, null)"],
	["insert into T (a, b) values (?, ?), (?, ?) returning *", 4, "d", 5, "e"],
	["insert or ignore into T (a, b) values (4, 'x')"],
	["insert into T (a, b) values (4, 'x') on conflict do update set b = 'y'"],
	["update T set b = b || 'z' where a > 3"],
	["update T set b = 'z' where a > 3"],
	["delete from T where a = 5 returning a"],
	["delete from T where a = 99"],
	["selec 1"],
	["select zork from T"],
	["select * from nope"],
	["select ?"],
	["select ?", 1, 2],
	["select typeof(?), typeof(?), typeof(?), typeof(?)", 1, 1.5, true, null],
	["select ?, ?, ?", Number.NaN, Number.POSITIVE_INFINITY, -0],
	["select ?, hex(?), typeof(?)", [1, 2, 255], [], []],
	["select ?", new Uint8Array([1, 2])],
	["select ?", undefined],
	["select ?", { a: 1 }],
	["select x'0102', 9e999, -9e999, 1.5, 9223372036854775807, null, x'', -0.0, 0.1 + 0.2"],
	["insert into T (a, b, c) values (9223372036854775807, 'max', x'ff') returning *"],
	["select a as x, b as x, count(*) over () as n from T order by a"],
	["select 1; select 2"],
	["select 1; select ?", 5],
	["select ?; select 2", 5],
	["select 1 -- comment ?"],
	["select '?', \"b\", [a], `a` /* ? */ from T where a = ?", 1],
	["-- nothing"],
	[""],
	["-- hidden\n begin"],
	["savepoint a"],
	["pragma foreign_keys = off"],
	["pragma foreign_keys"],
	["pragma defer_foreign_keys = on"],
	["pragma journal_mode"],
	["attach 'x' as y"],
	["vacuum"],
	["select load_extension('x')"],
	["select round(2.5), sqrt(16.0), upper('é'), unixepoch(0), date(86400, 'unixepoch')"],
	["select 'a' like ?", "%".repeat(51)],
	["select ?2, ?1, ?2", 1, 2],
	["select :a, ?, :a", 1, 2],
	["select 1 union select 2 union select 3 union select 4 union select 5 union select 6"],
	[`create table wide (${Array.from({ length: 101 }, (_, at) => `c${at}`)})`],
	[`select ${"1+".repeat(101)}1`],
	[`select ${Array(101).fill("?")}`, ...Array(101).fill(1)],
	[`select /*${"x".repeat(100_000)}*/ 1`],
	["create table C_T (a references T (a))"],
	["insert into C_T values (77)"],
	["insert into C_T values (1)"],
	["delete from T where a = 1"],
	["create table _cf_x (a)"],
	["create temp table tt (a)"],
	["alter table T add column q default 5"],
	["insert into T (a, b) values (40, 'r') returning *"],
	["create trigger Tr_T before insert on C_T begin select raise(abort, 'no way'); end"],
	["insert into C_T values (1)"],
	["create trigger Tw_T after update on T begin insert into C2_T values (new.a); end"],
	["update T set q = 1"],
	["create table C2_T (a)"],
	["update T set q = 1"],
	["select count(*) as n from C2_T"],
	["select sum(a) from (select 9223372036854775807 as a union all select 1)"],
	["select json('{'), 1"],
	["select value from json_each('[1,\"a\",null]')"],
	["create table S_T (a integer, check (a < 10)) strict"],
	["insert into S_T values ('q')"],
	["insert into S_T values (2); insert into S_T values (12)"],
	["select a from S_T"],
	["with n as (select 9 as a) insert into S_T select a from n returning a"],
	["replace into T (a, b) values (40, 's')"],
	["insert into T (b) values ('auto')"],
];

const meta = ({
	changes,
	last_row_id,
	served_by_primary,
	duration,
}: D1Meta & { duration: number }) => ({
	changes,
	last_row_id,
	served_by_primary,
	duration: typeof duration,
});

export const databaseCases: Record<string, Case> = {
	async statements(env, own) {
		const works = STATEMENTS.map(([text, ...params]) => async () => {
			const statement = env.DB.prepare(text.replaceAll(/\bT\b|(?<=_)T\b/g, own)).bind(...params);
			return statement.raw({ columnNames: true });
		});
		return inOrder(works);
	},
	async results({ DB }, own) {
		const insert = DB.prepare(`insert into ${own} values (?, ?)`);
		const rows = DB.prepare(`select * from ${own}`);
		const none = DB.prepare(`select * from ${own} where 0`);
		const update = DB.prepare(`update ${own} set b = 1 returning b`);
		const execute = (text: string) => () => DB.exec(text).then(({ count }) => count);
		return inOrder([
			execute(`create table ${own} (a integer primary key, b)\ncreate table x${own} (a)`),
			execute(`insert into x${own} values (1)\nselec\ninsert into x${own} values (2)`),
			() =>
				insert
					.bind(7, "x")
					.run()
					.then((run) => ({ ...run, meta: meta(run.meta) })),
			() => rows.all().then((all) => ({ ...all, meta: meta(all.meta) })),
			() => rows.run().then(({ results }) => results),
			() => update.all().then((all) => meta(all.meta)),
			() => rows.first(),
			() => rows.first("b"),
			() => rows.first("zork"),
			() => none.first("b"),
			() => rows.raw(),
			() => none.raw({ columnNames: true }),
			() =>
				DB.prepare("select 1 as a, 2 as b, 3 as a")
					.all()
					.then(({ results }) => results),
			() => insert.bind(7, "x").run(),
			() => insert.run(),
		]);
	},
	async batches(env, own) {
		const { DB } = env;
		const insert = (a: number, b: unknown) =>
			DB.prepare(`insert into ${own} values (?, ?)`).bind(a, b);
		const count = () => DB.prepare(`select count(*) as n from ${own}`).first("n");
		const brief = (list: D1Result[]) =>
			list.map(({ results, meta: { changes } }) => [results, changes]);
		// Constraints that fail at the end of a transaction are left out: they end the local runtime's database.
		const deferred = DB.prepare("pragma defer_foreign_keys = on");
		return inOrder([
			async () => {
				const { count } = await DB.exec(
					`create table ${own} (a integer primary key, b references ${own} (a))`,
				);
				return count;
			},
			() => DB.batch([insert(1, null), insert(2, 1)]).then(brief),
			() => DB.batch([insert(3, null), insert(1, null)]),
			count,
			() => DB.batch([insert(4, null), DB.prepare("selec")]),
			count,
			() => DB.batch([insert(5, 6), insert(6, null)]),
			() => DB.batch([deferred, insert(5, 6), insert(6, null)]).then(brief),
			count,
			() => insert(7, 8).run(),
			() =>
				DB.batch([
					DB.prepare(`select count(*) as n from ${own}`),
					insert(9, null),
					DB.prepare(`select count(*) as n from ${own}`),
				]).then(brief),
			() => DB.batch([]),
			() => DB.batch([DB.prepare(" "), insert(10, null)]).then(brief),
			() => DB.prepare(`insert or fail into ${own} values (20, null), (1, null)`).run(),
			() => DB.prepare(`select a from ${own}`).raw(),
		]);
	},
	async sessions(env, own) {
		const { DB } = env;
		await DB.exec(`create table ${own} (a)`);
		const sessions = ["first-primary", "first-unconstrained", undefined, " first-primary "];
		return inOrder(
			sessions.map((at) => async () => {
				const session = DB.withSession(at);
				const before = session.getBookmark();
				await session.prepare(`insert into ${own} values (1)`).run();
				const bookmark = session.getBookmark();
				const count = session.prepare(`select count(*) as n from ${own}`);
				const later = DB.withSession(bookmark ?? "");
				return [
					before,
					typeof bookmark,
					await count.first("n"),
					(await session.batch([count])).map(({ results }) => results),
					(later.getBookmark() ?? "") === bookmark,
					await later.prepare(`select count(*) as n from ${own}`).first("n"),
				];
			}),
		);
	},
};

function described(object: R2Object | null) {
	if (!object) return object;
	const { key, size, etag, httpEtag, uploaded, httpMetadata, customMetadata } = object;
	const known = { key, size, etag, httpEtag, uploaded, httpMetadata, customMetadata };
	return { ...known, hasBody: "body" in object };
}

const bodyText = async (object: R2ObjectBody | R2Object | null) =>
	object && "body" in object ? [described(object), await object.text()] : described(object);
const MIB = 1024 * 1024;

async function through(
	length: number,
	chunks: number[],
	end: "close" | "abort",
	put: (body: ReadableStream) => Promise<unknown>,
) {
	const { readable, writable } = new FixedLengthStream(length);
	const stored = put(readable).catch((error: Error) => [error.name, error.message]);
	const writer = writable.getWriter();
	const fed = (async () => {
		for (const chunk of chunks) await writer.write(new Uint8Array(chunk));
		await (end === "close" ? writer.close() : writer.abort(new RangeError("gone")));
		return "fed";
	})().catch((error: Error) => [error.name, error.message]);
	return [await stored, await fed];
}

export const bucketCases: Record<string, Case> = {
	async objects({ FILES }, own) {
		const put = (value: unknown, options?: R2PutOptions) => async () =>
			described(await FILES.put(own, value as string, options));
		return inOrder([
			put("hello", { httpMetadata: { contentType: "a/b" }, customMetadata: { x: "y", U: "É" } }),
			async () => described(await FILES.head(own)),
			async () => bodyText(await FILES.get(own)),
			put(5),
			put({}),
			put(new ArrayBuffer(3)),
			put(new Uint16Array([1, 2]).subarray(1)),
			put(new ReadableStream({ pull: (c) => c.close() })),
			() => FILES.head(`${own}-none`),
			() => FILES.get(`${own}-none`),
			() => FILES.delete(`${own}-none`),
			() => FILES.delete([own, own]),
			() => FILES.head(own),
			put('{"a":[1]}'),
			async () => (await FILES.get(own))?.json(),
			async () => [...new Uint8Array((await (await FILES.get(own))?.arrayBuffer()) ?? [])],
			async () => {
				const object = await FILES.get(own);
				return [await object?.text(), await outcome(() => object?.text())];
			},
		]);
	},
	async ranges({ FILES }, own) {
		await FILES.put(own, "hello");
		const ranges: R2Range[] = [
			{ offset: 2 },
			{ offset: 1, length: 2 },
			{ length: 2 },
			{ offset: 9 },
			{ offset: 5 },
			{ length: 0 },
			{ offset: 3, length: 50 },
			{ offset: 0, length: 5 },
		];
		await FILES.put(`${own}e`, "");
		return inOrder([
			...ranges.map((range) => async () => bodyText(await FILES.get(own, { range }))),
			async () => bodyText(await FILES.get(`${own}e`)),
			() => FILES.get(`${own}e`, { range: { offset: 0 } }),
			async () =>
				bodyText(await FILES.get(own, { range: { offset: 9 }, onlyIf: { etagMatches: "x" } })),
		]);
	},
	async conditions({ FILES }, own) {
		const etag = (await FILES.put(own, "hello"))?.etag ?? "";
		const conditions: R2Conditional[] = [
			{ etagMatches: etag },
			{ etagMatches: "zork" },
			{ etagMatches: "*" },
			{ etagDoesNotMatch: etag },
			{ etagDoesNotMatch: "zork" },
			{ etagDoesNotMatch: "*" },
			{ etagMatches: etag, etagDoesNotMatch: etag },
			{},
		];
		return inOrder(
			conditions.flatMap((onlyIf, at) => [
				async () => bodyText(await FILES.get(own, { onlyIf })),
				async () => described(await FILES.put(own, "hello", { onlyIf })),
				async () => described(await FILES.put(`${own}-${at}`, "hello", { onlyIf })),
				() => FILES.get(`${own}-none`, { onlyIf }),
			]),
		);
	},
	async lists({ FILES }, own) {
		const keys = ["a", "a/1", "a/2", "a/b/1", "b", "b/1", "c//1", "é", "", "%", "_", "*"];
		for (const [at, key] of keys.entries())
			await FILES.put(`${own}/${key}`, String(at), {
				customMetadata: { at: String(at) },
				httpMetadata: { contentType: "a/b" },
			});
		const options: R2ListOptions[] = [
			{},
			{ limit: 3 },
			{ prefix: `${own}/a` },
			{ prefix: `${own}/_` },
			{ prefix: `${own}/%` },
			{ startAfter: `${own}/a/1` },
			{ startAfter: `${own}/zzz` },
			{ startAfter: `${own}/a`, limit: 2 },
			{ include: ["customMetadata"] },
			{ include: ["httpMetadata", "customMetadata"], limit: 2 },
			{ limit: 0 },
			{ limit: 1000 },
			{ limit: 1001 },
		];
		return inOrder(
			options.map((option) => async () => {
				const pages = [];
				let cursor: string | undefined;
				do {
					const page: R2Objects = await FILES.list({
						prefix: `${own}/`,
						...option,
						...(cursor && { cursor }),
					});
					pages.push([page.objects.map(described), page.truncated]);
					cursor = page.truncated ? page.cursor : undefined;
				} while (cursor);
				return pages;
			}),
		);
	},
	async multiparts({ FILES }, own) {
		const part = (size: number) => new Uint8Array(size).fill(size % 251);
		const begin = () =>
			FILES.createMultipartUpload(own, {
				customMetadata: { q: "1" },
				httpMetadata: { contentType: "a/b" },
			});
		const [one, two, three, four] = [await begin(), await begin(), await begin(), await begin()];
		const known = (parts: (R2UploadedPart | undefined)[]) =>
			parts.filter((each) => each !== undefined);
		const first = await one.uploadPart(1, part(60));
		const small = await one.uploadPart(2, part(10));
		const large = [];
		for (const [at, size] of [5 * MIB, 5 * MIB, 7, 5 * MIB + 1, 5 * MIB].entries())
			large.push(await two.uploadPart(at + 1, part(size)));
		const [a, b, c, d] = large;
		const unknown = FILES.resumeMultipartUpload(own, "unknown");
		return inOrder([
			() => [one.key, typeof one.uploadId, first.partNumber, typeof first.etag],
			() => one.uploadPart(0, "x"),
			() => one.uploadPart(10_001, "x"),
			() => one.uploadPart(1, new ReadableStream()),
			() => one.complete([{ partNumber: 1, etag: "zork" }]),
			() => one.complete([{ partNumber: 5, etag: first.etag }]),
			() => one.complete([first, small]),
			() => one.complete([first, first]),
			async () => described(await one.complete([first])),
			() => one.complete([first]),
			() => one.uploadPart(3, "x"),
			() => one.abort(),
			async () => described(await FILES.head(own)),
			async () => bodyText(await FILES.get(own, { range: { offset: 57, length: 9 } })),
			() => two.complete(known([a, d])),
			() => two.complete(known([d, a, c])),
			() => two.complete(known([a, c, b])),
			async () =>
				described(
					await two.complete(
						known([c, a, b].toSorted((x, y) => (y?.partNumber ?? 0) - (x?.partNumber ?? 0))),
					),
				),
			async () => described(await two.complete(known([a, b, c]))),
			async () => bodyText(await FILES.get(own, { range: { offset: 5 * MIB - 2, length: 4 } })),
			async () => described(await three.complete([])),
			() => four.abort(),
			() => four.abort(),
			() => four.uploadPart(1, "x"),
			() => four.complete([]),
			() => unknown.uploadPart(1, "x"),
			() => unknown.complete([first]),
			() => unknown.abort(),
			() => FILES.resumeMultipartUpload("another", four.uploadId).abort(),
			async () => {
				const upload = await begin();
				const old = await upload.uploadPart(1, "old");
				const newer = await upload.uploadPart(1, "old");
				return [
					old.etag === newer.etag,
					await outcome(() => upload.complete([old])),
					await outcome(async () => described(await upload.complete([newer]))),
				];
			},
			async () => {
				const upload = await begin();
				const fed = await through(4, [4], "close", (body) =>
					upload.uploadPart(1, body).then(({ etag }) => typeof etag),
				);
				return [fed, await through(4, [2], "abort", (body) => upload.uploadPart(2, body))];
			},
		]);
	},
	async streams({ FILES }, own) {
		const put = (body: ReadableStream) => FILES.put(own, body).then(described);
		const read = async (text: string, sizes: number[]) => {
			await FILES.put(own, text);
			const reader = (await FILES.get(own))?.body.getReader({ mode: "byob" });
			const found = [];
			for (const size of sizes) {
				const { done, value } = (await reader?.readAtLeast(size, new Uint8Array(size))) ?? {};
				found.push([done, value && [...value]]);
			}
			return found;
		};
		return inOrder([
			() => through(5, [2, 3], "close", put),
			() => through(0, [], "close", put),
			() => FILES.delete(own),
			() => through(5, [2], "close", put),
			() => through(5, [6], "close", put),
			() => through(5, [2, 4], "close", put),
			() => through(5, [2], "abort", put),
			async () => {
				const writer = new FixedLengthStream(4).writable.getWriter();
				const failed = (error: Error) => error.message;
				await writer.ready;
				const written = writer.write(new Uint8Array(4)).then(() => "written", failed);
				await FILES.head(own);
				const ended = await writer.abort(new RangeError("gone")).then(() => "ended", failed);
				return [await written, ended];
			},
			() => FILES.head(own),
			() => read("hello", [3, 3, 3]),
			() => read("hello", [5, 1]),
			() => read("", [1]),
			() => read("x".repeat(70_000), [1]),
			async () => put((await FILES.get(own))?.body ?? new ReadableStream()),
			async () =>
				put(
					(await FILES.get(own, { range: { offset: 1, length: 2 } }))?.body ?? new ReadableStream(),
				),
			async () => {
				const digest = new crypto.DigestStream("SHA-256");
				await (await FILES.get(own))?.body.pipeTo(digest);
				return new Uint8Array(await digest.digest);
			},
			() =>
				through(3, [3], "close", (body) =>
					FILES.put(own, body, { onlyIf: { etagDoesNotMatch: "*" } }),
				),
		]);
	},
};

type Base = new (
	ctx: DurableObjectState,
	env: Bindings,
) => { ctx: DurableObjectState; env: Bindings };
class Unknown {
	readonly x = 1;
}

/** `base` is the runtime's class, or the simulated one. */
export const objectClass = (base: unknown) =>
	class extends (base as Base) {
		memory = 0;
		ran: unknown[] = [];
		first = Promise.withResolvers<void>();

		async execute(list: (readonly unknown[])[]) {
			return inOrder(
				list.map(([text, ...params]) => () => {
					const cursor = this.ctx.storage.sql.exec(String(text), ...params);
					const names = cursor.columnNames;
					return [names, [...cursor.raw()], cursor.rowsWritten > 0];
				}),
			);
		}

		async storage() {
			const { storage } = this.ctx;
			const { sql } = storage;
			const rows =
				(text: string, ...params: unknown[]) =>
				() =>
					sql.exec(text, ...(params as SqlStorageValue[])).toArray();
			const tables = rows(
				"select name from sqlite_master where name not like '\\_cf%' escape '\\'",
			);
			const attempt = (work: () => unknown) => () => storage.transactionSync(work);
			const undone = (_: unknown) => {
				throw new RangeError("undone");
			};
			return inOrder([
				tables,
				rows("create table t (a integer primary key, b blob)"),
				rows(
					"insert into t values (1, ?), (2, null) returning *",
					new Uint8Array([1, 2]).subarray(1),
				),
				() => sql.exec("select * from t").one(),
				() => sql.exec("select * from t where 0").one(),
				() => sql.exec("select * from t where a = 1").one(),
				attempt(() => undone(sql.exec("insert into t (a) values (3)"))),
				attempt(() => sql.exec("insert into t (a) values (1)")),
				attempt(() => {
					sql.exec("insert into t (a) values (4)");
					try {
						attempt(() => undone(sql.exec("insert into t (a) values (5)")))();
					} catch {}
					return attempt(() => sql.exec("insert into t (a) values (6)").rowsWritten)();
				}),
				attempt(() => undone(sql.exec("create table u (a)"))),
				rows("select a from t"),
				tables,
				() => storage.getAlarm(),
				() => storage.setAlarm(Date.now() + 1e9),
				async () => typeof (await storage.getAlarm()),
				() => storage.setAlarm(-5),
				() => storage.setAlarm(9e12),
				() => storage.getAlarm(),
				() => storage.deleteAlarm(),
				() => storage.getAlarm(),
				() => storage.setAlarm(9e12),
				() => storage.deleteAll(),
				() => storage.getAlarm(),
				tables,
				rows("select * from t"),
			]);
		}

		async give(kind: string): Promise<unknown> {
			const given: Record<string, () => unknown> = {
				custom() {
					throw Object.assign(new Error("boo", { cause: new TypeError("inner") }), {
						name: "MyError",
						code: "x.y",
						headers: { a: 1 },
					});
				},
				text() {
					throw "text";
				},
				type() {
					throw new TypeError("tt");
				},
				retryable() {
					throw Object.assign(new Error("r"), { retryable: true });
				},
				instance: () => new Unknown(),
				deep: () => [{ a: new Unknown() }],
				symbol: () => Symbol("a"),
				values: () => [
					undefined,
					null,
					1n.toString(),
					new Date(5),
					new Map([[1, { a: new Uint8Array(2) }]]),
					new Set(["x"]).size,
					{ a: undefined },
				],
				none: () => undefined,
				nested: () => this.env.OBJECTS.getByName("other").give("type"),
			};
			return given[kind]?.();
		}

		async echo(...args: unknown[]) {
			this.memory++;
			return [args, this.memory, this.ctx.id.name];
		}

		async arm() {
			await this.ctx.storage.setAlarm(Date.now());
		}

		async alarm(
			{ retryCount = 0, isRetry = false }: AlarmInvocationInfo = {} as AlarmInvocationInfo,
		) {
			this.ran.push([retryCount, isRetry, await this.ctx.storage.getAlarm()]);
			this.first.resolve();
		}

		async alarms() {
			await this.first.promise;
			return this.ran;
		}
	};

const OBJECT_STATEMENTS: readonly (readonly unknown[])[] = [
	["create table t (a integer primary key, b); insert into t values (1, 2) returning *"],
	["select * from t"],
	["select ?", undefined],
	["select ?", true],
	["select ?", { a: 1 }],
	["select ?, ?", 1],
	["select 1; select ?", 1],
	["select ?; select 2", 1],
	["insert into t values (1, 1)"],
	["begin"],
	["selec"],
	[""],
	["select 9223372036854775807, x'', 9e999, -0.0"],
	["insert into t values (7, 1), (8, 1)"],
	["update t set b = 5 where a = 99"],
	["insert or ignore into t values (1, 1)"],
	["insert into t values (1, 1) on conflict do nothing"],
	["delete from t where a = 7"],
	["select typeof(?), typeof(?)", 1, new Uint8Array([1])],
	["select a, a from t"],
	["insert into t values (9, 9); insert into t values (1, 1)"],
	["select count(*) from t"],
];

export const objectCases: Record<string, Case> = {
	statements: async ({ OBJECTS }, own) =>
		OBJECTS.getByName(own).execute(OBJECT_STATEMENTS.map((one) => [...one])),
	storage: async ({ OBJECTS }, own) => OBJECTS.getByName(own).storage(),
	async calls({ OBJECTS }, own) {
		const stub = OBJECTS.getByName(own);
		const kinds = "custom text type retryable instance deep symbol values none nested".split(" ");
		const traits = (kind: string) => async () => {
			try {
				return plain(await stub.give(kind));
			} catch (error) {
				const {
					name,
					message,
					cause,
					durableObjectId,
					stack: _,
					...more
				} = error as Error & { durableObjectId?: string };
				return [
					name,
					message,
					cause,
					typeof durableObjectId,
					{ ...more, name: undefined, message: undefined, code: undefined },
					error instanceof TypeError,
				];
			}
		};
		const unknown = stub as unknown as Record<string, () => Promise<unknown>>;
		return inOrder([
			...kinds.map(traits),
			() => unknown.zork?.(),
			() => stub.echo(Symbol("x")),
			() => stub.echo(new Unknown()),
			() => stub.echo(1, { a: [undefined, null] }, new Uint8Array([1])),
			() => stub.echo(),
			() => OBJECTS.get(OBJECTS.idFromName(own)).echo(),
			() => OBJECTS.getByName(`${own}-other`).echo(),
			() => String(OBJECTS.idFromName(own)).length,
			() => stub.name,
			() => String(stub.id) === String(OBJECTS.idFromName(own)),
		]);
	},
	async alarms({ OBJECTS, runAlarms }, own) {
		const stub = OBJECTS.getByName(own);
		await stub.arm();
		await runAlarms?.();
		return stub.alarms();
	},
};

const PNG = Uint8Array.from(
	atob(
		"iVBORw0KGgoAAAANSUhEUgAAACgAAAAZCAIAAADMuvsyAAAAKUlEQVR42u3NMQ0AAAgDsElAMpKRgAgOnib9m+p5EbFYLBaLxWKxWHy29fXcTIJU/wUAAAAASUVORK5CYII=",
	),
	(one) => one.charCodeAt(0),
);

export const otherCases: Record<string, Case> = {
	async images({ IMAGES }) {
		const stream = () => new Response(PNG).body ?? new ReadableStream();
		const steps: ImageTransform[] = [
			{ width: 8, height: 8, fit: "scale-down" },
			{ width: 1000, height: 1000, fit: "scale-down" },
			{ width: 10, fit: "scale-down" },
			{ width: 12, height: 7, fit: "cover" },
		];
		const formats = ["image/webp", "image/jpeg"] as const;
		return inOrder([
			async () => {
				const { format, ...size } = await IMAGES.info(stream());
				return [format, size];
			},
			...steps.flatMap((step) =>
				formats.map((format) => async () => {
					const result = await IMAGES.input(stream()).transform(step).output({ format });
					const response = result.response();
					const type = response.headers.get("content-type");
					const bytes = new Uint8Array(await response.arrayBuffer());
					return [result.contentType(), type, readImageHeader(bytes)];
				}),
			),
			...["no picture", ""].map((text) => async () => {
				const body = () => new Response(text).body ?? new ReadableStream();
				const failed = (error: { code?: unknown }) => error.code;
				return [
					await IMAGES.info(body()).then(() => "known", failed),
					await IMAGES.input(body())
						.output({ format: "image/webp" })
						.then(() => "made", failed),
				];
			}),
		]);
	},
	async caches({ CACHE }, own) {
		const at = `https://cache.invalid/${own}`;
		const policies = [
			"max-age=60",
			"s-maxage=60, max-age=0",
			"max-age=0",
			"private, max-age=60",
			"",
		];
		const found = async (key: string | Request) => {
			const response = await CACHE.match(key);
			const headers = ["content-type", "cache-control", "cf-cache-status"].map((name) =>
				response?.headers.get(name),
			);
			return response && [response.status, headers, await response.text()];
		};
		return inOrder([
			() => found(at),
			...policies.map((policy, n) => async () => {
				const headers = { "Content-Type": "a/b", ...(policy && { "Cache-Control": policy }) };
				await CACHE.put(`${at}/${n}`, new Response(`body ${n}`, { headers }));
				return found(`${at}/${n}`);
			}),
			() => found(`${at}/0?x`),
			() => CACHE.delete(`${at}/0`),
			() => CACHE.delete(`${at}/0`),
			() => found(`${at}/0`),
			() => CACHE.put(new Request(at, { method: "POST" }), new Response("x")),
			() => CACHE.put(at, new Response("x", { status: 206 })),
			() => CACHE.put(at, new Response("x", { headers: { vary: "*" } })),
			async () => {
				await CACHE.put(
					at,
					new Response("x", { headers: { "Set-Cookie": "a=b", "Cache-Control": "max-age=60" } }),
				);
				return found(at);
			},
			async () => {
				await CACHE.put(
					at,
					new Response("gone", { status: 404, headers: { "Cache-Control": "max-age=60" } }),
				);
				return found(at);
			},
		]);
	},
};

/** Over one table named `T`, with their values. */
export type Transaction = (readonly [string, ...unknown[]])[];
/** One operation on a key; `etag` stands for the last object's. */
export type Step = {
	name: "put" | "get" | "head" | "delete" | "list" | "upload";
	key: string;
	value: string;
	matches: "" | "etag" | "*" | "zork";
	differs: "" | "etag" | "*" | "zork";
	range: R2Range | null;
	limit: number;
};

/** Random sequences, without operations that return random ETags or names. */
export const randomCases: { database: Case<Transaction[]>; bucket: Case<Step[]> } = {
	database: ({ DB }, own, transactions) => {
		const prepare = ([text, ...params]: Transaction[number]) =>
			DB.prepare(text.replaceAll(/\bT\b/g, own)).bind(...params);
		const create = `create table ${own} (a integer primary key, b text unique check (b <> 'x'), c references ${own} (a) on delete cascade)`;
		return inOrder([
			() => DB.prepare(create).raw(),
			...transactions.map((list) => async () => {
				try {
					const found = await DB.batch(list.map(prepare));
					return found.map(({ results, meta: { changes, last_row_id: id } }, at) => {
						// Else it is the id of any earlier insertion.
						const isNew = changes > 0 && /^insert (?!.*conflict)/.test(list[at]?.[0] ?? "");
						return [results, changes, isNew ? id : null];
					});
				} catch (error) {
					// Locally, a constraint that fails at the end of a transaction gives an internal error.
					if (/FOREIGN KEY|internal error/.test(String(error))) return "refused";
					throw error;
				}
			}),
			() => DB.prepare(`select * from ${own} order by a`).raw(),
		]);
	},
	bucket: ({ FILES }, own, steps) => {
		let last = "none";
		return inOrder(
			steps.map((step) => async () => {
				const key = `${own}/${step.key}`;
				const etag = (chosen: string) => (chosen === "etag" ? last : chosen);
				const onlyIf = {
					...(step.matches && { etagMatches: etag(step.matches) }),
					...(step.differs && { etagDoesNotMatch: etag(step.differs) }),
				};
				if (step.name === "delete") return FILES.delete(key);
				if (step.name === "head") return described(await FILES.head(key));
				if (step.name === "get")
					return bodyText(
						await FILES.get(key, { onlyIf, ...(step.range && { range: step.range }) }),
					);
				if (step.name === "list") {
					const { limit } = step;
					const page = await FILES.list({ prefix: `${own}/`, limit, startAfter: key });
					return [page.objects.map(described), page.truncated];
				}
				const object =
					step.name === "put"
						? await FILES.put(key, step.value, { onlyIf, customMetadata: { v: step.value } })
						: await FILES.createMultipartUpload(key).then(async (upload) =>
								upload.complete([await upload.uploadPart(1, step.value)]),
							);
				last = object?.etag ?? last;
				return described(object);
			}),
		);
	},
};
