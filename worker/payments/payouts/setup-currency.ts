import { and, type Column, eq, type SQL, sql } from "drizzle-orm";
import { discounts } from "../../catalogue/discounts/tables.ts";
import { shares } from "../../catalogue/shares/tables.ts";
import { CURRENCIES, type Currency, highestPrice } from "../../contract/money.ts";
import type { PaymentStatus } from "../../contract/payments/payments.ts";
import { recordOwnAct } from "../../core/audit-log/record-act.ts";
import type { CreatorCtx } from "../../core/context.ts";
import { stalePages } from "../../core/stale-pages.ts";
import { users } from "../../core/tables.ts";
import { failure } from "../../platform/errors.ts";
import { nextRevision } from "../../platform/storage/revisions.ts";
import { checkouts } from "../checkout-links/tables.ts";
import { isCurrencyFixed, paymentStatus } from "./payment-status.ts";

/** An amount whose figure stays, rounded up to what the currency has, and no higher than its prices can be. */
function inCurrency(column: Column, currency: Currency): SQL {
	// As text: D1 takes each number for one with a fraction, by which division would leave another.
	const step = sql.raw(String(CURRENCIES[currency].step));
	return sql`min((${column} + ${step} - 1) / ${step} * ${step}, ${highestPrice(currency)})`;
}

/**
 * Chooses the currency in which all of the creator's shares are priced. Figures of prices, codes and checkouts stay as
 * they are. Throws `payment.currency_fixed` once something was sold, or is being paid.
 */
export async function setupCurrency(
	ctx: CreatorCtx,
	{ currency }: { currency: Currency },
): Promise<PaymentStatus> {
	const { db, user } = ctx;
	const isChanged = sql`exists (select 1 from users where users.id = ${user.id}
		and users.currency <> ${currency}) and not ${isCurrencyFixed(user.id)}`;
	const own = eq(shares.creatorId, user.id);
	await db.batch([
		recordOwnAct(ctx, user.id, { act: "payout.currency_changed" }, isChanged),
		// Before the creator's own row, which the condition reads.
		db
			.update(discounts)
			.set({
				amountCents: inCurrency(discounts.amountCents, currency),
				changedAt: ctx.now(),
				...nextRevision(ctx, discounts),
			})
			.where(
				and(eq(discounts.creatorId, user.id), sql`${discounts.amountCents} is not null`, isChanged),
			),
		db
			.update(checkouts)
			.set({ priceCents: inCurrency(checkouts.priceCents, currency) })
			.where(
				and(
					sql`${checkouts.shareId} in (select id from shares where creator_id = ${user.id})`,
					isChanged,
				),
			),
		db
			.update(shares)
			.set({
				currency,
				priceCents: inCurrency(shares.priceCents, currency),
				suggestedCents: inCurrency(shares.suggestedCents, currency),
				changedAt: ctx.now(),
				...nextRevision(ctx, shares),
			})
			.where(and(own, isChanged)),
		stalePages(ctx, own),
		db
			.update(users)
			.set({ currency })
			.where(and(eq(users.id, user.id), isChanged)),
	]);
	const status = await paymentStatus(ctx);
	if (status.currency !== currency) throw failure("payment.currency_fixed");
	return status;
}
