import { sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import { newBuyer } from "../../entitlements/buyer.ts";
import { buyers } from "../../entitlements/tables.ts";
import { isUniqueViolation } from "../../platform/storage/db.ts";
import { insertWhen } from "../../platform/storage/insert-when.ts";
import { isPaused } from "../../switches.ts";
import type { PurchaseRow } from "../settlement/find-purchase.ts";
import {
	beginning,
	hasChanged,
	isSameOffer,
	readOffer,
	refusalOf,
	requireCard,
} from "./begin-payment.ts";

type Begun = {
	purchase: PurchaseRow;
	/** of a new buyer identity; null when the caller had one */
	buyerToken: string | null;
};

/**
 * Begins a card payment with the offer as a replica knows it, in one round trip to the primary database,
 * which writes only while the offer is the same there, and this buyer has no open attempt. Returns null
 * where it is not, and wherever the payment is refused: then the primary has to be read. @throws as
 * `requireCard`
 */
export async function beginAtOnce(
	ctx: Ctx,
	{ slug, changedAt }: { slug: string; changedAt?: string | null | undefined },
): Promise<Begun | null> {
	if (isPaused(ctx, "cardPayments")) return null;
	const [offer] = await readOffer(ctx, ctx.replica, slug);
	if (!offer || offer.isOwner || refusalOf(ctx, offer) || hasChanged(offer.share, changedAt))
		return null;
	requireCard(offer);
	// A new identity would take the place of one that only the primary knows.
	if (offer.buyerId === null && ctx.credentials.buyerHash) return null;
	const fresh = offer.buyerId === null ? await newBuyer(ctx) : null;
	const buyerId = fresh?.id ?? offer.buyerId ?? "";
	const condition = sql`${isSameOffer(ctx, offer)} and not exists (select 1 from purchases open
		where open.buyer_id = ${buyerId} and open.share_id = ${offer.share.id}
		and open.route = 'card' and open.state in ('started', 'processing'))`;
	const [begin, ...rest] = beginning(ctx, { offer, buyerId, route: "card" }, condition);
	try {
		const rows = fresh
			? (await ctx.db.batch([insertWhen(ctx.db, buyers, fresh.row, condition), begin, ...rest]))[1]
			: (await ctx.db.batch([begin, ...rest]))[0];
		const [purchase] = rows;
		return purchase ? { purchase, buyerToken: fresh?.token ?? null } : null;
	} catch (error) {
		// A concurrent call has just begun an attempt.
		if (isUniqueViolation(error)) return null;
		throw error;
	}
}
