import { eq, sql } from "drizzle-orm";
import { shares } from "../../catalogue/shares/tables.ts";
import { waysTaken, waysToPay } from "../../contract/catalogue/ways-to-pay.ts";
import { paths } from "../../contract/paths.ts";
import type { Ctx } from "../../core/context.ts";
import { ownBuyer } from "../../purchases/entitlements/buyer.ts";
import { payoutMethods } from "../tables.ts";
import { checkoutTerms, saleOfCheckout } from "./checkout-sql.ts";
import { checkouts } from "./tables.ts";

/**
 * Returns where a checkout's address leads: to its payment page; for the buyer who has paid it, to the program's
 * address or to the files. Nobody else is sent to the program's address, which may be anything the creator has
 * written. Null for an unknown checkout.
 */
export async function whereCheckoutLeads(ctx: Ctx, id: string): Promise<string | null> {
	// A program sends its buyer here a moment after creating the checkout, so a replica may not have it yet.
	const [found] = await ctx.db
		.select({
			checkout: checkouts,
			share: shares,
			payout: payoutMethods,
			isHeld: sql<number>`exists (select 1 from purchase_holders holder
				where holder.purchase_id = ${saleOfCheckout} and holder.buyer_id = ${ownBuyer(ctx)})`,
		})
		.from(checkouts)
		.innerJoin(shares, eq(shares.id, checkouts.shareId))
		.leftJoin(payoutMethods, eq(payoutMethods.userId, checkouts.creatorId))
		.where(eq(checkouts.id, id));
	if (!found) return null;
	const { checkout, share, payout, isHeld } = found;
	const { successUrl } = checkout;
	if (isHeld) return successUrl === null ? paths.share(share.slug) : returnTo(successUrl, id);
	const { card, direct } = waysToPay(
		checkoutTerms(share, checkout),
		waysTaken(payout, ctx.config.DIRECT_LINK_HOSTS),
	);
	const page = direct && !card ? paths.directPayment(share.slug) : paths.payment(share.slug);
	return `${page}?checkout=${id}`;
}

function returnTo(successUrl: string, id: string): string {
	const address = new URL(successUrl);
	address.searchParams.set("checkout_id", id);
	return address.href;
}
