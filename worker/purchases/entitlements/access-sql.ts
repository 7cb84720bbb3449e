import { type SQL, sql } from "drizzle-orm";
import type { Scope } from "../../accounts/access-tokens/contract.ts";
import { SESSION_IDLE_MS } from "../../accounts/sessions.ts";
import type { Edition } from "../../catalogue/shares/contract/editions.ts";
import type { Ctx } from "../../core/context.ts";
import { ownBuyer } from "./buyer.ts";
import type { ShownState } from "./contract.ts";
import { shownStateOf } from "./sold-sql.ts";
import { ALL_FILES } from "./tables.ts";

/** `revoked`: paid, but the creator has ended its access. */
export type HeldState = ShownState | "revoked";

type LostState = Extract<HeldState, "refunded" | "lost" | "disputed" | "revoked">;

/** A payment this late (ms) after the end of all access still opens the files. */
export const LATE_PAYMENT_MS = 24 * 60 * 60 * 1000;

/**
 * For queries from `shares` (under its own name). Every decision about access uses these, so that pages and download
 * routes agree. A browser holds few purchases of a share's many: these are found by their holder (`cross join` keeps
 * that order), and sales are counted only if they are limited.
 */

/** Includes deleted shares during their period. */
export function isAvailableToBuyers(ctx: Ctx): SQL {
	return sql`(shares.status <> 'deleted'
		or (shares.deletion is not null and shares.kept_until > ${ctx.now()}))`;
}

/** `purchase` still opens a share that ends for buyers too: for a day if it was begun in time and paid later. */
export function isWithinAccess(ctx: Ctx, purchase: SQL): SQL {
	const now = ctx.now();
	return sql`(not shares.ends_access or shares.expires_at is null or shares.expires_at > ${now}
		or (${purchase}.paid_at > shares.expires_at and ${purchase}.paid_at > ${now - LATE_PAYMENT_MS}))`;
}

/** `purchase` was made for the share, or for a bundle with it. */
export function opens(purchase: SQL, shareId: SQL): SQL {
	return sql`(${purchase}.share_id = ${shareId} or exists (select 1 from purchase_parts opened_part
		where opened_part.purchase_id = ${purchase}.id and opened_part.share_id = ${shareId}))`;
}

/** Like `opens`, for finding the rows of `purchases` by the share. */
export function openingOf(shareId: SQL): SQL {
	return sql`(purchases.share_id = ${shareId} or purchases.id in (select opened_part.purchase_id
		from purchase_parts opened_part where opened_part.share_id = ${shareId}))`;
}

function isUnlocked(ctx: Ctx): SQL {
	const { unlocked = [] } = ctx.credentials;
	if (unlocked.length === 0) return sql`shares.password_hash is null`;
	// One variable: a statement may have a hundred.
	return sql`(shares.password_hash is null
		or shares.unlock_hash in (select value from json_each(${JSON.stringify(unlocked)})))`;
}

/** The link is open to visitors, with its password. */
function isOpenToVisitors(ctx: Ctx): SQL {
	return sql`((shares.opens_at is null or shares.opens_at <= ${ctx.now()}) and ${isUnlocked(ctx)})`;
}

/** Comments are copied into docs/reference.md by `npm run docs`. */
export type Closed =
	/** The creator lets the link open later (`opens_at`). */
	| "not_open"
	/** This browser hasn't given the link's password. */
	| "locked"
	/** Downloads have ended, for buyers too (`expires_at` with `ends_access`). */
	| "ended";

/** Null for its creator and for buyers, of single files too, who may still download. */
export function closedTo(ctx: Ctx): SQL<Closed | null> {
	const now = ctx.now();
	return sql<Closed | null>`(case when ${isOwner(ctx)} or ${anyHeldPurchase(ctx)} is not null then null
		when shares.opens_at > ${now} then 'not_open'
		when not ${isUnlocked(ctx)} then 'locked'
		when shares.ends_access and shares.expires_at <= ${now} and ${linkPurchase(ctx)} is null
			then 'ended' end)`;
}

const READ_SHARES: Scope = "shares:read";

/** By session, or by an access token with this permission; false for deleted shares. */
export function isOwner(ctx: Ctx): SQL<number> {
	const { sessionHash, tokenHash } = ctx.credentials;
	const now = ctx.now();
	if (tokenHash)
		return sql<number>`exists (
			select 1 from access_tokens where access_tokens.token_hash = ${tokenHash}
			and access_tokens.user_id = shares.creator_id and shares.status <> 'deleted'
			and (access_tokens.expires_at is null or access_tokens.expires_at > ${now})
			and ${READ_SHARES} in (select value from json_each(access_tokens.scopes)))`;
	if (!sessionHash) return sql<number>`0`;
	return sql<number>`exists (
		select 1 from sessions where sessions.token_hash = ${sessionHash}
		and sessions.user_id = shares.creator_id and shares.status <> 'deleted' and sessions.expires_at > ${now}
		and sessions.last_seen_at > ${now - SESSION_IDLE_MS})`;
}

const wasPaidBefore = (purchase: string, moment: SQL | undefined) =>
	moment ? sql` and ${sql.raw(purchase)}.paid_at < ${moment}` : sql``;

/**
 * `value` of the first purchase of the viewer's buyer identity (`held`) that opens the share, or files of it, and meets
 * the rest; `lines` adds its lines (`line`).
 */
function ofBuyer<T>(ctx: Ctx, value: SQL, rest: SQL, lines = sql``): SQL<T | null> {
	const { buyerHash } = ctx.credentials;
	if (!buyerHash) return sql<null>`null`;
	return sql<T | null>`(
		select ${value} from buyers
		cross join purchase_holders on purchase_holders.buyer_id = buyers.id
		cross join purchases held on held.id = purchase_holders.purchase_id ${lines}
		where buyers.token_hash = ${buyerHash} and buyers.expires_at > ${ctx.now()}
		and ${opens(sql`held`, sql`shares.id`)} ${rest} limit 1)`;
}

/**
 * `purchase` was cheaper for an earlier one, whose money has gone back since: the whole share for its rest, or the rest
 * of a package for nothing. A creator who didn't receive a direct payment, or returned it, can only revoke it.
 */
export function isCreditLost(purchase: SQL): SQL {
	const listCents = sql`coalesce(${purchase}.list_cents, ${purchase}.price_cents)`;
	return sql`(coalesce(${purchase}.whole_cents > ${listCents}, 0)
		and (not ${purchase}.of_lines or (${listCents} = 0 and ${purchase}.free_files = 0))
		and exists (select 1 from purchase_holders credited
			cross join purchases spent on spent.id = credited.purchase_id
			where credited.buyer_id = ${purchase}.buyer_id and spent.share_id = ${purchase}.share_id
			and spent.of_lines and spent.paid_at <= ${purchase}.created_at
			and (spent.state in ('refunded', 'disputed') or (spent.route = 'direct' and spent.revoked_at is not null))
			and coalesce(coalesce(spent.closed_at, spent.revoked_at) > ${purchase}.created_at, 1)))`;
}

/** `purchase` is in one of these states, and neither revoked nor without its credit. */
export const isInForce = (purchase: SQL, states = ["paid"]): SQL =>
	sql`(${purchase}.state in (${sql.raw(states.map((state) => `'${state}'`).join())})
		and ${purchase}.revoked_at is null and not ${isCreditLost(purchase)})`;

const isHeld = (ctx: Ctx, paidBefore?: SQL) =>
	sql`and ${isInForce(sql`held`)}
		and ${isAvailableToBuyers(ctx)} and ${isWithinAccess(ctx, sql`held`)}
		${wasPaidBefore("held", paidBefore)}`;

/** A completed purchase of the whole share by the viewer's buyer identity; `paidBefore` in ms. */
export function heldPurchase(ctx: Ctx, paidBefore?: SQL): SQL<string | null> {
	return ofBuyer<string>(ctx, sql`held.id`, sql`${isHeld(ctx, paidBefore)} and not held.of_lines`);
}

/** Of the whole share, or of some of its files. */
export function anyHeldPurchase(ctx: Ctx): SQL<string | null> {
	return ofBuyer<string>(ctx, sql`held.id`, isHeld(ctx));
}

const LINES = sql`cross join purchase_lines line on line.purchase_id = held.id and line.refunded_at is null`;

/** The best edition that was bought of this file (an expression) alone, and its purchase. */
export type HeldLine = { edition: Edition; purchaseId: string };

/** As `fileId` of `heldLine`: any file of the share. */
export const ANY_FILE = sql`line.file_id`;

/** For `line`: of this file, or of all that have its edition, which never opens those sold only with the whole. */
const isLineOf = (fileId: SQL) =>
	sql`(line.file_id = ${fileId} or (line.file_id = ${sql.raw(`'${ALL_FILES}'`)} and exists (
		select 1 from renditions where renditions.file_id = ${fileId} and renditions.kind = line.edition)
		and not exists (select 1 from all_files kept where kept.id = ${fileId} and kept.whole_only)))`;

/** From `purchases`: of the whole share, or of this file by a line (`line`) that meets the rest. */
export const hasFile = (fileId: SQL, rest = sql``) =>
	sql`(not purchases.of_lines or exists (select 1 from purchase_lines line
		where line.purchase_id = purchases.id and ${isLineOf(fileId)} ${rest}))`;

/** As JSON. */
export function heldLine(ctx: Ctx, fileId: SQL, paidBefore?: SQL): SQL<string | null> {
	return ofBuyer<string>(
		ctx,
		sql`json_object('edition', line.edition, 'purchaseId', held.id)`,
		sql`${isHeld(ctx, paidBefore)} and ${isLineOf(fileId)}
		order by line.edition = 'full' desc`,
		LINES,
	);
}

/** All files that the viewer's purchases of single files open, for `bestLines`. */
export function heldLines(ctx: Ctx): SQL<string | null> {
	return sql<string | null>`${ofBuyer(
		ctx,
		sql`json_group_array(json_array(line.file_id, line.edition, held.id))`,
		isHeld(ctx),
		LINES,
	)}`;
}

/**
 * Returns how to look up the line among `heldLines` that opens the best edition of a file; undefined if none does.
 * `lesser`: an edition that it has, and is sold one by one.
 */
export function bestLines(
	lines: string | null,
): (fileId: string, lesser: string | null) => HeldLine | undefined {
	const held = new Map<string, HeldLine>();
	const all = new Map<string | null, HeldLine>();
	for (const [fileId, edition, purchaseId] of JSON.parse(lines ?? "[]") as [
		string,
		Edition,
		string,
	][])
		if (fileId === ALL_FILES) all.set(edition, { edition, purchaseId });
		else if (held.get(fileId)?.edition !== "full") held.set(fileId, { edition, purchaseId });
	return (fileId, lesser) => held.get(fileId) ?? all.get(lesser);
}

/**
 * The receipt of `anyHeldPurchase` was mailed: never to an address that direct and free buyers only claim, for a creator
 * without a verified one. `users` must be the creator in the query.
 */
export function hasMailedReceipt(ctx: Ctx): SQL<number> {
	return sql<number>`exists (select 1 from purchases receipted
		where receipted.id = ${anyHeldPurchase(ctx)} and receipted.buyer_email is not null
		and (receipted.route = 'card' or users.email_verified_at is not null))`;
}

/** The state of the buyer's latest purchase that no longer opens the share. */
export function lostPurchase(ctx: Ctx): SQL<LostState | null> {
	return ofBuyer<LostState>(
		ctx,
		stateOf(sql`held`),
		sql`and (held.state in ('refunded', 'disputed') or held.revoked_at is not null)
		order by held.paid_at desc`,
	);
}

export function isKnownBuyer(ctx: Ctx): SQL<number> {
	return sql<number>`(${ownBuyer(ctx)} is not null)`;
}

const stateOf = (purchase: SQL) =>
	sql`case when ${purchase}.state = 'paid' and ${purchase}.revoked_at is not null then 'revoked'
		else ${shownStateOf(purchase)} end`;

/**
 * The state of the buyer's latest purchase; otherwise, in `link` mode, of the latest that had opened the share to everyone and
 * was reversed or revoked.
 */
export function latestPurchaseState(ctx: Ctx): SQL<HeldState | null> {
	const held = ofBuyer(ctx, stateOf(sql`held`), sql`order by held.created_at desc`);
	return sql<HeldState | null>`coalesce(${held}, (
		select ${stateOf(sql`reversed`)} from purchases reversed
		where shares.sale_mode = 'link' and reversed.share_id = shares.id and not reversed.of_lines
		and (reversed.state in ('refunded', 'disputed')
			or (reversed.state = 'paid' and reversed.revoked_at is not null))
		order by reversed.created_at desc limit 1))`;
}

/** A completed purchase that opens a share in `link` mode to visitors. */
export function linkPurchase(ctx: Ctx, paidBefore?: SQL): SQL<string | null> {
	return sql<string | null>`(
		select opened.id from purchases opened
		where shares.sale_mode = 'link' and opened.share_id = shares.id
		and opened.state = 'paid' and opened.revoked_at is null and not opened.of_lines and ${isAvailableToBuyers(ctx)}
		and ${isWithinAccess(ctx, sql`opened`)} and ${isOpenToVisitors(ctx)}
		${wasPaidBefore("opened", paidBefore)} limit 1)`;
}

/** On sale for free without an address, so that no purchase is recorded. */
export function needsNoPurchase(ctx: Ctx): SQL<number> {
	return sql<number>`(shares.pricing = 'free' and not shares.asks_address and shares.selling
		and coalesce(shares.expires_at > ${ctx.now()}, 1))`;
}

/** Without a purchase, for everyone who may open the link. */
export function isFreeForAll(ctx: Ctx): SQL<number> {
	return sql<number>`(${needsNoPurchase(ctx)}
		and shares.status = 'published' and ${isOpenToVisitors(ctx)}
		and exists (select 1 from users where users.id = shares.creator_id and users.suspended_at is null))`;
}

/** Doesn't cover the owner. */
export function isPaid(ctx: Ctx): SQL<number> {
	return sql<number>`(coalesce(${heldPurchase(ctx)}, ${linkPurchase(ctx)}) is not null
		or ${isFreeForAll(ctx)})`;
}

/** Null for unlimited; `link` mode sells once. */
function salesAllowed(): SQL<number | null> {
	return sql<number | null>`(case shares.sale_mode when 'link' then 1 else shares.max_sales end)`;
}

/**
 * Sold or reserved copies. Disputed sales count, since the dispute may be won, and revoked ones, whose money the
 * creator has kept; refunded ones don't. `counted` restricts the purchases, as `made`.
 */
export function salesMade(counted: SQL = sql`true`): SQL<number> {
	return sql<number>`(select count(*) from purchases made
		where made.share_id = shares.id and made.state in ('paid', 'disputed', 'processing') and ${counted})`;
}

/** `counted` as above. */
export function soldOut(counted?: SQL): SQL<number> {
	return sql<number>`(case when ${salesAllowed()} is null then 0
		else ${salesMade(counted)} >= ${salesAllowed()} end)`;
}

/** A new or reversed sale can have changed whether the share is sold out, or its link open to everyone. */
export function isAtLastCopy(): SQL {
	return sql`(case when ${salesAllowed()} is null then 0
		else ${salesMade()} >= ${salesAllowed()} - 1 end)`;
}
