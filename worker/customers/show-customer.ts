import { and, desc, eq, sql } from "drizzle-orm";
import { shares } from "../catalogue/shares/tables.ts";
import { priceOf } from "../contract/fields.ts";
import type { CreatorCtx } from "../core/context.ts";
import { TOKENS } from "../core/token-purposes.ts";
import { directByOf } from "../payments/direct/contract/direct-way.ts";
import { failure } from "../platform/errors.ts";
import { tokens } from "../platform/tokens/tables.ts";
import { isOpenToken } from "../platform/tokens/tokens.ts";
import { shownState } from "../purchases/entitlements/sold-sql.ts";
import { purchases } from "../purchases/entitlements/tables.ts";
import type { CustomerDetails, CustomerPurchase } from "./contract.ts";
import { isCorrection } from "./correct-address.ts";
import { addressOf, isSoldTo, readCustomers } from "./read-customers.ts";
import { presentRevoked } from "./receipts/present-receipt.ts";

const MAX_ROWS = 500;

/** `id`: any of their purchases. Throws `purchase.not_found`. */
export async function showCustomer(
	ctx: CreatorCtx,
	{ id }: { id: string },
): Promise<CustomerDetails> {
	const [named] = await addressOf(ctx, id);
	const email = named?.email;
	if (!email) throw failure("purchase.not_found");
	const [[customer], [rows, changes]] = await Promise.all([
		readCustomers(ctx, { where: sql`latest.buyer_email = ${email}`, most: 1 }),
		ctx.replica.batch([
			ctx.replica
				.select({
					purchase: purchases,
					slug: shares.slug,
					downloads: sql<number>`(select count(*) from download_log
						where download_log.purchase_id = purchases.id)`.as("downloads"),
				})
				.from(purchases)
				.innerJoin(shares, eq(shares.id, purchases.shareId))
				.where(
					and(
						eq(purchases.creatorId, ctx.user.id),
						eq(purchases.buyerEmail, email),
						isSoldTo(sql`purchases`),
					),
				)
				.orderBy(desc(purchases.paidAt), desc(purchases.id))
				.limit(MAX_ROWS),
			ctx.replica
				.select({ to: sql<string>`${tokens.payload}->>'email'` })
				.from(tokens)
				.where(
					and(
						isCorrection({ subject: email, ownerId: ctx.user.id }),
						isOpenToken(ctx, TOKENS.correctAddress),
					),
				),
		]),
	]);
	if (!customer) throw failure("purchase.not_found");
	return { ...customer, sales: rows.map(presentPurchase), newEmail: changes[0]?.to ?? null };
}

type Row = { purchase: typeof purchases.$inferSelect; slug: string; downloads: number };

function presentPurchase({ purchase, slug, downloads }: Row): CustomerPurchase {
	return {
		id: purchase.id,
		shareId: slug,
		title: purchase.shareTitle,
		route: purchase.route,
		directBy: directByOf(purchase),
		state: shownState(purchase),
		currency: purchase.currency,
		price: priceOf(purchase.priceCents),
		refunded: priceOf(purchase.refundedCents),
		reference: purchase.reference,
		paidAt: new Date(purchase.paidAt ?? purchase.createdAt).toISOString(),
		downloads,
		revoked: presentRevoked(purchase),
	};
}
