import { and, desc, eq, inArray, isNull, type SQL } from "drizzle-orm";
import { givenName } from "../../accounts/contract.ts";
import { coverColumn, presentCover } from "../../catalogue/shares/cover.ts";
import { boughtLicence } from "../../catalogue/shares/licence.ts";
import { shares } from "../../catalogue/shares/tables.ts";
import { priceOf } from "../../contract/fields.ts";
import type { Ctx } from "../../core/context.ts";
import { users } from "../../core/tables.ts";
import { discountOf } from "../../payments/checkout/price.ts";
import { directByOf } from "../../payments/direct/contract/direct-way.ts";
import { presentInvoice, refundsJson } from "../../payments/invoices/present-invoice.ts";
import { presentWithdrawal } from "../../payments/sales/withdrawal-outcome.ts";
import { invoiceDetails, invoices, withdrawals } from "../../payments/tables.ts";
import { presentConsent } from "../../purchases/consent.ts";
import { refundFailedAt, shownState } from "../../purchases/entitlements/sold-sql.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { receiptLink } from "../../purchases/receipt-links.ts";
import { boughtFiles, boughtIn } from "../../purchases/singles/bought.ts";
import type { MyPurchase } from "./contract.ts";
import { newSincePurchase } from "./new-since-purchase.ts";
import { filesOf, filesOfParts, findReceiptParts } from "./receipt-parts.ts";

const MAX_ROWS = 500;

/** Newest first; automatically refunded payments and unpaid attempts have no receipts. */
export async function findReceipts(ctx: Ctx, where: SQL | undefined): Promise<MyPurchase[]> {
	const rows = await ctx.db
		.select({
			purchase: purchases,
			share: {
				slug: shares.slug,
				status: shares.status,
				keptUntil: shares.keptUntil,
				deletion: shares.deletion,
				changedAt: shares.changedAt,
				ownedParts: shares.ownedParts,
				endsAccess: shares.endsAccess,
				expiresAt: shares.expiresAt,
			},
			cover: coverColumn(),
			licence: boughtLicence(),
			bought: boughtFiles(),
			displayName: users.displayName,
			firstName: users.firstName,
			lastName: users.lastName,
			failedAt: refundFailedAt(),
			invoice: invoices,
			seller: invoiceDetails,
			refunds: refundsJson(),
			withdrawal: withdrawals,
		})
		.from(purchases)
		.innerJoin(shares, eq(shares.id, purchases.shareId))
		.innerJoin(users, eq(users.id, purchases.creatorId))
		.leftJoin(invoices, eq(invoices.purchaseId, purchases.id))
		.leftJoin(invoiceDetails, eq(invoiceDetails.userId, purchases.creatorId))
		.leftJoin(withdrawals, eq(withdrawals.purchaseId, purchases.id))
		.where(
			and(
				inArray(purchases.state, ["paid", "disputed", "refunded"]),
				isNull(purchases.autoRefundReason),
				where,
			),
		)
		.orderBy(desc(purchases.paidAt))
		.limit(MAX_ROWS);
	const idOf = ({ purchase }: (typeof rows)[number]) => purchase.id;
	const isChanged = ({ purchase, share }: (typeof rows)[number]) =>
		share.ownedParts !== null || (share.changedAt ?? 0) >= (purchase.paidAt ?? 0);
	const [news, partsOf] = await Promise.all([
		newSincePurchase(ctx, rows.filter(isChanged).map(idOf)),
		findReceiptParts(ctx, rows.filter(({ share }) => share.ownedParts !== null).map(idOf)),
	]);
	return Promise.all(
		rows.map(async ({ purchase, share, cover, failedAt, ...row }) => ({
			purchaseId: purchase.id,
			shareId: share.slug,
			title: purchase.shareTitle,
			...boughtOf(row),
			currency: purchase.currency,
			price: priceOf(purchase.priceCents),
			discount: discountOf(purchase),
			paidAt: new Date(purchase.paidAt ?? purchase.createdAt).toISOString(),
			buyerEmail: purchase.buyerEmail ?? "",
			creator: givenName(row),
			// Buyers who may still download see the cover of a deleted share.
			cover: share.status === "published" || purchase.state === "paid" ? presentCover(cover) : null,
			route: purchase.route,
			directBy: directByOf(purchase),
			reference: purchase.reference,
			state: shownState(purchase),
			refundFailedAt: failedAt === null ? null : new Date(failedAt).toISOString(),
			...filesOf(share, purchase, ctx.now()),
			...(share.ownedParts !== null && filesOfParts(partsOf(purchase.id))),
			invoice: presentInvoice(row.invoice, row.seller, {
				refunds: row.refunds,
				priceCents: purchase.priceCents,
			}),
			consent: presentConsent(purchase),
			licence: row.licence,
			revoked: presentRevoked(purchase),
			...news(purchase.id),
			withdrawal: row.withdrawal && presentWithdrawal(row.withdrawal),
			receiptUrl: (await receiptLink(ctx, { id: purchase.id, email: purchase.buyerEmail })).url,
		})),
	);
}

function boughtOf({ bought: counts }: { bought: string | null }): Pick<MyPurchase, "bought"> {
	const bought = boughtIn(counts);
	return bought ? { bought } : {};
}

/** Null for a purchase that gives access. */
export function presentRevoked({
	revokedAt,
	revokeReason,
}: Pick<typeof purchases.$inferSelect, "revokedAt" | "revokeReason">): MyPurchase["revoked"] {
	if (revokedAt === null) return null;
	return { at: new Date(revokedAt).toISOString(), reason: revokeReason ?? "" };
}
