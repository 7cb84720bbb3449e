import { and, eq, type SQL, sql } from "drizzle-orm";
import { fetchOwnShare } from "../../catalogue/shares/fetch-own-share.ts";
import { shares } from "../../catalogue/shares/tables.ts";
import type { AccountDeletionPreview } from "../../contract/accounts/accounts.ts";
import type { DeletionPreview } from "../../contract/catalogue/shares.ts";
import { priceOf } from "../../contract/fields.ts";
import type { CreatorCtx, Ctx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { openingOf } from "../../purchases/entitlements/access-sql.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { requireDeletable, retentionEnd } from "./delete-share.ts";
import { endsWithAccount } from "./ends-with-account.ts";
import { findObstacles } from "./obstacles.ts";

/** `own` is the condition that a purchase was made for what is deleted, and not for a bundle that opens it. */
async function preview(
	ctx: Ctx,
	where: SQL | undefined,
	own = sql`true`,
): Promise<DeletionPreview> {
	const tally = (condition: SQL) =>
		sql<number>`count(distinct case when ${condition} then ${purchases.id} end)`;
	const refundable = sql`${purchases.state} = 'paid' and ${purchases.route} = 'card' and ${own}`;
	const [row] = await ctx.db
		.select({
			refundable: tally(refundable),
			refundCents: sql<number>`coalesce(sum(case when ${refundable}
				then ${purchases.priceCents} - ${purchases.refundedCents} end), 0)`,
			direct: tally(sql`${purchases.state} = 'paid' and ${purchases.route} = 'direct' and ${own}`),
			inBundles: tally(sql`${purchases.state} = 'paid' and not ${own}`),
			disputed: tally(sql`${purchases.state} = 'disputed'`),
			waitingClaims: tally(sql`${purchases.state} = 'claimed'`),
		})
		.from(purchases)
		.innerJoin(shares, eq(shares.id, purchases.shareId))
		.where(where);
	if (!row) throw failure("internal.error");
	const { refundCents, inBundles, ...counts } = row;
	return {
		...counts,
		buyers: counts.refundable + counts.direct + counts.disputed + inBundles,
		refundAmount: priceOf(refundCents),
		keptUntil: new Date(retentionEnd(ctx)).toISOString(),
	};
}

/**
 * Returns what deleting one of the creator's shares would mean. Throws `share.not_found`,
 * `share.kept_as_evidence`.
 */
export async function previewShareDeletion(
	ctx: CreatorCtx,
	{ slug }: { slug: string },
): Promise<DeletionPreview> {
	const share = await fetchOwnShare(ctx, slug);
	requireDeletable(share);
	const own = sql`purchases.share_id = ${share.id}`;
	const found = await preview(ctx, openingOf(sql`${share.id}`), own);
	return share.ownedParts === null ? found : { ...found, keptUntil: null };
}

/** Returns what deleting the account would mean for buyers, and which money blocks it. */
export async function previewAccountDeletion(ctx: CreatorCtx): Promise<AccountDeletionPreview> {
	const userId = ctx.user.id;
	const [buyers, obstacles] = await Promise.all([
		// Shares whose content is already removed affect no buyer.
		preview(ctx, and(eq(purchases.creatorId, userId), endsWithAccount)),
		findObstacles(ctx, userId, { buyers: "keep" }),
	]);
	return { ...buyers, obstacles };
}
