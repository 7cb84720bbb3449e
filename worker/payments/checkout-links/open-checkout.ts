import { eq, sql } from "drizzle-orm";
import { waysTaken, waysToPay } from "../../catalogue/shares/contract/ways-to-pay.ts";
import { shares } from "../../catalogue/shares/tables.ts";
import { paths } from "../../contract/paths.ts";
import type { Ctx } from "../../core/context.ts";
import { ownBuyer } from "../../purchases/entitlements/buyer.ts";
import { payoutMethods } from "../tables.ts";
import { checkoutTerms, saleOfCheckout } from "./checkout-sql.ts";
import { checkouts } from "./tables.ts";

/**
 * Returns a checkout's payment page, or for the buyer who paid it, the files or the program's address. Only that
 * buyer is sent there, since the creator chose it freely. Null if unknown.
 */
export async function whereCheckoutLeads(ctx: Ctx, id: string): Promise<string | null> {
	// Read from the primary: a program sends its buyer here just after creating the checkout.
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
