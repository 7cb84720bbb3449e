import { DatabaseSync } from "node:sqlite";
import { sql } from "drizzle-orm";
import { SQLiteSyncDialect } from "drizzle-orm/sqlite-core";
import { countedTotals } from "../../../worker/purchases/entitlements/totals-sql.ts";
import { at, DAY, id, when } from "./expressions.ts";
import { fillSales } from "./fill-sales.ts";
import { fillTable } from "./fill-table.ts";
import { addKnown } from "./known.ts";

function fillShares(db: DatabaseSync, shares: number, now: number): void {
	const creator = (n: string) => id("u", `(${n}) % ${shares / 10}`);
	const share = (n: string) => id("s", `(${n}) % ${shares}`);
	const created = at("i", now);
	fillTable(db, "users", shares / 10, {
		id: id("u", "i"),
		email: "'creator' || i || '@example.test'",
		password_hash: "'scrypt$14$8$5$' || hex(randomblob(24))",
		first_name: "'Mara'",
		last_name: "'Lindqvist'",
		plan: "case when i % 10 = 0 then 'pro' else 'free' end",
		email_verified_at: created,
		created_at: created,
	});
	fillTable(db, "sessions", shares / 50, {
		token_hash: "hex(randomblob(16))",
		id: id("z", "i"),
		user_id: creator("i * 5"),
		user_agent: "'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0'",
		created_at: `${now} - i % 1000000`,
		last_seen_at: `${now} - i % 1000000`,
		expires_at: `${now} + ${20 * DAY} + i`,
	});
	fillTable(db, "subscriptions", shares / 100, {
		user_id: id("u", "i * 10"),
		customer_id: "'cus_' || i",
		subscription_id: "'sub_' || i",
		status: "'active'",
		current_period_end: `${now} + ${DAY} + i`,
		updated_at: now,
	});
	fillTable(db, "payout_methods", shares / 10, {
		user_id: id("u", "i"),
		cash_app_handle: "'$creator' || i",
		stripe_account_id: when("i % 10 > 0", "'acct_' || i"),
		charges_enabled: "i % 10 > 0",
		updated_at: created,
	});
	fillTable(db, "creator_pages", shares / 20, {
		user_id: id("u", "i * 2"),
		line: "'Photographs of the north'",
		links: "'[]'",
		created_at: created,
	});
	fillTable(db, "creator_handles", shares / 20, {
		handle: "'creator-' || i",
		user_id: id("u", "i * 2"),
		created_at: created,
	});
	fillTable(db, "shares", shares, {
		id: id("s", "i"),
		slug: `'0' || ${id("l", "i")}`,
		creator_id: creator("i"),
		title: "'Winter light, Lofoten ' || i",
		description: "'Forty photographs of the islands in January, as files for large prints.'",
		price_cents: "500 + i % 5000",
		sale_mode: "case when i % 20 = 19 then 'link' else 'each' end",
		listed: "i % 2",
		status: "'published'",
		cover_file_id: id("f", "i * 5"),
		file_count: 5,
		total_size: 60_000_000,
		created_at: created,
		published_at: `${created} + 1000`,
	});
	fillTable(db, "files", 5 * shares, {
		id: id("f", "i"),
		share_id: share("i / 5"),
		position: "i % 5",
		original_name: "'DSC_' || (10000 + i % 90000) || '.jpg'",
		mime_type: "'image/jpeg'",
		size: 12_000_000,
		folder_path: "''",
		object_key: `'originals/' || ${share("i / 5")} || '/' || ${id("f", "i")}`,
		etag: "lower(hex(randomblob(16)))",
		crc32: "abs(random() % 4294967296)",
		modified_at: at("i / 5", now),
		created_at: at("i / 5", now),
	});
	fillTable(db, "renditions", 5 * shares, {
		file_id: id("f", "i"),
		share_id: share("i / 5"),
		kind: "'image'",
		hash: "hex(randomblob(22))",
		mime_type: "'image/webp'",
		size: 360,
		width: 4000,
		height: 3000,
		inline: "'data:image/webp;base64,' || hex(randomblob(240))",
		created_at: at("i / 5", now),
	});
	fillTable(db, "pack_entries", shares, {
		file_id: id("f", "i * 5"),
		pack_key: `'packs/' || ${share("i")} || '/main'`,
		pack_offset: 0,
		pack_length: 9000,
		pack_method: 8,
		pack_data_size: 8900,
	});
	fillTable(db, "upload_slots", shares, {
		upload_id: id("p", "i"),
		creator_id: creator("i"),
		month: `strftime('%Y-%m', (${created}) / 1000, 'unixepoch')`,
		at: created,
	});
	fillTable(db, "stored_uploads", shares, {
		upload_id: id("p", "i"),
		creator_id: creator("i"),
		share_id: id("s", "i"),
		bytes: 60_000_000,
	});
	// Ended uploads are deleted after a month.
	fillTable(db, "uploads", shares / 24, {
		id: id("p", "i"),
		creator_id: creator("i"),
		share_id: id("s", "i"),
		state: "case when i % 100 = 0 then 'open' else 'done' end",
		created_at: `${now} - i % 1000 * 86400`,
	});
}

/** Counted once for all creators. */
function fillTotals(db: DatabaseSync): void {
	const counted = countedTotals(sql`(select id from users)`);
	const { sql: text } = new SQLiteSyncDialect().sqlToQuery(
		sql`insert into totals select creator_id, share_id, day, sum(sales), sum(earned_cents), sum(net_cents),
			sum(views), sum(platform_cents), sum(connected_cents), sum(outside_cents)
			from (${counted}) group by 1, 2, 3`,
	);
	db.exec(text);
}

/**
 * Creates indexes and triggers afterwards, since sorting and counting once is faster than inserting ten
 * million times.
 */
export function fill(file: string, shares: number): void {
	const db = new DatabaseSync(file, { enableForeignKeyConstraints: false });
	db.exec(`pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -2000000;
		pragma temp_store = file`);
	const made = (type: "index" | "trigger") =>
		db
			.prepare("select name, sql from sqlite_master where type = ? and sql is not null")
			.all(type) as { name: string; sql: string }[];
	const [indexes, triggers] = [made("index"), made("trigger")];
	for (const { name } of indexes) db.exec(`drop index "${name}"`);
	for (const { name } of triggers) db.exec(`drop trigger "${name}"`);
	const now = Date.now();
	db.exec("begin");
	fillShares(db, shares, now);
	fillSales(db, shares, now);
	addKnown(db, shares, now);
	for (const index of indexes) db.exec(index.sql);
	fillTotals(db);
	for (const trigger of triggers) db.exec(trigger.sql);
	db.exec("commit; pragma journal_mode = wal");
	db.close();
}
