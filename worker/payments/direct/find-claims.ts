import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { shares } from "../../catalogue/shares/tables.ts";
import type { DirectClaim } from "../../contract/payments/payments.ts";
import type { Ctx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { salesMade, soldOut } from "../../purchases/entitlements/access-sql.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { presentClaim } from "./present-claim.ts";

const MAX_ROWS = 200;

/** Returns matching claims as their creator sees them, undecided ones first. */
export async function findClaims(ctx: Ctx, where: SQL | undefined): Promise<DirectClaim[]> {
	const rows = await ctx.db
		.select({
			purchase: purchases,
			slug: shares.slug,
			raisesTo: sql<number | null>`(case when ${purchases.state} = 'claimed'
				and ${shares.saleMode} = 'each' and ${soldOut()} then ${salesMade()} + 1 end)`,
		})
		.from(purchases)
		.innerJoin(shares, eq(shares.id, purchases.shareId))
		.where(and(eq(purchases.route, "direct"), where))
		.orderBy(sql`${purchases.state} <> 'claimed'`, desc(purchases.claimedAt))
		.limit(MAX_ROWS);
	return rows.map((row) => presentClaim(row, "creator"));
}

/** Throws `purchase.not_found`. */
export async function fetchClaimOf(ctx: Ctx, id: string): Promise<DirectClaim> {
	const [claim] = await findClaims(ctx, eq(purchases.id, id));
	if (!claim) throw failure("purchase.not_found");
	return claim;
}
