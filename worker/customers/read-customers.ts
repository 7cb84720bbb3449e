import { and, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Currency } from "../contract/money.ts";
import type { CreatorCtx } from "../core/context.ts";
import { mailboxOf } from "../platform/mail/mail-limits.ts";
import { type Sums, splitSums, sumsOf } from "../platform/storage/sums.ts";
import { isSold } from "../purchases/entitlements/sold-sql.ts";
import { blockedBuyers, purchases } from "../purchases/entitlements/tables.ts";
import type { Customer } from "./contract.ts";

/**
 * A customer is an address at the position of its latest purchase: an index gives the purchases in that order, and
 * those with a later one are skipped.
 */

const latest = alias(purchases, "latest");

/** Worded like the indexes of `purchases`. */
export const isSoldTo = (purchase: SQL) =>
	sql`${isSold(purchase)} and ${purchase}.buyer_email is not null`;

/** Purchases of the same customer, as `own`. */
const ofCustomer = sql`purchases own where own.creator_id = latest.creator_id
	and own.buyer_email = latest.buyer_email and ${isSoldTo(sql`own`)}`;

const COLUMNS = {
	id: latest.id,
	email: latest.buyerEmail,
	boughtAt: latest.paidAt,
	purchases: sql<number>`(select count(*) from ${ofCustomer})`.as("purchases_made"),
	// Matches the dashboard: refunded and disputed purchases don't count.
	sums: sumsOf(
		sql`own.currency`,
		sql`own.price_cents - own.refunded_cents`,
		sql`from ${ofCustomer} and own.state = 'paid'`,
	).as("sums"),
	seenAt: sql<number | null>`(select max(purchase_holders.used_at) from purchase_holders
		where purchase_holders.purchase_id in (select own.id from ${ofCustomer}))`.as("seen_at"),
	downloads: sql<number>`(select count(*) from download_log
		where download_log.purchase_id in (select own.id from ${ofCustomer}))`.as("downloads"),
};

type Row = {
	id: string;
	email: string | null;
	boughtAt: number | null;
	purchases: number;
	sums: Sums;
	seenAt: number | null;
	downloads: number;
};

type CustomerQuery = {
	where?: SQL | undefined;
	most: number;
};

export async function readCustomers(
	ctx: CreatorCtx,
	{ where, most }: CustomerQuery,
): Promise<Customer[]> {
	const rows = await ctx.replica
		.select(COLUMNS)
		.from(latest)
		.where(
			and(
				eq(latest.creatorId, ctx.user.id),
				isSoldTo(sql`latest`),
				sql`not exists (select 1 from ${ofCustomer}
					and (own.paid_at, own.id) > (latest.paid_at, latest.id))`,
				where,
			),
		)
		.orderBy(desc(latest.paidAt), desc(latest.id))
		.limit(most);
	const blocked = await blockedAmong(ctx, rows);
	return rows.map((row) => presentCustomer(row, { blocked, currency: ctx.user.currency }));
}

async function blockedAmong(ctx: CreatorCtx, rows: readonly Row[]): Promise<ReadonlySet<string>> {
	const mailboxes = JSON.stringify(rows.map(({ email }) => mailboxOf(email ?? "")));
	const found = await ctx.replica
		.select({ mailbox: blockedBuyers.mailbox })
		.from(blockedBuyers)
		.where(
			and(
				eq(blockedBuyers.creatorId, ctx.user.id),
				inArray(blockedBuyers.mailbox, sql`(select value from json_each(${mailboxes}))`),
			),
		);
	return new Set(found.map(({ mailbox }) => mailbox));
}

function presentCustomer(
	row: Row,
	{ blocked, currency }: { blocked: ReadonlySet<string>; currency: Currency },
): Customer {
	const email = row.email ?? "";
	const { amount, others } = splitSums(row.sums, currency);
	return {
		id: row.id,
		email,
		purchases: row.purchases,
		total: amount,
		currency,
		otherTotals: others,
		boughtAt: new Date(row.boughtAt ?? 0).toISOString(),
		// A sale requires no more than the day.
		lastSeen: row.seenAt ? new Date(row.seenAt).toISOString().slice(0, 10) : null,
		downloads: row.downloads,
		blocked: blocked.has(mailboxOf(email)),
	};
}

/** `id`: the other customer's latest purchase. */
export const isAfter = (id: string): SQL =>
	sql`(latest.paid_at, latest.id) < (select last.paid_at, last.id from purchases last
		where last.id = ${id})`;

/** A part of the address, or a purchase's reference. */
export function matches(creatorId: string, search: string): SQL {
	return sql`(instr(latest.buyer_email, ${search.toLowerCase()}) > 0
		or latest.buyer_email = (select named.buyer_email from purchases named
			where named.reference = ${search.toUpperCase()} and named.creator_id = ${creatorId}))`;
}

export function addressOf(ctx: CreatorCtx, purchaseId: string) {
	return ctx.replica
		.select({ email: purchases.buyerEmail })
		.from(purchases)
		.where(
			and(
				eq(purchases.id, purchaseId),
				eq(purchases.creatorId, ctx.user.id),
				inArray(purchases.state, ["paid", "disputed", "refunded"]),
				isNull(purchases.autoRefundReason),
				isNotNull(purchases.buyerEmail),
			),
		);
}
