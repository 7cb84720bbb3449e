import { and, eq, gt, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { CreatorCtx, Ctx } from "../../core/context.ts";
import type { AddressChange } from "../contract.ts";
import { addressChanges } from "../tables.ts";

type Row = typeof addressChanges.$inferSelect;

export function presentChange(row: Omit<Row, "sessionId">): AddressChange {
	return {
		email: row.email,
		newConfirmed: row.newConfirmedAt !== null,
		oldConfirmed: row.oldTokenHash === null || row.oldConfirmedAt !== null,
		expiresAt: new Date(row.expiresAt).toISOString(),
	};
}

export async function pendingChange(ctx: CreatorCtx): Promise<AddressChange | null> {
	const [row] = await ctx.replica
		.select()
		.from(addressChanges)
		.where(eq(addressChanges.userId, ctx.user.id));
	return row && row.expiresAt > ctx.now() ? presentChange(row) : null;
}

/** Confirmed at the new address, and at the old one if that has a say. */
export const isReady = (row: Row): boolean =>
	row.newConfirmedAt !== null && (row.oldTokenHash === null || row.oldConfirmedAt !== null);

/** SQL twin of `isReady`. */
export const READY_CHANGE = and(
	isNotNull(addressChanges.newConfirmedAt),
	or(isNull(addressChanges.oldTokenHash), isNotNull(addressChanges.oldConfirmedAt)),
);

export const waitsForOld = (ctx: Ctx, userId: string): SQL | undefined =>
	and(
		eq(addressChanges.userId, userId),
		gt(addressChanges.expiresAt, ctx.now()),
		isNotNull(addressChanges.newConfirmedAt),
		isNull(addressChanges.oldConfirmedAt),
	);

/** Someone else may have begun it. */
export function droppingChange(ctx: Ctx, userId: SQL | string) {
	return ctx.db.delete(addressChanges).where(eq(addressChanges.userId, sql`${userId}`));
}
