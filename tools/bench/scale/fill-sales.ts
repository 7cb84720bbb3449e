import type { DatabaseSync } from "node:sqlite";
import { at, DAY, id, when } from "./expressions.ts";
import { fillTable } from "./fill-table.ts";

/** Buyers and purchases, with their money, mails, views and downloads. */
export function fillSales(db: DatabaseSync, shares: number, now: number): void {
	const creator = (n: string) => id("u", `(${n}) % ${shares / 10}`);
	const buyer = (n: string) => id("b", `(${n}) % ${shares}`);
	const share = (n: string) => id("s", `(${n}) % ${shares}`);
	const created = at("i", now);
	const purchases = 2 * shares;
	// One in fifty was refunded, one in fifty declined or cancelled, few are open.
	const state = `case when i % 50 = 1 then 'refunded' when i % 50 = 2 then 'cancelled'
		when i % 500 = 3 then 'claimed' when i % 1000 = 4 then 'started' else 'paid' end`;
	const route = `case when i % 500 = 3 or i % 10 = 9 then 'direct' else 'card' end`;
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
		// Nine tenths of the creators are connected; the others' money is held.
		unbalanced_at: when(`i % 10 = 0 and ${state} = 'paid'`, created),
	});
	fillTable(db, "purchase_holders", purchases, {
		purchase_id: id("q", "i"),
		buyer_id: buyer(`i * 3 + i / ${shares}`),
		created_at: created,
	});
	// Only completed payments have receipts and ledger entries.
	const isMade = (n: string) => `${n} % 50 <> 2 and ${n} % 500 <> 3 and ${n} % 1000 <> 4`;
	fillTable(
		db,
		"receipt_tokens",
		purchases,
		{ token_hash: "hex(randomblob(22))", purchase_id: id("q", "i"), created_at: created },
		isMade("i"),
	);
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
		isMade(paidN),
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
	// A sale's two mails: only their keys are kept after a month.
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
	fillTable(db, "share_days", 10 * shares, {
		share_id: share("i"),
		day: `date((${at("i", now)}) / 1000, 'unixepoch')`,
		source: `'utm:newsletter|email|' || (i / ${shares})`,
		country: "case i % 3 when 0 then 'NO' when 1 then 'DE' else 'US' end",
		views: 1,
		begun: "i % 5 = 0",
	});
	fillTable(db, "share_views", shares / 10, {
		share_id: share("i"),
		day: `date((${now} - i % ${2 * DAY}) / 1000, 'unixepoch')`,
		network: "lower(hex(randomblob(32)))",
		viewer: "lower(hex(randomblob(32)))",
		source: "'direct'",
		at: `${now} - i % ${2 * DAY}`,
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
