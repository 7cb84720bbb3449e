import { and, eq, sql } from "drizzle-orm";
import type * as z from "zod";
import { canBeHad, waysTaken } from "../../catalogue/shares/contract/ways-to-pay.ts";
import { notYours } from "../../catalogue/shares/fetch-own-share.ts";
import { shares } from "../../catalogue/shares/tables.ts";
import { priceOf } from "../../contract/fields.ts";
import { paths } from "../../contract/paths.ts";
import { HOUR_MS } from "../../contract/retention.ts";
import type { CreatorCtx, Ctx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { requireMoney } from "../../platform/http/require-money.ts";
import { invalidField } from "../../platform/http/validation.ts";
import { shardedId, shardOf } from "../../platform/shard.ts";
import { insertWhen } from "../../platform/storage/insert-when.ts";
import { needsNoPurchase, soldOut } from "../../purchases/entitlements/access-sql.ts";
import { mayBePaidDirectly } from "../checkout/price.ts";
import { payoutMethods } from "../tables.ts";
import { checkoutTerms, saleOfCheckout } from "./checkout-sql.ts";
import {
	CHECKOUT_HOURS,
	type Checkout,
	MAX_CHECKOUTS,
	type newCheckoutInput,
	SUCCESS_URL,
} from "./contract.ts";
import { checkouts } from "./tables.ts";

/**
 * Throws `share.not_found`, `share.not_for_sale`, `share.sold_out`, `checkout.too_many`, and `share.no_payment_route`
 * for a price nobody could pay.
 */
export async function createCheckout(
	ctx: CreatorCtx,
	{ shareId: slug, price, metadata, ...given }: z.output<typeof newCheckoutInput>,
): Promise<Checkout> {
	// The schema's pattern accepts ports and IP addresses that are out of range.
	if (given.successUrl !== undefined && !URL.canParse(given.successUrl))
		throw invalidField("successUrl", SUCCESS_URL);
	const [found] = await ctx.db
		.select({
			share: shares,
			payout: payoutMethods,
			soldOut: soldOut(),
			isOpen: needsNoPurchase(ctx),
		})
		.from(shares)
		.leftJoin(payoutMethods, eq(payoutMethods.userId, shares.creatorId))
		.where(and(eq(shares.slug, slug), eq(shares.creatorId, ctx.user.id)));
	if (!found || found.share.status === "deleted") throw notYours();
	const { share, payout } = found;
	requireMoney(share.currency, { price });
	const hasEnded = share.expiresAt !== null && share.expiresAt <= ctx.now();
	if (share.status !== "published" || !share.selling || hasEnded || found.isOpen)
		throw failure("share.not_for_sale");
	if (found.soldOut) throw failure("share.sold_out");
	if (share.passwordHash !== null || (share.opensAt !== null && share.opensAt > ctx.now()))
		throw failure("share.not_for_sale", { reason: "checkout.closed_share" });
	const priceCents = price ?? null;
	const taken = waysTaken(payout, ctx.config.DIRECT_LINK_HOSTS);
	if (!canBeHad(checkoutTerms(share, { priceCents }), taken)) {
		const hasDirect = mayBePaidDirectly(ctx, payout, share.currency);
		const refused = hasDirect ? { reason: "payment.cards_refused" as const } : {};
		throw failure(
			"share.no_payment_route",
			taken.card ? { reason: "checkout.below_card_minimum" } : refused,
		);
	}
	const now = ctx.now();
	const row = {
		id: shardedId(ctx, shardOf(slug)),
		creatorId: ctx.user.id,
		shareId: share.id,
		priceCents,
		buyerEmail: given.buyerEmail ?? null,
		successUrl: given.successUrl ?? null,
		externalId: given.externalId ?? null,
		metadata,
		createdAt: now,
		expiresAt: now + CHECKOUT_HOURS * HOUR_MS,
	};
	const isFew = sql`(select count(*) from checkouts stored
		where stored.creator_id = ${ctx.user.id} and not stored.kept) < ${MAX_CHECKOUTS}`;
	const made = await insertWhen(ctx.db, checkouts, row, isFew).returning({ id: checkouts.id });
	if (made.length === 0) throw failure("checkout.too_many");
	return present(ctx, { row, slug, saleId: null });
}

/** Throws `checkout.not_found`. */
export async function showCheckout(ctx: CreatorCtx, { id }: { id: string }): Promise<Checkout> {
	const [found] = await ctx.replica
		.select({ row: checkouts, slug: shares.slug, saleId: saleOfCheckout })
		.from(checkouts)
		.innerJoin(shares, eq(shares.id, checkouts.shareId))
		.where(and(eq(checkouts.id, id), eq(checkouts.creatorId, ctx.user.id)));
	if (!found) throw failure("checkout.not_found");
	return present(ctx, found);
}

function present(
	ctx: Ctx,
	{
		row,
		slug,
		saleId,
	}: { row: Omit<typeof checkouts.$inferSelect, "kept">; slug: string; saleId: string | null },
): Checkout {
	const isOver = row.expiresAt <= ctx.now();
	return {
		id: row.id,
		url: new URL(paths.checkout(row.id), ctx.config.APP_ORIGIN).href,
		shareId: slug,
		price: row.priceCents === null ? null : priceOf(row.priceCents),
		buyerEmail: row.buyerEmail,
		successUrl: row.successUrl,
		externalId: row.externalId,
		metadata: row.metadata,
		state: saleId !== null ? "paid" : isOver ? "expired" : "open",
		saleId,
		createdAt: new Date(row.createdAt).toISOString(),
		expiresAt: new Date(row.expiresAt).toISOString(),
	};
}
