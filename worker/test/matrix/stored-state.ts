import { env } from "cloudflare:workers";
import { TABLES } from "../all-tables.ts";

/*
 * Everything the database and the bucket hold, to see whether a request changed something, and to undo it.
 * The statements begin with a comment, so that they are not taken for the product's own.
 */

const ROWID = "the rowid";
const BUCKET = "the bucket";

type Row = Record<string, unknown>;
type Objects = ReadonlyMap<string, string>;
export type StoredState = {
	readonly rows: ReadonlyMap<string, readonly Row[]>;
	/** the etags by key */
	readonly objects: Objects;
};

async function objectsNow(): Promise<Objects> {
	const { objects } = await env.FILES.list();
	return new Map(objects.map(({ key, etag }) => [key, etag]));
}

/** Returns what is stored now. */
export async function storedState(): Promise<StoredState> {
	const [results, objects] = await Promise.all([
		env.DB.batch<Row>(
			TABLES.map(({ name }) =>
				env.DB.prepare(`/* test */ select rowid as "${ROWID}", * from "${name}"`),
			),
		),
		objectsNow(),
	]);
	return {
		rows: new Map(TABLES.map(({ name }, at) => [name, results[at]?.results ?? []])),
		objects,
	};
}

/** Returns the names of the tables, or "the bucket", that differ between two states. */
export function differences(one: StoredState, other: StoredState): string[] {
	const same = (name: string) =>
		JSON.stringify(one.rows.get(name)) === JSON.stringify(other.rows.get(name));
	const bucket = ({ objects }: StoredState) => JSON.stringify([...objects]);
	return [
		...TABLES.map(({ name }) => name).filter((name) => !same(name)),
		...(bucket(one) === bucket(other) ? [] : [BUCKET]),
	];
}

/** Statements that bring a table's rows back; rows that nothing changed are not written. */
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

/** Brings the database and the bucket back; `bytesOf` returns an object's content by its key. */
export async function restore(
	{ from, to }: { from: StoredState; to: StoredState },
	bytesOf: (key: string) => Uint8Array<ArrayBuffer> | undefined,
): Promise<void> {
	const tables = differences(from, to).filter((name) => name !== BUCKET);
	const back = tables.map((name) => rowsBack(name, to.rows.get(name) ?? []));
	if (back.length > 0)
		await env.DB.batch([
			env.DB.prepare("/* test */ pragma defer_foreign_keys = on"),
			...back.map(({ remove }) => remove),
			...back.flatMap(({ write }) => write),
		]);
	const added = [...from.objects.keys()].filter((key) => !to.objects.has(key));
	if (added.length > 0) await env.FILES.delete(added);
	for (const [key, etag] of to.objects) {
		const bytes = bytesOf(key);
		if (from.objects.get(key) !== etag && bytes) await env.FILES.put(key, bytes);
	}
}
