import { createHash, randomBytes } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { MIB } from "../../worker/contract/constants.ts";
import { crc32 } from "../../worker/platform/storage/crc32.ts";
import type { Bytes, Stores } from "../operations/backup/stores.ts";

/** Tables of the backup itself, which no backup has. */
const OWN = ["backup_state", "backup_changes"];

export function openDatabase(state: string): DatabaseSync {
	return new DatabaseSync(databaseFile(state));
}

function databaseFile(state: string): string {
	const folder = join(state, "v3", "d1", "miniflare-D1DatabaseObject");
	const files = readdirSync(folder)
		.filter((name) => name.endsWith(".sqlite") && name !== "metadata.sqlite")
		.map((name) => join(folder, name));
	return files.toSorted((a, b) => statSync(b).size - statSync(a).size)[0] ?? "";
}

/** About `count` rows, in the proportions of a busy installation. */
export function fillRows(state: string, count: number): void {
	const part = (share: number) => Math.max(10, Math.floor(count * share));
	const [users, shares, sales] = [part(0.02), part(0.1), part(0.1)];
	const database = openDatabase(state);
	const insert = (table: string, rows: number, columns: string, values: string) =>
		database.exec(
			`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows}) INSERT INTO ${table} (${columns}) SELECT ${values} FROM n`,
		);
	database.exec("BEGIN");
	insert(
		"users",
		users,
		"id, email, password_hash, first_name, created_at",
		"'u' || i, 'u' || i || '@example.test', hex(randomblob(40)), 'Zoë 💶', i",
	);
	insert(
		"shares",
		shares,
		"id, slug, creator_id, title, description, price_cents, status, created_at",
		`'s' || i, hex(randomblob(8)), 'u' || (1 + i % ${users}), 'Share "' || i || '"', 'Line' || char(10) || hex(randomblob(60)), 100 + i, 'published', i`,
	);
	insert(
		"buyers",
		sales,
		"id, token_hash, created_at, expires_at",
		"'b' || i, hex(randomblob(32)), i, i",
	);
	insert(
		"purchases",
		sales,
		"id, share_id, share_title, creator_id, buyer_id, route, state, price_cents, currency, fee_bps, platform_fee_cents, reference, created_at",
		`'p' || i, 's' || (1 + i % ${shares}), 'Share', 'u' || (1 + i % ${users}), 'b' || i, 'card', 'paid', 100, 'usd', 500, 5, hex(randomblob(12)), i`,
	);
	insert(
		"ledger",
		3 * sales,
		"id, cause_key, creator_id, purchase_id, kind, amount_cents, account, at",
		`'l' || i, 'c' || i, 'u1', 'p' || (1 + i % ${sales}), 'sale', i, 'creator', i`,
	);
	insert(
		"share_views",
		part(0.38),
		"share_id, day, network, viewer, at",
		"'s' || (i % 1000), '2026-10-27', hex(randomblob(6)), hex(randomblob(16)), i",
	);
	insert(
		"outbox",
		part(0.001),
		"id, kind, cause, recipient_key, recipient, subject, text, html, created_at, next_attempt_at",
		"'m' || i, 'receipt', 'owed', 'r', 'r@example.test', 's', hex(randomblob(4000)), hex(randomblob(9000)), i, i",
	);
	database.exec("COMMIT");
	database.close();
}

export async function storeObjects(stores: Stores, count: number): Promise<void> {
	for (let n = 0; n < count; n++) {
		const size = n === 0 ? 40 * MIB + 123 : n % 50 === 1 ? 3 * MIB : 200 + n * 17;
		const bytes: Bytes = new Uint8Array(randomBytes(size));
		const key = `${n % 10 === 9 ? "renditions" : "originals"}/s${1 + (n % 10)}/f${n}`;
		const etag = await stores.put(key, piecesOf(bytes), {
			isMultipart: n === 0,
			metadata: { contentType: "a/b", custom: { crc32: "1" } },
		});
		if (!key.startsWith("originals/")) continue;
		await stores.batch([
			[
				"INSERT INTO files (id, share_id, position, original_name, mime_type, size, folder_path, object_key, etag, crc32, modified_at, created_at) VALUES (?, ?, ?, 'a', 'a/b', ?, '', ?, ?, ?, 1, 1)",
				`f${n}`,
				`s${1 + (n % 10)}`,
				n,
				size,
				key,
				etag,
				crc32(bytes),
			],
		]);
	}
}

async function* piecesOf(bytes: Bytes): AsyncIterable<Bytes> {
	for (let at = 0; at === 0 || at < bytes.length; at += 8 * MIB)
		yield bytes.slice(at, at + 8 * MIB);
}

/** Hash and ETag of each object, by key. */
export async function objectSums(stores: Stores): Promise<Map<string, string>> {
	const sums = new Map<string, string>();
	for await (const { key, etag } of stores.listObjects("")) {
		const response = await stores.call("GET", "/object", { bucket: "files", key });
		const bytes = new Uint8Array((await response?.arrayBuffer()) ?? []);
		sums.set(key, `${createHash("sha256").update(bytes).digest("hex")} ${etag}`);
	}
	return sums;
}

/** Changed rows count twice. */
export function differingRows(state: string, other: string): number {
	const database = openDatabase(state);
	database.exec(`ATTACH '${databaseFile(other)}' AS other`);
	const tablesOf = (schema: string) =>
		database
			.prepare(`SELECT name, sql FROM ${schema}.sqlite_master WHERE name NOT LIKE 'sqlite%'`)
			.all()
			.filter(({ name }) => !String(name).startsWith("_cf_"));
	const definitions = (schema: string) => JSON.stringify(tablesOf(schema).toSorted(byName));
	let differing = definitions("main") === definitions("other") ? 0 : 1;
	for (const { name, sql } of tablesOf("main")) {
		if (!/^CREATE TABLE/.test(String(sql)) || OWN.includes(String(name))) continue;
		for (const [a, b] of [
			["main", "other"],
			["other", "main"],
		])
			differing += Number(
				database
					.prepare(
						`SELECT count(*) AS n FROM (SELECT rowid, * FROM ${a}."${name}" EXCEPT SELECT rowid, * FROM ${b}."${name}")`,
					)
					.get()?.n,
			);
	}
	database.close();
	return differing;
}

const byName = (a: { name?: unknown }, b: { name?: unknown }) =>
	String(a.name) < String(b.name) ? -1 : 1;
