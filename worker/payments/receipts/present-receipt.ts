import { and, desc, eq, inArray, isNull, type SQL } from "drizzle-orm";
import { creatorName } from "../../accounts/present.ts";
import { users } from "../../accounts/tables.ts";
import type { Ctx } from "../../context.ts";
import { priceOf } from "../../contract/fields.ts";
import type { MyPurchase } from "../../contract/payments.ts";
import { purchases } from "../../entitlements/tables.ts";
import { shares } from "../../shares/tables.ts";
import { refundFailedAt } from "../failed-refund-sql.ts";
import { receiptLink } from "./receipt-links.ts";

const MOST = 500;

/** Receipts of the purchases for which `where` holds, newest first; surplus payments and mere attempts have none. */
export async function receiptsWhere(ctx: Ctx, where: SQL | undefined): Promise<MyPurchase[]> {
	const rows = await ctx.db
		.select({
			purchase: purchases,
			shareLinkId: shares.shareId,
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
				isNull(purchases.surplus),
				where,
			),
		)
		.orderBy(desc(purchases.paidAt))
		.limit(MOST);
	return Promise.all(
		rows.map(async ({ purchase, shareLinkId, failedAt, ...name }) => ({
			purchaseId: purchase.id,
			shareId: shareLinkId,
			title: purchase.shareTitle,
			price: priceOf(purchase.priceCents),
			paidAt: new Date(purchase.paidAt ?? purchase.createdAt).toISOString(),
			buyerEmail: purchase.buyerEmail ?? "",
			creator: creatorName(name),
			route: purchase.route,
			reference: purchase.reference,
			state: purchase.state,
			refundFailedAt: failedAt === null ? null : new Date(failedAt).toISOString(),
			receiptUrl: (await receiptLink(ctx, { id: purchase.id, email: purchase.buyerEmail })).url,
		})),
	);
}
