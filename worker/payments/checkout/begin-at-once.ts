import { eq, sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import { type BuyerIdentity, newBuyer, ownBuyer } from "../../entitlements/buyer.ts";
import { buyers } from "../../entitlements/tables.ts";
import { isUniqueViolation } from "../../platform/storage/db.ts";
import { insertWhen } from "../../platform/storage/insert-when.ts";
import { shares } from "../../shares/tables.ts";
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

type Begun = { purchase: PurchaseRow; buyer: BuyerIdentity };

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
	const [[offer], [known]] = await Promise.all([
		readOffer(ctx, ctx.replica, slug),
		ctx.replica
			.select({ buyerId: ownBuyer(ctx).as("buyer_id") })
			.from(shares)
			.where(eq(shares.slug, slug)),
	]);
	if (!offer || offer.isOwner || refusalOf(ctx, offer) || hasChanged(offer.share, changedAt))
		return null;
	requireCard(offer);
	// A new identity would take the place of one that only the primary knows.
	if (!known?.buyerId && ctx.credentials.buyerHash) return null;
	const fresh = known?.buyerId ? null : await newBuyer(ctx);
	const buyer = fresh ?? { id: known?.buyerId ?? "", token: null };
	const condition = sql`${isSameOffer(ctx, offer)} and not exists (select 1 from purchases open
		where open.buyer_id = ${buyer.id} and open.share_id = ${offer.share.id}
		and open.route = 'card' and open.state in ('started', 'processing'))`;
	const [begin, ...rest] = beginning(ctx, { offer, buyerId: buyer.id, route: "card" }, condition);
	try {
		const rows = fresh
			? (await ctx.db.batch([insertWhen(ctx.db, buyers, fresh.row, condition), begin, ...rest]))[1]
			: (await ctx.db.batch([begin, ...rest]))[0];
		const [purchase] = rows;
		return purchase ? { purchase, buyer: { id: buyer.id, token: buyer.token } } : null;
	} catch (error) {
		// A concurrent call has just begun an attempt.
		if (isUniqueViolation(error)) return null;
		throw error;
	}
}
