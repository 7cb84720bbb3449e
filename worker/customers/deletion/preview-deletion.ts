import { and, eq, type SQL, sql } from "drizzle-orm";
import type { AccountDeletionPreview } from "../../accounts/contract.ts";
import type { DeletionPreview } from "../../catalogue/shares/contract/shares.ts";
import { fetchOwnShare } from "../../catalogue/shares/fetch-own-share.ts";
import { shares } from "../../catalogue/shares/tables.ts";
import type { Currency } from "../../contract/money.ts";
import type { CreatorCtx, Ctx } from "../../core/context.ts";
import { splitSums } from "../../platform/storage/sums.ts";
import { openingOf } from "../../purchases/entitlements/access-sql.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { requireDeletable, retentionEnd } from "./delete-share.ts";
import { endsWithAccount, findObstacles } from "./obstacles.ts";

type Deleted = {
	where: SQL | undefined;
	/** purchases of the deleted share itself, not of a bundle that opens it */
	own?: SQL;
	currency: Currency;
};

async function preview(
	ctx: Ctx,
	{ where, own = sql`true`, currency }: Deleted,
): Promise<DeletionPreview> {
	const tally = (condition: SQL) =>
		sql<number>`count(distinct case when ${condition} then ${purchases.id} end)`;
	const isRefundable = sql`${purchases.state} = 'paid' and ${purchases.route} = 'card' and ${own}`;
	const rows = await ctx.db
		.select({
			currency: purchases.currency,
			refundable: tally(isRefundable),
			refundCents: sql<number>`coalesce(sum(case when ${isRefundable}
				then ${purchases.priceCents} - ${purchases.refundedCents} end), 0)`,
			direct: tally(sql`${purchases.state} = 'paid' and ${purchases.route} = 'direct' and ${own}`),
			inBundles: tally(sql`${purchases.state} = 'paid' and not ${own}`),
			disputed: tally(sql`${purchases.state} = 'disputed'`),
			waitingClaims: tally(sql`${purchases.state} = 'claimed'`),
		})
		.from(purchases)
		.innerJoin(shares, eq(shares.id, purchases.shareId))
		.where(where)
		.groupBy(purchases.currency);
	const all = (count: "refundable" | "direct" | "inBundles" | "disputed" | "waitingClaims") =>
		rows.reduce((sum, row) => sum + row[count], 0);
	const [refundable, direct, disputed] = [all("refundable"), all("direct"), all("disputed")];
	const sums = Object.fromEntries(rows.map((row) => [row.currency, row.refundCents]));
	const { amount, others } = splitSums(sums, currency);
	return {
		buyers: refundable + direct + disputed + all("inBundles"),
		refundable,
		refundAmount: amount,
		currency,
		otherRefunds: others,
		direct,
		disputed,
		waitingClaims: all("waitingClaims"),
		keptUntil: new Date(retentionEnd(ctx)).toISOString(),
	};
}

/** Throws `share.not_found`, `share.kept_as_evidence`. */
export async function previewShareDeletion(
	ctx: CreatorCtx,
	{ slug }: { slug: string },
): Promise<DeletionPreview> {
	const share = await fetchOwnShare(ctx, slug);
	requireDeletable(share);
	const own = sql`purchases.share_id = ${share.id}`;
	const where = openingOf(sql`${share.id}`);
	const found = await preview(ctx, { where, own, currency: share.currency });
	return share.ownedParts === null ? found : { ...found, keptUntil: null };
}

/** Also lists the money that blocks it. */
export async function previewAccountDeletion(ctx: CreatorCtx): Promise<AccountDeletionPreview> {
	const userId = ctx.user.id;
	const [buyers, obstacles] = await Promise.all([
		// Removed content affects no buyer.
		preview(ctx, {
			where: and(eq(purchases.creatorId, userId), endsWithAccount),
			currency: ctx.user.currency,
		}),
		findObstacles(ctx, userId, { buyers: "keep" }),
	]);
	return { ...buyers, obstacles };
}
