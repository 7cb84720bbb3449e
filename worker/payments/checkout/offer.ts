import { eq, type SQL, sql } from "drizzle-orm";
import {
	discountColumns,
	type FoundDiscount,
	foundDiscount,
	isDiscountOf,
} from "../../catalogue/discounts/find-discount.ts";
import { discounts } from "../../catalogue/discounts/tables.ts";
import { takenDown } from "../../catalogue/shares/fetch-own-share.ts";
import { shares } from "../../catalogue/shares/tables.ts";
import type { Ctx } from "../../core/context.ts";
import { users } from "../../core/tables.ts";
import { failure } from "../../platform/errors.ts";
import type { Db } from "../../platform/storage/db.ts";
import { hasAll, openedParts, ownTerms, shownChange } from "../../purchases/bundles/own-price.ts";
import { partsOf, partsState } from "../../purchases/bundles/parts-sql.ts";
import {
	type Closed,
	closedTo,
	isOwner,
	isPaid,
	soldOut,
} from "../../purchases/entitlements/access-sql.ts";
import { CLOSED_CODE } from "../../purchases/entitlements/authorise.ts";
import { ownBuyer } from "../../purchases/entitlements/buyer.ts";
import {
	checkoutColumn,
	checkoutTerms,
	type FoundCheckout,
	foundCheckout,
} from "../checkout-links/checkout-sql.ts";
import { heldFor } from "../ledger/held-for.ts";
import type { IntentOrder } from "../provider.ts";
import { payoutMethods } from "../tables.ts";
import type { Wanted } from "./wanted.ts";

type ShareRow = typeof shares.$inferSelect;

export type Offer = {
	/** with this buyer's price; `changedAt` covers everything on its page */
	readonly share: ShareRow;
	readonly bundle: {
		/** `shares.id` */
		readonly opens: readonly string[];
		/** the bundle's own last change (ms) */
		readonly changedAt: number | null;
		readonly state: string;
	} | null;
	readonly creator: {
		plan: "free" | "pro";
		planEndsAt: number | null;
		suspendedAt: number | null;
	};
	readonly payout: typeof payoutMethods.$inferSelect | null;
	/** held for the creator, in cents; negative for a debt */
	readonly balanceCents: number;
	readonly discount: FoundDiscount | null;
	readonly checkout: FoundCheckout | null;
	/** 1 if the caller's network has tried too many codes */
	readonly discountBlocked: number;
};

export type OrderTerms = Pick<IntentOrder, "acceptsDelayed" | "isLimited">;

export const orderTerms = ({ payout, share, discount, checkout }: Offer): OrderTerms => ({
	acceptsDelayed: payout?.acceptsDelayed ?? false,
	isLimited:
		share.saleMode === "link" ||
		share.maxSales !== null ||
		checkout !== null ||
		(discount !== null && (discount.row.maxUses ?? discount.row.maxPerBuyer) !== null),
});

export type Refusal =
	| "payment.already_paid"
	| "share.sold_out"
	| "share.not_for_sale"
	| "checkout.ended"
	| "checkout.paid"
	| (typeof CLOSED_CODE)[Closed];

/** Throws like `findOffer`, or the `Refusal`. */
export async function fetchOffer(ctx: Ctx, slug: string, wanted: Wanted): Promise<Offer> {
	const { refusal, ...offer } = await findOffer(ctx, slug, wanted);
	if (refusal) throw failure(refusal);
	return offer;
}

/**
 * Returns a `refusal` if the share can't be bought. Throws `share.not_found`, `share.taken_down`,
 * `share.removed_by_order`, or `forbidden` to its own creator.
 */
export async function findOffer(
	ctx: Ctx,
	slug: string,
	wanted: Wanted,
): Promise<Offer & { readonly refusal: Refusal | null }> {
	const [row] = await readOffer(ctx, ctx.db, slug, wanted);
	if (!row || row.share.status === "deleted") throw failure("share.not_found");
	if (row.share.status === "taken_down") throw takenDown(row.share);
	if (row.isOwner) throw failure("forbidden", { reason: "payment.own_files" });
	return { ...offerOf(row), refusal: refusalOf(ctx, row, wanted) };
}

type OfferRow = Awaited<ReturnType<typeof readOffer>>[number];

export function offerOf({ share, state, ...row }: OfferRow) {
	const found = { discount: foundDiscount(row), checkout: foundCheckout(row) };
	if (state === null)
		return { ...row, ...found, share: checkoutTerms(share, found.checkout), bundle: null };
	const parts = partsOf(state);
	const own = { ...ownTerms(share, parts), changedAt: shownChange(share, parts) };
	return {
		...row,
		...found,
		share: checkoutTerms(own, found.checkout),
		bundle: { opens: openedParts(share, parts), changedAt: share.changedAt, state },
	};
}

// Only creators with an account are paid directly, so only their debts matter.
const balanceCents = sql<number>`(case when payout_methods.charges_enabled
	then ${heldFor(sql`shares.creator_id`, sql`shares.currency`)} else 0 end)`;

export function readOffer(ctx: Ctx, from: Db, slug: string, { asked, checkout }: Wanted) {
	return from
		.select({
			share: shares,
			creator: {
				plan: users.plan,
				planEndsAt: users.planEndsAt,
				suspendedAt: users.suspendedAt,
			},
			payout: payoutMethods,
			balanceCents,
			isOwner: isOwner(ctx),
			isPaid: isPaid(ctx),
			soldOut: soldOutTo(ctx),
			closed: closedTo(ctx),
			state: bundleState(
				ctx,
				sql`(select bundle.id from shares bundle where bundle.slug = ${slug})`,
			),
			version: offerVersion(ctx),
			buyerId: ownBuyer(ctx),
			checkout: checkoutColumn(ctx, checkout),
			...discountColumns(ctx, ownBuyer(ctx), asked),
		})
		.from(shares)
		.innerJoin(users, eq(users.id, shares.creatorId))
		.leftJoin(payoutMethods, eq(payoutMethods.userId, shares.creatorId))
		.leftJoin(discounts, isDiscountOf(asked))
		.where(eq(shares.slug, slug));
}

/** Null for shares that aren't bundles. `bundleId` is an expression. */
const bundleState = (ctx: Ctx, bundleId: SQL) =>
	sql<
		string | null
	>`(case when shares.owned_parts is not null then ${partsState(ctx, bundleId)} end)`;

/** A copy reserved by this buyer's own payment is still available to them. */
const soldOutTo = (ctx: Ctx) =>
	soldOut(sql`(made.state <> 'processing' or made.buyer_id is not ${ownBuyer(ctx)})`);

/** One comparable value of everything that quote and refusals depend on, except a bundle's parts. */
function offerVersion(ctx: Ctx): SQL<string> {
	return sql<string>`json_array(shares.price_cents, shares.currency, shares.pricing, shares.changed_at, shares.status, shares.selling,
		shares.expires_at, users.plan, users.plan_ends_at, users.suspended_at, payout_methods.stripe_account_id,
		payout_methods.charges_enabled, payout_methods.accepts_cards, payout_methods.accepts_delayed, payout_methods.is_abroad, payout_methods.platform_currency, ${balanceCents} < 0, ${isOwner(ctx)}, ${isPaid(ctx)}, ${soldOutTo(ctx)},
		${closedTo(ctx)})`;
}

export function isSameOffer(
	ctx: Ctx,
	{ share, version }: { share: ShareRow; version: string },
): SQL {
	return sql`exists (select 1 from shares join users on users.id = shares.creator_id
		left join payout_methods on payout_methods.user_id = shares.creator_id
		where shares.id = ${share.id} and ${offerVersion(ctx)} = ${version})`;
}

/** True if a bundle's parts, and which of them this buyer owns, are as read; also for other shares. */
export function hasSameParts(ctx: Ctx, { share, bundle }: Pick<Offer, "share" | "bundle">): SQL {
	if (bundle === null) return sql`true`;
	return sql`exists (select 1 from shares where shares.id = ${share.id}
		and shares.owned_parts = ${share.ownedParts} and shares.changed_at is ${bundle.changedAt}
		and ${bundleState(ctx, sql`${share.id}`)} = ${bundle.state})`;
}

export function refusalOf(
	ctx: Ctx,
	offer: Pick<
		OfferRow,
		"share" | "creator" | "state" | "isPaid" | "soldOut" | "closed" | "checkout"
	>,
	wanted: Wanted,
): Refusal | null {
	const { share, creator, isPaid: paid, soldOut: out, closed } = offer;
	const parts = offer.state === null ? [] : partsOf(offer.state);
	if (paid || hasAll(parts)) return "payment.already_paid";
	if (closed) return CLOSED_CODE[closed];
	const checkout = foundCheckout(offer);
	if (wanted.checkout !== null && !checkout) return "checkout.ended";
	if (checkout?.isPaid) return "checkout.paid";
	if (out) return "share.sold_out";
	const ended = share.expiresAt !== null && share.expiresAt <= ctx.now();
	const isOffered =
		share.status === "published" &&
		share.selling &&
		creator.suspendedAt === null &&
		parts.every(({ offered }) => offered);
	return !isOffered || ended ? "share.not_for_sale" : null;
}

export function hasChanged({ changedAt }: ShareRow, seen: string | null | undefined): boolean {
	return seen !== undefined && (seen === null ? null : Date.parse(seen)) !== changedAt;
}
