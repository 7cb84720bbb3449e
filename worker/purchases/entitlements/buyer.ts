import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import { DAY_MS, RETENTION } from "../../contract/retention.ts";
import type { Ctx } from "../../core/context.ts";
import { repeatable } from "../../platform/retrying.ts";
import { sha256 } from "../../platform/security/crypto.ts";
import { buyers } from "./tables.ts";

/** The lifetime of the cookie. */
const BUYER_LIFE_MS = RETENTION.buyerDays * DAY_MS;

/** Returns the id of the anonymous buyer, or null. Reading never creates one. */
export async function findBuyer(ctx: Ctx): Promise<string | null> {
	const { buyerHash } = ctx.credentials;
	if (!buyerHash) return null;
	const [row] = await ctx.db
		.select({ id: buyers.id })
		.from(buyers)
		.where(and(eq(buyers.tokenHash, buyerHash), gt(buyers.expiresAt, ctx.now())));
	return row?.id ?? null;
}

/** A buyer identity; `token` is set when it is new and must be set as the browser's cookie. */
export type BuyerIdentity = { readonly id: string; readonly token: string | null };

/** Returns the caller's buyer identity, created when there is none. For checkout and redemption only. */
export async function findOrCreateBuyer(ctx: Ctx): Promise<BuyerIdentity> {
	const known = await findBuyer(ctx);
	if (known) return { id: known, token: null };
	const { id, token, row } = await newBuyer(ctx);
	await repeatable(() => ctx.db.insert(buyers).values(row).onConflictDoNothing());
	return { id, token };
}

/** Makes up a buyer identity; `row` is its record, for the caller to insert. */
export async function newBuyer(ctx: Ctx) {
	const token = ctx.id(32);
	const id = ctx.id();
	const now = ctx.now();
	const tokenHash = await sha256(token);
	return { id, token, row: { id, tokenHash, createdAt: now, expiresAt: now + BUYER_LIFE_MS } };
}

/** The id of the caller's buyer identity inside a query, or null. */
export function ownBuyer(ctx: Ctx): SQL<string | null> {
	return sql<string | null>`(select id from buyers where token_hash = ${ctx.credentials.buyerHash}
		and expires_at > ${ctx.now()})`;
}
