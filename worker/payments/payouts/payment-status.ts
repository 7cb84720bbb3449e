import { type Column, eq, type SQL, sql } from "drizzle-orm";
import { COUNTRIES } from "../../contract/countries.ts";
import { priceOf } from "../../contract/fields.ts";
import { currencyOfCountry } from "../../contract/money.ts";
import type { PaymentStatus } from "../../contract/payments/payments.ts";
import type { CreatorCtx, Ctx } from "../../core/context.ts";
import { users } from "../../core/tables.ts";
import { totals } from "../../purchases/entitlements/tables.ts";
import { isOverall } from "../../purchases/entitlements/totals-sql.ts";
import { payoutMethods } from "../tables.ts";

/** Returns what the platform holds for a creator, in cents; negative for a debt. */
async function heldCents(ctx: Ctx, creatorId: string): Promise<number> {
	const [row] = await ctx.replica
		.select({ cents: totals.platformCents })
		.from(totals)
		.where(isOverall(sql`${creatorId}`));
	return row?.cents ?? 0;
}

/** A condition that something of a creator's was sold, or is being paid: the currency stays, or sums would have two. */
export const isCurrencyFixed = (userId: SQL | Column | string): SQL =>
	sql`exists (select 1 from purchases where purchases.creator_id = ${userId}
		and purchases.price_cents > 0 and purchases.state <> 'cancelled')`;

/** Returns how the creator is paid, and what the platform holds for them. */
export async function paymentStatus(ctx: CreatorCtx): Promise<PaymentStatus> {
	const [[method], held, [priced]] = await Promise.all([
		ctx.replica.select().from(payoutMethods).where(eq(payoutMethods.userId, ctx.user.id)),
		heldCents(ctx, ctx.user.id),
		ctx.replica
			.select({
				currency: users.currency,
				isFixed: sql<number>`${isCurrencyFixed(users.id)}`.mapWith(Boolean),
			})
			.from(users)
			.where(eq(users.id, ctx.user.id)),
	]);
	const direct = typeof method?.cashAppHandle === "string";
	const acceptsCards = method?.acceptsCards ?? true;
	const isReady = method?.chargesEnabled ?? false;
	const card = acceptsCards && isReady;
	return {
		hasPaymentSetup: direct || card,
		paymentMethod: direct && card ? "both" : card ? "stripe" : direct ? "cashapp" : null,
		cashAppHandle: method?.cashAppHandle ?? null,
		acceptsCards,
		currency: priced?.currency ?? ctx.user.currency,
		currencyFixed: priced?.isFixed ?? false,
		proposedCurrency: currencyOfCountry(ctx.country ?? ""),
		cardPayouts: {
			connected: typeof method?.stripeAccountId === "string",
			chargesEnabled: isReady,
			isAbroad: method?.isAbroad ?? false,
			proposedCountry: COUNTRIES.find((code) => code === ctx.country) ?? null,
			balance: priceOf(held),
		},
		releaseOnConfirmation: method?.releaseOnConfirmation ?? false,
	};
}
