import { DatabaseSync } from "node:sqlite";
import { fillTable } from "./fill-table.ts";
import { addKnown } from "./known.ts";

const DAY = 24 * 60 * 60 * 1000;
/** How long the product has been running, evenly. */
const AGE = 730 * DAY;

/**
 * SQL of the id of row `n` of a kind: as long as the product's ids, and in no order, so that indexes look as
 * they do with random ids. The multiplier is odd, so no two ids are equal.
 */
const id = (kind: string, n: string) =>
	`printf('%08x', ((${n}) * 2654435761) & 4294967295) || '${kind.padEnd(14, "_")}'`;
/** SQL of a time at which row `n` was made, some within any period. */
const at = (n: string, now: number) => `${now} - ((${n}) * 7919 % ${AGE / 1000}) * 1000`;

/** The rows of a product with this many shares, in the proportions that the bench assumes. */
function fillAll(db: DatabaseSync, shares: number, now: number): void {
	const creator = (n: string) => id("u", `(${n}) % ${shares / 10}`);
	const buyer = (n: string) => id("b", `(${n}) % ${shares}`);
	const share = (n: string) => id("s", `(${n}) % ${shares}`);
	const created = at("i", now);
	const purchases = 2 * shares;
	// One of fifty was refunded, one of fifty declined or cancelled, few are open.
	const state = `case when i % 50 = 1 then 'refunded' when i % 50 = 2 then 'cancelled'
		when i % 500 = 3 then 'claimed' when i % 1000 = 4 then 'started' else 'paid' end`;
	const route = `case when i % 500 = 3 or i % 10 = 9 then 'direct' else 'card' end`;
	const when = (condition: string, value: string) => `case when ${condition} then ${value} end`;
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
	fillTable(db, "buyers", shares, {
		id: id("b", "i"),
		token_hash: "hex(randomblob(22))",
		created_at: created,
		expires_at: `${created} + ${365 * DAY}`,
	});
	fillTable(db, "purchases", purchases, {
		id: id("q", "i"),
		share_id: share("i"),
		share_title: "'Winter light, Lofoten'",
		creator_id: creator("i"),
		buyer_id: buyer(`i * 3 + i / ${shares}`),
		buyer_email: when("i % 1000 <> 4", "'buyer' || (i / 2) || '@example.test'"),
		route,
		state,
		price_cents: 1000,
		currency: "'usd'",
		fee_bps: 500,
		platform_fee_cents: 50,
		processing_fee_cents: 59,
		refunded_cents: "case when i % 50 = 1 then 1000 else 0 end",
		destination_account: when("i % 10 > 0", "'acct_' || i"),
		payment_intent_id: when(`${route} = 'card' and i % 1000 <> 4`, "'pi_' || hex(randomblob(12))"),
		charge_id: when(`${route} = 'card' and i % 1000 <> 4`, "'ch_' || hex(randomblob(12))"),
		reference: "printf('%08X', (i * 2654435761) & 4294967295)",
		confirmation_code: when(`${route} = 'direct'`, "'#' || hex(randomblob(6))"),
		created_at: created,
		paid_at: when(`${state} in ('paid', 'refunded')`, created),
		closed_at: when("i % 50 in (1, 2)", created),
		claimed_at: when("i % 500 = 3", `${now} - ${DAY} - i % ${100 * DAY}`),
		checked_at: created,
		fee_posted: 1,
		// Nine tenths of the creators are connected; the others' money waits.
		unbalanced_at: when(`i % 10 = 0 and ${state} = 'paid'`, created),
	});
	fillTable(db, "purchase_holders", purchases, {
		purchase_id: id("q", "i"),
		buyer_id: buyer(`i * 3 + i / ${shares}`),
		created_at: created,
	});
	fillTable(db, "receipt_tokens", purchases, {
		token_hash: "hex(randomblob(22))",
		purchase_id: id("q", "i"),
		created_at: created,
	});
	// Three entries of each payment that was made; `where` leaves out what came to nothing.
	const paidN = `i / 3 % ${purchases}`;
	fillTable(
		db,
		"ledger",
		3.2 * purchases,
		{
			id: id("m", "i"),
			cause_key: `case i % 3 when 0 then 'gross:' when 1 then 'platform_fee:' else 'processing_fee:' end || ${id("q", "i / 3")}`,
			creator_id: creator("i / 3"),
			purchase_id: id("q", paidN),
			kind: "case i % 3 when 0 then 'gross' when 1 then 'platform_fee' else 'processing_fee' end",
			amount_cents: "case i % 3 when 0 then 1000 when 1 then -50 else -59 end",
			account: "case when i / 3 % 10 = 0 then 'platform' else 'connected' end",
			provider_id: "'ch_' || hex(randomblob(12))",
			at: at("i / 3", now),
		},
		`${paidN} % 50 <> 2 and ${paidN} % 500 <> 3 and ${paidN} % 1000 <> 4`,
	);
	fillTable(db, "payout_transfers", purchases / 10, {
		id: id("t", "i"),
		purchase_id: id("q", "i * 10 + 1"),
		creator_id: creator("i * 10 + 1"),
		kind: "'transfer'",
		amount_cents: 891,
		account: "'acct_' || i",
		state: "'done'",
		provider_id: "'tr_' || hex(randomblob(12))",
		created_at: at("i", now),
	});
	// A sale's two mails: their keys stay, all else is emptied after a month.
	fillTable(db, "outbox", 2 * purchases, {
		id: id("o", "i"),
		dedupe_key: `case i % 2 when 0 then 'sale:' else 'receipt:' end || ${id("q", "i / 2")}`,
		kind: "'sale'",
		cause: "'owed'",
		recipient_key: "case when i % 24 = 0 then hex(randomblob(16)) else '' end",
		recipient: "case when i % 24 = 0 then 'buyer' || i || '@example.test' else '' end",
		subject: "''",
		text: "''",
		html: "''",
		created_at: `${now} - case when i % 24 = 0 then ${DAY} else ${40 * DAY} end`,
		next_attempt_at: created,
		attempts: 1,
		sent_at: created,
	});
	fillTable(db, "share_views", 10 * shares, {
		share_id: share("i"),
		day: `date((${at("i", now)}) / 1000, 'unixepoch')`,
		network: "''",
		viewer: "lower(hex(randomblob(12)))",
		at: at("i", now),
	});
	fillTable(db, "download_log", shares, {
		id: id("d", "i"),
		share_id: share("i"),
		purchase_id: id("q", "i"),
		what: "'all'",
		at: `${now} - i % ${(179 * DAY) / 1000} * 1000`,
		country: "'NO'",
		user_agent: "'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0'",
	});
	fillTable(db, "provider_events", shares / 10, {
		id: "'evt_' || i",
		type: "'charge.updated'",
		at: `${now} - i % ${(29 * DAY) / 1000} * 1000`,
	});
}

/**
 * Fills a migrated database. Indexes are made afterwards, since sorting once is faster than inserting
 * anywhere ten million times.
 */
export function fill(file: string, shares: number): void {
	const db = new DatabaseSync(file, { enableForeignKeyConstraints: false });
	db.exec(`pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -2000000;
		pragma temp_store = file`);
	const indexes = db
		.prepare("select name, sql from sqlite_master where type = 'index' and sql is not null")
		.all() as { name: string; sql: string }[];
	for (const { name } of indexes) db.exec(`drop index "${name}"`);
	const now = Date.now();
	db.exec("begin");
	fillAll(db, shares, now);
	addKnown(db, shares, now);
	for (const { sql } of indexes) db.exec(sql);
	db.exec("commit; pragma journal_mode = wal");
	db.close();
}
