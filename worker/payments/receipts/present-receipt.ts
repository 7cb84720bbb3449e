import { and, desc, eq, inArray, isNull, type SQL } from "drizzle-orm";
import { creatorName } from "../../accounts/present.ts";
import { users } from "../../accounts/tables.ts";
import type { Ctx } from "../../context.ts";
import { priceOf } from "../../contract/fields.ts";
import type { MyPurchase } from "../../contract/payments.ts";
import { purchases } from "../../entitlements/tables.ts";
import { coverColumn, presentCover } from "../../shares/cover.ts";
import { shares } from "../../shares/tables.ts";
import { refundFailedAt } from "../settlement/failed-refund-sql.ts";
import { receiptLink } from "./receipt-links.ts";

const MAX_ROWS = 500;

/**
 * Returns the receipts of the purchases that match `where`, newest first; automatically refunded payments
 * and unpaid attempts have none.
 */
export async function findReceipts(ctx: Ctx, where: SQL | undefined): Promise<MyPurchase[]> {
	const rows = await ctx.db
		.select({
			purchase: purchases,
			share: {
				slug: shares.slug,
				status: shares.status,
				keptUntil: shares.keptUntil,
				deletion: shares.deletion,
			},
			cover: coverColumn(),
			displayName: users.displayName,
			firstName: users.firstName,
			lastName: users.lastName,
			failedAt: refundFailedAt(),
		})
		.from(purchases)
		.innerJoin(shares, eq(shares.id, purchases.shareId))
		.innerJoin(users, eq(users.id, purchases.creatorId))
		.where(
			and(
				inArray(purchases.state, ["paid", "disputed", "refunded"]),
				isNull(purchases.autoRefundReason),
				where,
			),
		)
		.orderBy(desc(purchases.paidAt))
		.limit(MAX_ROWS);
	return Promise.all(
		rows.map(async ({ purchase, share, cover, failedAt, ...name }) => ({
			purchaseId: purchase.id,
			shareId: share.slug,
			title: purchase.shareTitle,
			price: priceOf(purchase.priceCents),
			paidAt: new Date(purchase.paidAt ?? purchase.createdAt).toISOString(),
			buyerEmail: purchase.buyerEmail ?? "",
			creator: creatorName(name),
			// That of a deleted share is shown to those who may still download.
			cover: share.status === "published" || purchase.state === "paid" ? presentCover(cover) : null,
			route: purchase.route,
			reference: purchase.reference,
			state: purchase.state,
			refundFailedAt: failedAt === null ? null : new Date(failedAt).toISOString(),
			...filesOf(share, ctx.now()),
			receiptUrl: (await receiptLink(ctx, { id: purchase.id, email: purchase.buyerEmail })).url,
		})),
	);
}

/** Whether the files still exist: those of a deleted share do for a period. */
function filesOf(
	share: Pick<typeof shares.$inferSelect, "status" | "keptUntil" | "deletion">,
	now: number,
): Pick<MyPurchase, "downloadUntil" | "filesGone"> {
	const { status, keptUntil, deletion } = share;
	const availableUntil =
		status === "deleted" && deletion !== null && (keptUntil ?? 0) > now ? keptUntil : null;
	return {
		downloadUntil: availableUntil === null ? null : new Date(availableUntil).toISOString(),
		filesGone: availableUntil === null && status !== "published",
	};
}
