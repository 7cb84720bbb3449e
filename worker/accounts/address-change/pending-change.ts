import { and, eq, isNotNull, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { AddressChange } from "../../contract/accounts/accounts.ts";
import type { CreatorCtx, Ctx } from "../../core/context.ts";
import { addressChanges } from "../tables.ts";

type Row = typeof addressChanges.$inferSelect;

/** A pending change in the form that its creator may see. */
export function presentChange(row: Row): AddressChange {
	return {
		email: row.email,
		newConfirmed: row.newConfirmedAt !== null,
		oldConfirmed: row.oldTokenHash === null || row.oldConfirmedAt !== null,
		effectiveAt: row.effectiveAt === null ? null : new Date(row.effectiveAt).toISOString(),
		expiresAt: new Date(row.expiresAt).toISOString(),
	};
}

/** Returns the creator's pending change of address; null without one. */
export async function pendingChange(ctx: CreatorCtx): Promise<AddressChange | null> {
	const [row] = await ctx.replica
		.select()
		.from(addressChanges)
		.where(eq(addressChanges.userId, ctx.user.id));
	return row && (row.expiresAt > ctx.now() || isReady(row, ctx.now())) ? presentChange(row) : null;
}

/**
 * Whether a change takes effect: confirmed at the new address and at the old one; or, where a second factor
 * was proven and nobody at the old address has objected, after the waiting period.
 */
export function isReady(row: Row, now: number): boolean {
	const oldAgrees =
		row.oldTokenHash === null ||
		row.oldConfirmedAt !== null ||
		(row.effectiveAt !== null && row.effectiveAt <= now);
	return row.newConfirmedAt !== null && oldAgrees;
}

/** The same in SQL. */
export function readyChange(ctx: Ctx): SQL | undefined {
	return and(
		isNotNull(addressChanges.newConfirmedAt),
		or(
			isNull(addressChanges.oldTokenHash),
			isNotNull(addressChanges.oldConfirmedAt),
			lte(addressChanges.effectiveAt, ctx.now()),
		),
	);
}

/** The statement that drops a creator's pending change: for whatever shows that somebody else may have begun it. */
export function droppingChange(ctx: Ctx, userId: SQL | string) {
	return ctx.db.delete(addressChanges).where(eq(addressChanges.userId, sql`${userId}`));
}
