import { and, lte, sql } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";

type Claim = { readonly id: string; readonly at: number };

export function cursorOf(claim: Claim | undefined): string | null {
	return claim ? JSON.stringify(claim) : null;
}

/** Returns the next undecided or declined claims after a cursor, oldest first, made before `before` (ms). */
export function claimsAfter(
	ctx: Ctx,
	from: string | null,
	limit: number,
	before = ctx.now(),
): Promise<Claim[]> {
	const { at, id } = from === null ? { at: 0, id: "" } : (JSON.parse(from) as Claim);
	return ctx.db
		.select({ id: purchases.id, at: sql<number>`${purchases.claimedAt}` })
		.from(purchases)
		.where(
			and(
				// Worded like the partial index.
				sql`${purchases.state} in ('claimed', 'declined')`,
				sql`(${purchases.claimedAt}, ${purchases.id}) > (${at}, ${id})`,
				lte(purchases.claimedAt, before),
			),
		)
		.orderBy(purchases.claimedAt, purchases.id)
		.limit(limit);
}
