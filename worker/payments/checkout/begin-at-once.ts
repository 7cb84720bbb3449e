import { sql } from "drizzle-orm";
import { discountRefusal } from "../../catalogue/discounts/find-discount.ts";
import type { Ctx } from "../../core/context.ts";
import { isPaused } from "../../core/switches.ts";
import { isWaiting } from "../../platform/security/attempts.ts";
import { isUniqueViolation } from "../../platform/storage/db.ts";
import { insertWhen } from "../../platform/storage/insert-when.ts";
import type { ConsentColumns } from "../../purchases/consent.ts";
import { newBuyer } from "../../purchases/entitlements/buyer.ts";
import { buyers } from "../../purchases/entitlements/tables.ts";
import type { PurchaseRow } from "../../purchases/find-purchase.ts";
import { beginning, mayTakeUse } from "./begin-payment.ts";
import { cardLimits } from "./card-limits.ts";
import { hasChanged, isSameOffer, offerOf, readOffer, refusalOf } from "./offer.ts";
import { isPayableByCard, priceOfOffer } from "./price.ts";
import type { Wanted } from "./wanted.ts";

export type BeginCardInput = {
	slug: string;
	/** of the share that the buyer was shown; undefined when the client did not say */
	changedAt?: string | null | undefined;
	consent: ConsentColumns | null;
	wanted: Wanted;
	/** the token of a solved challenge */
	challenge?: string | undefined;
};

type Begun = {
	purchase: PurchaseRow;
	/** whether the creator takes debits, which banks answer days later */
	acceptsDelayed: boolean;
	/** of a new buyer identity; null when the caller had one */
	buyerToken: string | null;
};

/**
 * Begins a card payment with the offer as a replica knows it, in one round trip to the primary database,
 * which writes only while the offer is the same there, and this buyer has no open attempt. Returns null
 * where it is not, for a bundle, and wherever the payment is refused: then the primary has to be read.
 */
export async function beginAtOnce(
	ctx: Ctx,
	{ slug, changedAt, consent, wanted }: BeginCardInput,
): Promise<Begun | null> {
	if (isPaused(ctx, "cardPayments")) return null;
	const [row] = await readOffer(ctx, ctx.replica, slug, wanted);
	if (!row || row.isOwner || refusalOf(ctx, row, wanted)) return null;
	const offer = offerOf(row);
	// With its parts compared too, the statement would have more variables than the database takes.
	if (offer.bundle) return null;
	if (hasChanged(offer.share, changedAt)) return null;
	if (wanted.asked && (offer.discountBlocked || discountRefusal(offer.discount, ctx.now())))
		return null;
	const price = priceOfOffer(offer, wanted);
	if (!price || !isPayableByCard(offer, price.priceCents)) return null;
	// A new identity would take the place of one that only the primary knows.
	if (offer.buyerId === null && ctx.credentials.buyerHash) return null;
	const fresh = offer.buyerId === null ? await newBuyer(ctx) : null;
	const buyerId = fresh?.id ?? offer.buyerId ?? "";
	const card = await cardLimits(ctx, offer.share.id);
	const condition = sql`${isSameOffer(ctx, offer)} and ${mayTakeUse(ctx, offer, buyerId)}
		and not exists (select 1 from purchases open
		where open.buyer_id = ${buyerId} and open.share_id = ${offer.share.id}
		and open.route = 'card' and open.state in ('started', 'processing'))
		and not ${isWaiting(ctx, card.all)}`;
	const [begin, ...rest] = await beginning(
		ctx,
		{ offer, buyerId, route: "card", price, consent, card },
		condition,
	);
	try {
		const rows = fresh
			? (await ctx.db.batch([insertWhen(ctx.db, buyers, fresh.row, condition), begin, ...rest]))[1]
			: (await ctx.db.batch([begin, ...rest]))[0];
		const [purchase] = rows;
		const acceptsDelayed = offer.payout?.acceptsDelayed ?? false;
		return purchase ? { purchase, acceptsDelayed, buyerToken: fresh?.token ?? null } : null;
	} catch (error) {
		// A concurrent call has just begun an attempt.
		if (isUniqueViolation(error)) return null;
		throw error;
	}
}
