import { type SQL, sql } from "drizzle-orm";
import { SESSION_IDLE_MS } from "../accounts/sessions.ts";
import type { Ctx } from "../context.ts";
import type { purchases } from "./tables.ts";

type PurchaseState = (typeof purchases.$inferSelect)["state"];

/*
 * Fragments for queries that select from `shares` (under its own name): what the viewer may do with each
 * row. Every decision about access uses them, so that the pages that offer a download and the routes that
 * serve it can never disagree.
 *
 * A share may have any number of sales, a browser holds few purchases: so purchases are looked up by their
 * holder (`cross join` keeps that order), and sales are counted only where there is a limit to them.
 */

/**
 * Whether the share's content is available to those who bought it: of a deleted share during the period
 * granted to its buyers. Everyone else, including its creator, has no access to a deleted share.
 */
export function isAvailableToBuyers(ctx: Ctx): SQL {
	return sql`(shares.status <> 'deleted'
		or (shares.deletion is not null and shares.kept_until > ${ctx.now()}))`;
}

/** 1 when the viewer's session belongs to the creator of the share, which is not deleted; else 0. */
export function isOwner(ctx: Ctx): SQL<number> {
	const { sessionHash } = ctx.credentials;
	if (!sessionHash) return sql<number>`0`;
	const now = ctx.now();
	return sql<number>`exists (
		select 1 from sessions where sessions.token_hash = ${sessionHash}
		and sessions.user_id = shares.creator_id and shares.status <> 'deleted' and sessions.expires_at > ${now}
		and sessions.last_seen_at > ${now - SESSION_IDLE_MS})`;
}

/** The id of a completed purchase that the viewer's buyer identity holds, or null. */
export function heldPurchase(ctx: Ctx): SQL<string | null> {
	const { buyerHash } = ctx.credentials;
	if (!buyerHash) return sql<null>`null`;
	return sql<string | null>`(
		select held.id from buyers
		cross join purchase_holders on purchase_holders.buyer_id = buyers.id
		cross join purchases held on held.id = purchase_holders.purchase_id
		where buyers.token_hash = ${buyerHash} and buyers.expires_at > ${ctx.now()}
		and held.share_id = shares.id and held.state = 'paid' and ${isAvailableToBuyers(ctx)} limit 1)`;
}

/**
 * The state of the latest purchase that the viewer's buyer identity holds and that no longer opens the
 * share: `refunded` or `disputed`, or null.
 */
export function lostPurchase(ctx: Ctx): SQL<"refunded" | "disputed" | null> {
	const { buyerHash } = ctx.credentials;
	if (!buyerHash) return sql<null>`null`;
	return sql<"refunded" | "disputed" | null>`(
		select lost.state from buyers
		cross join purchase_holders on purchase_holders.buyer_id = buyers.id
		cross join purchases lost on lost.id = purchase_holders.purchase_id
		where buyers.token_hash = ${buyerHash} and buyers.expires_at > ${ctx.now()}
		and lost.share_id = shares.id and lost.state in ('refunded', 'disputed')
		order by lost.paid_at desc limit 1)`;
}

/** 1 when the request carries a buyer identity that is known and has not expired, else 0. */
export function isKnownBuyer(ctx: Ctx): SQL<number> {
	const { buyerHash } = ctx.credentials;
	if (!buyerHash) return sql<number>`0`;
	return sql<number>`exists (select 1 from buyers known
		where known.token_hash = ${buyerHash} and known.expires_at > ${ctx.now()})`;
}

/**
 * The state of the latest purchase of the share that the request's buyer identity holds, else, in `link`
 * mode, of the latest one that had opened the share to everybody and was reversed; null where neither is.
 */
export function latestPurchaseState(ctx: Ctx): SQL<PurchaseState | null> {
	const { buyerHash } = ctx.credentials;
	const held = buyerHash
		? sql`(
			select latest.state from buyers
			cross join purchase_holders on purchase_holders.buyer_id = buyers.id
			cross join purchases latest on latest.id = purchase_holders.purchase_id
			where buyers.token_hash = ${buyerHash} and buyers.expires_at > ${ctx.now()}
			and latest.share_id = shares.id order by latest.created_at desc limit 1)`
		: sql`null`;
	return sql<PurchaseState | null>`coalesce(${held}, (
		select reversed.state from purchases reversed
		where shares.sale_mode = 'link' and reversed.share_id = shares.id
		and reversed.state in ('refunded', 'disputed') order by reversed.created_at desc limit 1))`;
}

/** The id of the completed purchase that opens a share in `link` mode to everyone, or null. */
export function linkPurchase(ctx: Ctx): SQL<string | null> {
	return sql<string | null>`(
		select opened.id from purchases opened
		where shares.sale_mode = 'link' and opened.share_id = shares.id
		and opened.state = 'paid' and ${isAvailableToBuyers(ctx)} limit 1)`;
}

/** 1 when the viewer may download because of a payment, else 0; does not cover the owner. */
export function isPaid(ctx: Ctx): SQL<number> {
	return sql<number>`(coalesce(${heldPurchase(ctx)}, ${linkPurchase(ctx)}) is not null)`;
}

/** How many sales a share allows, null for unlimited; `link` mode sells once. */
function salesAllowed(): SQL<number | null> {
	return sql<number | null>`(case shares.sale_mode when 'link' then 1 else shares.max_sales end)`;
}

/**
 * The number of sold copies. A disputed sale counts, since the dispute may be won; a refunded one does
 * not.
 */
export function salesMade(): SQL<number> {
	return sql<number>`(select count(*) from purchases made
		where made.share_id = shares.id and made.state in ('paid', 'disputed'))`;
}

/** 1 when there is no stock left, else 0. */
export function soldOut(): SQL<number> {
	return sql<number>`(case when ${salesAllowed()} is null then 0
		else ${salesMade()} >= ${salesAllowed()} end)`;
}

/**
 * Whether a sale that was just made or taken back can have changed whether the share is sold out, or its
 * link open to everyone.
 */
export function isAtLastCopy(): SQL {
	return sql`(case when ${salesAllowed()} is null then 0
		else ${salesMade()} >= ${salesAllowed()} - 1 end)`;
}
