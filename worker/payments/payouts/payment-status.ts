import { type Column, eq, type SQL, sql } from "drizzle-orm";
import { COUNTRIES } from "../../contract/countries.ts";
import { priceOf } from "../../contract/fields.ts";
import { currencyOfCountry } from "../../contract/money.ts";
import type { PaymentStatus } from "../../contract/payments/payments.ts";
import type { CreatorCtx } from "../../core/context.ts";
import { users } from "../../core/tables.ts";
import { heldInTotal } from "../ledger/held-for.ts";
import { payoutMethods } from "../tables.ts";

/** A condition that something of a creator's was sold, or is being paid: the currency stays, or sums would have two. */
export const isCurrencyFixed = (userId: SQL | Column | string): SQL =>
	sql`exists (select 1 from purchases where purchases.creator_id = ${userId}
		and purchases.price_cents > 0 and purchases.state <> 'cancelled')`;

/** Returns how the creator is paid, and what the platform holds for them. */
export async function paymentStatus(ctx: CreatorCtx): Promise<PaymentStatus> {
	const [[method], [known]] = await ctx.replica.batch([
		ctx.replica.select().from(payoutMethods).where(eq(payoutMethods.userId, ctx.user.id)),
		ctx.replica
			.select({
				currency: users.currency,
				isFixed: sql<number>`${isCurrencyFixed(users.id)}`.mapWith(Boolean).as("is_fixed"),
				heldCents: heldInTotal(sql`${users.id}`).as("held"),
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
		acceptsDelayed: method?.acceptsDelayed ?? false,
		currency: known?.currency ?? ctx.user.currency,
		currencyFixed: known?.isFixed ?? false,
		proposedCurrency: currencyOfCountry(ctx.country ?? ""),
		cardPayouts: {
			connected: typeof method?.stripeAccountId === "string",
			chargesEnabled: isReady,
			isAbroad: method?.isAbroad ?? false,
			settlesIn: method?.stripeAccountId ? method.platformCurrency : null,
			proposedCountry: COUNTRIES.find((code) => code === ctx.country) ?? null,
			balance: priceOf(known?.heldCents ?? 0),
		},
		releaseOnConfirmation: method?.releaseOnConfirmation ?? false,
	};
}
