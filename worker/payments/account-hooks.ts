import { eq, sql } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import { shownStateOf } from "../entitlements/sold-sql.ts";
import { purchases } from "../entitlements/tables.ts";
import { staleCreatorPages } from "../stale-pages.ts";
import {
	invoiceDetails,
	invoices,
	ledger,
	payoutMethods,
	payoutTransfers,
	withdrawals,
} from "./tables.ts";

/**
 * Deletes how a deleted account received direct payments. The connected account's id stays with the
 * ledger.
 */
export async function deleteCashAppHandle(ctx: Ctx, userId: string): Promise<void> {
	await ctx.db.batch([
		ctx.db
			.update(payoutMethods)
			.set({ cashAppHandle: null, releaseOnConfirmation: false, updatedAt: ctx.now() })
			.where(eq(payoutMethods.userId, userId)),
		staleCreatorPages(ctx, userId),
	]);
}

/**
 * Deletes every payout method of an account that the owner of its never-confirmed address takes over: no
 * buyer may pay whoever set them up. Money held by the platform stays assigned to the account.
 */
export async function deletePayoutMethods(ctx: Ctx, userId: string): Promise<void> {
	await ctx.db.batch([
		ctx.db.delete(payoutMethods).where(eq(payoutMethods.userId, userId)),
		staleCreatorPages(ctx, userId),
	]);
}

/**
 * Returns the money part of a creator's data export, without buyers' addresses, which are the buyers'
 * data.
 */
export async function exportPayments(ctx: Ctx, userId: string): Promise<unknown> {
	const [method, sales, lines, moves, details, issued, withdrawn] = await Promise.all([
		ctx.db.select().from(payoutMethods).where(eq(payoutMethods.userId, userId)),
		ctx.db
			.select({
				id: purchases.id,
				title: purchases.shareTitle,
				route: purchases.route,
				state: shownStateOf(sql`purchases`),
				priceCents: purchases.priceCents,
				currency: purchases.currency,
				reference: purchases.reference,
				createdAt: purchases.createdAt,
				claimedAt: purchases.claimedAt,
				paidAt: purchases.paidAt,
				/** the ids of the shares that the purchase of a bundle opens */
				parts: sql<string>`(select json_group_array(share_id) from purchase_parts
					where purchase_parts.purchase_id = purchases.id)`,
			})
			.from(purchases)
			.where(eq(purchases.creatorId, userId)),
		ctx.db.select().from(ledger).where(eq(ledger.creatorId, userId)),
		ctx.db.select().from(payoutTransfers).where(eq(payoutTransfers.creatorId, userId)),
		ctx.db.select().from(invoiceDetails).where(eq(invoiceDetails.userId, userId)),
		ctx.db
			.select({
				purchaseId: invoices.purchaseId,
				number: invoices.number,
				replaced: sql<string>`(select json_group_array(json_remove(value, '$.buyer'))
					from json_each(invoices.replaced))`,
				issuedAt: invoices.issuedAt,
				sellerName: invoices.sellerName,
				sellerAddress: invoices.sellerAddress,
				sellerCountry: invoices.sellerCountry,
				sellerTaxNumber: invoices.sellerTaxNumber,
			})
			.from(invoices)
			.where(eq(invoices.creatorId, userId)),
		ctx.db
			.select({
				purchaseId: withdrawals.purchaseId,
				at: withdrawals.at,
				outcome: withdrawals.outcome,
			})
			.from(withdrawals)
			.innerJoin(purchases, eq(purchases.id, withdrawals.purchaseId))
			.where(eq(purchases.creatorId, userId)),
	]);
	return {
		payoutMethod: method[0] ?? null,
		sales: sales.map(({ parts, ...sale }) => ({ ...sale, parts: JSON.parse(parts) as string[] })),
		ledger: lines,
		payoutTransfers: moves,
		invoiceDetails: details[0] ?? null,
		invoices: issued,
		withdrawals: withdrawn,
	};
}
