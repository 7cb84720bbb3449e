import { and, type Column, eq, type SQL, sql } from "drizzle-orm";
import { discounts } from "../../catalogue/discounts/tables.ts";
import { shares } from "../../catalogue/shares/tables.ts";
import { CURRENCIES, type Currency, highestPrice } from "../../contract/money.ts";
import { recordOwnAct } from "../../core/audit-log/record-act.ts";
import type { CreatorCtx } from "../../core/context.ts";
import { stalePages } from "../../core/stale-pages.ts";
import { users } from "../../core/tables.ts";
import { nextRevision } from "../../platform/storage/revisions.ts";
import { checkouts } from "../checkout-links/tables.ts";
import type { PaymentStatus } from "./contract.ts";
import { paymentStatus, sharesKeepCurrency } from "./payment-status.ts";

/** Keeps the figure, rounded up to the currency's step and limited to its highest price. */
function inCurrency(column: Column, currency: Currency): SQL {
	// D1 binds every number as a float; only as text does the division stay an integer one.
	const step = sql.raw(String(CURRENCIES[currency].step));
	return sql`min((${column} + ${step} - 1) / ${step} * ${step}, ${highestPrice(currency)})`;
}

/**
 * Until something was sold or is being paid, the currency applies to all shares, with unchanged figures of prices,
 * codes and checkouts.
 */
export async function setupCurrency(
	ctx: CreatorCtx,
	{ currency }: { currency: Currency },
): Promise<PaymentStatus> {
	const { db, user } = ctx;
	const isOther = sql`exists (select 1 from users where users.id = ${user.id}
		and users.currency <> ${currency})`;
	const isKept = sharesKeepCurrency(user.id);
	const isChanged = sql`${isOther} and not ${isKept}`;
	const own = eq(shares.creatorId, user.id);
	await db.batch([
		recordOwnAct(ctx, user.id, { act: "payout.currency_changed" }, isOther),
		// Must precede the update of the creator's own row, which the condition reads.
		db
			.update(discounts)
			.set({
				currency,
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
			.set({
				currency,
				earlierCurrencies: sql`case when ${isKept} then (select json_group_array(code) from (
					select value as code from json_each(users.earlier_currencies) where value <> ${currency}
					union select users.currency)) else users.earlier_currencies end`,
			})
			.where(and(eq(users.id, user.id), isOther)),
	]);
	return paymentStatus(ctx);
}
