import type { StandInAccount } from "./account.ts";
import { type Asked, json, Refusal } from "./answers.ts";

/** Undefined for other paths. */
export function databaseRoute(account: StandInAccount, asked: Asked): unknown {
	const [, id, action] = /^\/d1\/database(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(asked.path) ?? [];
	if (!asked.path.startsWith("/d1/database")) return undefined;
	if (id === undefined) {
		const wanted = asked.query.get("name");
		if (asked.method === "GET")
			return account.databases
				.filter(({ name }) => wanted === null || name.includes(wanted))
				.map(({ uuid, name }) => ({ uuid, name, version: "production", num_tables: 0 }));
		const { name, primary_location_hint: hint } = json<{
			name: string;
			primary_location_hint?: string;
		}>(asked);
		if (account.databases.some((database) => database.name === name))
			throw new Refusal(400, 7502, `Database with name '${name}' already exists`);
		return shown(account.addDatabase(name, hint));
	}
	const database = account.databases.find(({ uuid }) => uuid === id);
	if (!database) throw new Refusal(404, 7404, `The database ${id} could not be found`);
	if (action === "query" && asked.method === "POST") return query(database.sqlite, json(asked));
	if (action !== undefined) return undefined;
	if (asked.method === "PUT" || asked.method === "PATCH") {
		const { read_replication: replication } = json<{ read_replication?: { mode: string } }>(asked);
		if (!replication || !["auto", "disabled"].includes(replication.mode))
			throw new Refusal(400, 7400, "read_replication.mode must be auto or disabled");
		database.read_replication = replication;
	}
	return shown(database);
}

function shown({
	sqlite: _,
	primary_location_hint: __,
	...database
}: ReturnType<StandInAccount["addDatabase"]>) {
	return { ...database, version: "production", created_at: "2026-01-01T00:00:00.000Z" };
}

/** Several statements are one transaction. */
function query(
	sqlite: ReturnType<StandInAccount["addDatabase"]>["sqlite"],
	{ sql }: { sql: string },
): unknown {
	const meta = { served_by_primary: true, changes: 0 };
	try {
		if (/^\s*select/i.test(sql))
			return [{ results: sqlite.prepare(sql).all(), success: true, meta }];
		sqlite.exec("BEGIN");
		sqlite.exec(sql);
		sqlite.exec("COMMIT");
	} catch (error) {
		if (sqlite.isTransaction) sqlite.exec("ROLLBACK");
		throw new Refusal(400, 7500, error instanceof Error ? error.message : String(error));
	}
	return [{ results: [], success: true, meta }];
}

/** Undefined for other paths. */
export function bucketRoute(account: StandInAccount, asked: Asked): unknown {
	const [, name, action] = /^\/r2\/buckets(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(asked.path) ?? [];
	if (!asked.path.startsWith("/r2/buckets")) return undefined;
	if (!account.isR2On)
		throw new Refusal(403, 10042, "Please enable R2 through the Cloudflare Dashboard.");
	if (name === undefined) {
		if (asked.method === "GET") return { buckets: account.buckets.map(({ name }) => ({ name })) };
		const wanted = json<{ name: string; locationHint?: string }>(asked);
		if (account.buckets.some((bucket) => bucket.name === wanted.name))
			throw new Refusal(
				409,
				10004,
				"The bucket you tried to create already exists, and you own it.",
			);
		return { name: account.addBucket(wanted.name, wanted.locationHint).name };
	}
	const bucket = account.buckets.find((one) => one.name === name);
	if (!bucket) throw new Refusal(404, 10006, "The specified bucket does not exist.");
	if (action === undefined) return { name, location: bucket.location, storage_class: "Standard" };
	if (action !== "lifecycle") return undefined;
	if (asked.method === "PUT") bucket.rules = json<{ rules: object[] }>(asked).rules;
	return asked.method === "PUT" ? {} : { rules: bucket.rules };
}
