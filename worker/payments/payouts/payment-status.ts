import { type Column, eq, type SQL, sql } from "drizzle-orm";
import { COUNTRIES } from "../../contract/countries.ts";
import { priceOf } from "../../contract/fields.ts";
import { currencyOfCountry } from "../../contract/money.ts";
import type { CreatorCtx } from "../../core/context.ts";
import { users } from "../../core/tables.ts";
import { sumsByCurrency } from "../../purchases/entitlements/totals-sql.ts";
import { currentLink, linkTakes } from "../direct/contract/direct-way.ts";
import { payoutMethods } from "../tables.ts";
import type { PaymentStatus } from "./contract.ts";

/** Shares keep their currency once their creator has sold something or is being paid. */
export const sharesKeepCurrency = (userId: SQL | Column | string): SQL =>
	sql`exists (select 1 from purchases where purchases.creator_id = ${userId}
		and purchases.price_cents > 0 and purchases.state <> 'cancelled')`;

export async function paymentStatus(ctx: CreatorCtx): Promise<PaymentStatus> {
	const [[method], [known], [own, ...others]] = await ctx.replica.batch([
		ctx.replica.select().from(payoutMethods).where(eq(payoutMethods.userId, ctx.user.id)),
		ctx.replica
			.select({
				isKept: sql<number>`${sharesKeepCurrency(users.id)}`.mapWith(Boolean).as("is_kept"),
			})
			.from(users)
			.where(eq(users.id, ctx.user.id)),
		sumsByCurrency(ctx.replica, sql`${ctx.user.id}`),
	]);
	const hosts = ctx.config.DIRECT_LINK_HOSTS;
	const directLink = currentLink(method, hosts);
	const currency = own?.currency ?? ctx.user.currency;
	const direct = typeof method?.cashAppHandle === "string" || linkTakes(directLink, currency);
	const acceptsCards = method?.acceptsCards ?? true;
	const isReady = method?.chargesEnabled ?? false;
	const card = acceptsCards && isReady;
	return {
		hasPaymentSetup: direct || card,
		paymentMethod: direct && card ? "both" : card ? "stripe" : direct ? "cashapp" : null,
		cashAppHandle: method?.cashAppHandle ?? null,
		directLink,
		directLinkHosts: hosts,
		acceptsCards,
		acceptsDelayed: method?.acceptsDelayed ?? false,
		currency,
		sharesKeepCurrency: known?.isKept ?? false,
		proposedCurrency: currencyOfCountry(ctx.country ?? ""),
		cardPayouts: {
			connected: typeof method?.stripeAccountId === "string",
			chargesEnabled: isReady,
			isAbroad: method?.isAbroad ?? false,
			settlesIn: method?.stripeAccountId ? method.platformCurrency : null,
			proposedCountry: COUNTRIES.find((code) => code === ctx.country) ?? null,
			balance: priceOf(own?.heldCents ?? 0),
			otherBalances: others
				.filter(({ heldCents }) => heldCents !== 0)
				.map(({ currency, heldCents }) => ({ amount: priceOf(heldCents), currency })),
		},
		releaseOnConfirmation: method?.releaseOnConfirmation ?? false,
	};
}
