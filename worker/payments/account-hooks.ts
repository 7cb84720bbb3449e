import { eq } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import { purchases } from "../entitlements/tables.ts";
import { ledger, payoutMethods, payoutTransfers } from "./tables.ts";

/** Forgets how a deleted account was paid directly. The connected account's id stays with the books. */
export async function deleteCashAppHandle(ctx: Ctx, userId: string): Promise<void> {
	await ctx.db
		.update(payoutMethods)
		.set({ cashAppHandle: null, releaseOnConfirmation: false, updatedAt: ctx.now() })
		.where(eq(payoutMethods.userId, userId));
}

/**
 * Forgets every way a creator is paid, when the owner of a never-confirmed address takes the account:
 * no buyer may pay whoever set them up. Money that is held stays held for the account.
 */
export async function deletePayoutMethods(ctx: Ctx, userId: string): Promise<void> {
	await ctx.db.delete(payoutMethods).where(eq(payoutMethods.userId, userId));
}

/** The money part of a creator's data export. Buyers' addresses are the buyers' data and stay out. */
export async function exportPayments(ctx: Ctx, userId: string): Promise<unknown> {
	const [method, sales, lines, moves] = await Promise.all([
		ctx.db.select().from(payoutMethods).where(eq(payoutMethods.userId, userId)),
		ctx.db
			.select({
				id: purchases.id,
				title: purchases.shareTitle,
				route: purchases.route,
				state: purchases.state,
				priceCents: purchases.priceCents,
				currency: purchases.currency,
				reference: purchases.reference,
				createdAt: purchases.createdAt,
				claimedAt: purchases.claimedAt,
				paidAt: purchases.paidAt,
			})
			.from(purchases)
			.where(eq(purchases.creatorId, userId)),
		ctx.db.select().from(ledger).where(eq(ledger.creatorId, userId)),
		ctx.db.select().from(payoutTransfers).where(eq(payoutTransfers.creatorId, userId)),
	]);
	return { payoutMethod: method[0] ?? null, sales, ledger: lines, payoutTransfers: moves };
}
