import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import { DAY_MS, RETENTION } from "../../contract/retention.ts";
import type { Ctx } from "../../core/context.ts";
import { repeatable } from "../../platform/retrying.ts";
import { sha256 } from "../../platform/security/crypto.ts";
import { buyers } from "./tables.ts";

const BUYER_LIFE_MS = RETENTION.buyerDays * DAY_MS;

export async function findBuyer(ctx: Ctx): Promise<string | null> {
	const { buyerHash } = ctx.credentials;
	if (!buyerHash) return null;
	const [row] = await ctx.db
		.select({ id: buyers.id })
		.from(buyers)
		.where(and(eq(buyers.tokenHash, buyerHash), gt(buyers.expiresAt, ctx.now())));
	return row?.id ?? null;
}

/** For a new identity, `token` must be set as the browser's cookie, and `row` be inserted in the same batch. */
export type BuyerIdentity = {
	readonly id: string;
	readonly token: string | null;
	readonly row: typeof buyers.$inferInsert | null;
};

/** For redemption only. */
export async function findOrCreateBuyer(ctx: Ctx): Promise<BuyerIdentity> {
	const known = await findBuyer(ctx);
	if (known) return knownBuyer(known);
	const buyer = await newBuyer(ctx);
	await repeatable(() => ctx.db.insert(buyers).values(buyer.row).onConflictDoNothing());
	return buyer;
}

export const knownBuyer = (id: string): BuyerIdentity => ({ id, token: null, row: null });

export async function newBuyer(ctx: Ctx) {
	const token = ctx.id(32);
	const id = ctx.id();
	const now = ctx.now();
	const tokenHash = await sha256(token);
	return { id, token, row: { id, tokenHash, createdAt: now, expiresAt: now + BUYER_LIFE_MS } };
}

export function ownBuyer(ctx: Ctx): SQL<string | null> {
	return sql<string | null>`(select id from buyers where token_hash = ${ctx.credentials.buyerHash}
		and expires_at > ${ctx.now()})`;
}
