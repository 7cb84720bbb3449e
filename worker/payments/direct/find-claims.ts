import { and, desc, eq, lte, type SQL, sql } from "drizzle-orm";
import { shares } from "../../catalogue/shares/tables.ts";
import { priceOf } from "../../contract/fields.ts";
import type { Ctx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { salesMade, soldOut } from "../../purchases/entitlements/access-sql.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import type { Sale } from "../../purchases/find-purchase.ts";
import type { DirectClaim } from "./contract/direct.ts";
import { directName } from "./contract/direct-way.ts";

export const MAX_CLAIMS = 200;

/** Lists undecided claims first. */
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
		.limit(MAX_CLAIMS);
	return rows.map((row) => presentClaim(row, "creator"));
}

/** Throws `purchase.not_found`. */
export async function fetchClaimOf(ctx: Ctx, id: string): Promise<DirectClaim> {
	const [claim] = await findClaims(ctx, eq(purchases.id, id));
	if (!claim) throw failure("purchase.not_found");
	return claim;
}

export function presentClaim(
	row: Pick<Sale, "purchase" | "slug"> & { raisesTo?: number | null },
	viewer: "creator" | "buyer",
): DirectClaim {
	const { purchase, slug } = row;
	return {
		id: purchase.id,
		shareId: slug,
		title: purchase.shareTitle,
		price: priceOf(purchase.priceCents),
		currency: purchase.currency,
		directBy: directName(purchase.directHost),
		reference: purchase.reference,
		state: purchase.state,
		reason: purchase.state === "declined" ? purchase.declineReason : null,
		createdAt: new Date(purchase.claimedAt ?? purchase.createdAt).toISOString(),
		...(viewer === "creator" && {
			raisesTo: row.raisesTo ?? null,
			buyerEmail: purchase.buyerEmail ?? "",
			confirmationCode: purchase.confirmationCode ?? "",
		}),
	};
}

type Waiting = { readonly id: string; readonly at: number };

export function cursorOf(claim: Waiting | undefined): string | null {
	return claim ? JSON.stringify(claim) : null;
}

/** Oldest first, made before `before` (ms). */
export function claimsAfter(ctx: Ctx, from: string | null, before = ctx.now()): Promise<Waiting[]> {
	const { at, id } = from === null ? { at: 0, id: "" } : (JSON.parse(from) as Waiting);
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
		.limit(MAX_CLAIMS);
}
