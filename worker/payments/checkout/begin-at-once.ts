import { sql } from "drizzle-orm";
import { discountRefusal } from "../../catalogue/discounts/find-discount.ts";
import type { Ctx } from "../../core/context.ts";
import { isPaused } from "../../core/switches.ts";
import { isWaiting } from "../../platform/security/attempts.ts";
import type { ConsentColumns } from "../../purchases/consent.ts";
import { knownBuyer, newBuyer } from "../../purchases/entitlements/buyer.ts";
import type { PurchaseRow } from "../../purchases/find-purchase.ts";
import { beginLimits } from "./begin-limits.ts";
import { mayTakeUse, recordBegun } from "./begin-payment.ts";
import {
	hasChanged,
	isSameOffer,
	type OrderTerms,
	offerOf,
	orderTerms,
	readOffer,
	refusalOf,
} from "./offer.ts";
import { isPayableByCard, priceOfOffer } from "./price.ts";
import type { Wanted } from "./wanted.ts";

export type BeginCardInput = {
	slug: string;
	/** as shown to the buyer; undefined if the client didn't say */
	changedAt?: string | null | undefined;
	consent: ConsentColumns | null;
	wanted: Wanted;
	challenge?: string | undefined;
};

type Begun = {
	purchase: PurchaseRow;
	order: OrderTerms;
	buyerToken: string | null;
};

/**
 * Begins a card payment in one round trip to the primary database: writes only if its offer is the replica's and this
 * buyer has no open attempt. Returns null otherwise, for a bundle, and for any refusal; the caller then reads the
 * primary.
 */
export async function beginAtOnce(
	ctx: Ctx,
	{ slug, changedAt, consent, wanted }: BeginCardInput,
): Promise<Begun | null> {
	if (isPaused(ctx, "cardPayments")) return null;
	const [row] = await readOffer(ctx, ctx.replica, slug, wanted);
	if (!row || row.isOwner || refusalOf(ctx, row, wanted)) return null;
	const offer = offerOf(row);
	// Comparing the parts too would exceed the database's limit of variables.
	if (offer.bundle) return null;
	if (hasChanged(offer.share, changedAt)) return null;
	if (wanted.asked && (offer.discountBlocked || discountRefusal(offer.discount, ctx.now())))
		return null;
	const price = priceOfOffer(offer, wanted);
	if (!price || !isPayableByCard(offer, price.priceCents)) return null;
	// A new identity would replace one that only the primary knows.
	if (offer.buyerId === null && ctx.credentials.buyerHash) return null;
	const buyer = offer.buyerId === null ? await newBuyer(ctx) : knownBuyer(offer.buyerId);
	const limits = await beginLimits(ctx, "card", offer.share.id);
	const condition = sql`${isSameOffer(ctx, offer)} and ${mayTakeUse(ctx, offer, buyer.id)}
		and not exists (select 1 from purchases open
		where open.buyer_id = ${buyer.id} and open.share_id = ${offer.share.id}
		and open.route = 'card' and open.state in ('started', 'processing'))
		and not ${isWaiting(ctx, limits.all)}`;
	const purchase = await recordBegun(
		ctx,
		{ offer, buyer, route: "card", price, consent, limits },
		condition,
	);
	return purchase ? { purchase, order: orderTerms(offer), buyerToken: buyer.token } : null;
}
