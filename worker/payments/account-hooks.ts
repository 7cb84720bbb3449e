import { and, count, eq, gt, inArray, or, sql } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import { purchases } from "../entitlements/tables.ts";
import { failure } from "../platform/errors.ts";
import { heldCents } from "./payouts/payment-status.ts";
import { ledger, payoutMethods, payoutMoves } from "./tables.ts";

const DAY = 24 * 60 * 60 * 1000;

/** Lets no account go while money of it is held, on its way, or disputed. Throws `account.not_settled` and says why. */
export async function requireSettled(ctx: Ctx, userId: string): Promise<void> {
	if ((await heldCents(ctx, userId)) > 0)
		throw failure(
			"account.not_settled",
			"We still hold money for you. Connect card payouts first, and it will be sent to you.",
		);
	const [open] = await ctx.db
		.select({
			disputed: sql<number>`count(*) filter (where ${purchases.state} = 'disputed')`,
			underWay: sql<number>`count(*) filter (where ${purchases.state} <> 'disputed')`,
		})
		.from(purchases)
		.where(
			and(
				eq(purchases.creatorId, userId),
				or(
					inArray(purchases.state, ["disputed", "processing", "claimed"]),
					// Somebody may be typing a card number this moment.
					and(eq(purchases.state, "started"), gt(purchases.createdAt, ctx.now() - DAY)),
				),
			),
		);
	if (open && open.disputed > 0)
		throw failure("account.not_settled", "A payment to you is disputed and not decided yet.");
	if (open && open.underWay > 0)
		throw failure(
			"account.not_settled",
			"A buyer is paying you at the moment. Please try again later.",
		);
	const [moving] = await ctx.db
		.select({ moves: count() })
		.from(payoutMoves)
		.where(and(eq(payoutMoves.creatorId, userId), eq(payoutMoves.state, "pending")));
	if (moving && moving.moves > 0)
		throw failure("account.not_settled", "Money is on its way to you. Please try again soon.");
}

/** Forgets how a deleted account was paid directly. The connected account's id stays with the books. */
export async function forgetHandle(ctx: Ctx, userId: string): Promise<void> {
	await ctx.db
		.update(payoutMethods)
		.set({ cashAppHandle: null, releaseOnConfirmation: false, updatedAt: ctx.now() })
		.where(eq(payoutMethods.userId, userId));
}

/**
 * Forgets every way a creator is paid, when the owner of a never-confirmed address takes the account:
 * no buyer may pay whoever set them up. Money that is held stays held for the account.
 */
export async function forgetPayoutMethods(ctx: Ctx, userId: string): Promise<void> {
	await ctx.db.delete(payoutMethods).where(eq(payoutMethods.userId, userId));
}

/** The money part of a creator's data export. Buyers' addresses are the buyers' data and stay out. */
export async function exportMoney(ctx: Ctx, userId: string): Promise<unknown> {
	const [method, sales, lines] = await Promise.all([
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
				paidAt: purchases.paidAt,
			})
			.from(purchases)
			.where(eq(purchases.creatorId, userId)),
		ctx.db.select().from(ledger).where(eq(ledger.creatorId, userId)),
	]);
	return { payoutMethod: method[0] ?? null, sales, ledger: lines };
}
