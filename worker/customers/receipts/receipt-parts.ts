import { eq, sql } from "drizzle-orm";
import { coverColumn, presentCover } from "../../catalogue/shares/cover.ts";
import { boughtPartLicence } from "../../catalogue/shares/licence.ts";
import { shares } from "../../catalogue/shares/tables.ts";
import type { Ctx } from "../../core/context.ts";
import { purchaseParts, purchases } from "../../purchases/entitlements/tables.ts";
import { accessEnd } from "../../purchases/find-purchase.ts";
import type { MyPurchase, ReceiptPart } from "./contract.ts";

/** Files of a deleted share stay for a period, those of a share that ends for buyers too until its end. */
export function filesOf(
	share: Pick<
		typeof shares.$inferSelect,
		"status" | "keptUntil" | "deletion" | "endsAccess" | "expiresAt"
	>,
	purchase: Pick<typeof purchases.$inferSelect, "paidAt">,
	now: number,
): Pick<MyPurchase, "downloadUntil" | "accessUntil" | "filesGone"> {
	const { status, keptUntil, deletion } = share;
	const isKept = status === "deleted" && deletion !== null;
	const availableUntil =
		status === "published" ? Number.POSITIVE_INFINITY : isKept ? (keptUntil ?? 0) : 0;
	const end = accessEnd(share, purchase);
	if (end !== null && end < availableUntil)
		return {
			downloadUntil: null,
			accessUntil: new Date(end).toISOString(),
			filesGone: end <= now,
		};
	return {
		downloadUntil: isKept && availableUntil > now ? new Date(availableUntil).toISOString() : null,
		accessUntil: null,
		filesGone: availableUntil <= now,
	};
}

/** In the bundle's order, removed parts last. */
export async function findReceiptParts(
	ctx: Ctx,
	ids: readonly string[],
): Promise<(purchaseId: string) => ReceiptPart[]> {
	if (ids.length === 0) return () => [];
	const place = sql`(select within.position from bundle_parts within
		where within.bundle_id = purchases.share_id and within.share_id = shares.id)`;
	const rows = await ctx.db
		.select({
			purchaseId: purchaseParts.purchaseId,
			paid: sql<number>`${purchases.state} = 'paid'`,
			slug: shares.slug,
			title: shares.title,
			status: shares.status,
			keptUntil: shares.keptUntil,
			deletion: shares.deletion,
			endsAccess: shares.endsAccess,
			expiresAt: shares.expiresAt,
			paidAt: purchases.paidAt,
			cover: coverColumn(),
			licence: boughtPartLicence(),
		})
		.from(purchaseParts)
		.innerJoin(purchases, eq(purchases.id, purchaseParts.purchaseId))
		.innerJoin(shares, eq(shares.id, purchaseParts.shareId))
		.where(
			sql`${purchaseParts.purchaseId} in (select value from json_each(${JSON.stringify(ids)}))`,
		)
		.orderBy(sql`${place} is null, ${place}, ${shares.createdAt}, ${shares.id}`);
	const byPurchase = Map.groupBy(rows, ({ purchaseId }) => purchaseId);
	return (purchaseId) =>
		(byPurchase.get(purchaseId) ?? []).map(({ slug, title, paid, cover, licence, ...row }) => {
			const { downloadUntil, accessUntil, filesGone } = filesOf(row, row, ctx.now());
			const isShown = row.status === "published" || (paid === 1 && !filesGone);
			return {
				shareId: slug,
				title,
				cover: isShown ? presentCover(cover) : null,
				downloadUntil: downloadUntil ?? accessUntil,
				filesGone,
				licence,
			};
		});
}

/** A bundle's files are available while those of any part are. */
export function filesOfParts(
	parts: readonly ReceiptPart[],
): Pick<MyPurchase, "cover" | "downloadUntil" | "filesGone" | "parts"> {
	const there = parts.filter(({ filesGone }) => !filesGone);
	const ends = there.map(({ downloadUntil }) => downloadUntil);
	return {
		cover: parts.find(({ cover }) => cover !== null)?.cover ?? null,
		downloadUntil: ends.includes(null) ? null : (ends.toSorted().at(-1) ?? null),
		filesGone: there.length === 0,
		parts: [...parts],
	};
}
