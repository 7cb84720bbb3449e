import { eq, type SQL, sql } from "drizzle-orm";
import type * as z from "zod";
import {
	type AskedCode,
	askedCode,
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
import { type ApiError, failure } from "../../platform/errors.ts";
import { invalidField } from "../../platform/http/validation.ts";
import type { Db } from "../../platform/storage/db.ts";
import {
	hasAll,
	openedParts,
	ownTerms,
	type PartState,
	shownChange,
} from "../../purchases/bundles/own-price.ts";
import { partsOf, partsState } from "../../purchases/bundles/parts-sql.ts";
import { type ConsentColumns, consentOf } from "../../purchases/consent.ts";
import { closedTo, isOwner, isPaid, soldOut } from "../../purchases/entitlements/access-sql.ts";
import { CLOSED_CODE } from "../../purchases/entitlements/authorise.ts";
import { ownBuyer } from "../../purchases/entitlements/buyer.ts";
import { basketOf, basketState, readBasket } from "../../purchases/singles/basket-sql.ts";
import type { Items } from "../../purchases/singles/contract.ts";
import { type Order, orderOf } from "../../purchases/singles/order.ts";
import {
	checkoutColumn,
	checkoutTerms,
	type FoundCheckout,
	foundCheckout,
} from "../checkout-links/checkout-sql.ts";
import { type DirectWay, directWay } from "../direct/contract/direct-way.ts";
import { heldFor } from "../ledger/held-for.ts";
import { payoutMethods } from "../tables.ts";
import type { beginPaymentInput } from "./contract.ts";

type ShareRow = typeof shares.$inferSelect;

/** A buyer's request to pay, as every route receives it. */
export type BuyerRequest = Omit<z.output<typeof beginPaymentInput>, "shareId"> & {
	slug: string;
	buyerEmail?: string | undefined;
	/** of a solved challenge; null if the route accepts none */
	challenge?: string | null | undefined;
};

/** The same, parsed for `readOffer` and `agreedPrice`. */
export type OfferRequest = Pick<BuyerRequest, "slug" | "buyerEmail" | "challenge"> & {
	readonly asked: AskedCode | null;
	/** null if the price is fixed */
	readonly chosenCents: number | null;
	readonly checkout: string | null;
	/** single files instead of the whole share */
	readonly items: Items | null;
	/** `changedAt` as shown to the buyer; undefined if the client didn't say */
	readonly seen: string | null | undefined;
	readonly consent: ConsentColumns | null;
};

/** Throws `request.invalid` for a code or files with a checkout, whose price is final. */
export async function toOfferRequest(ctx: Ctx, given: BuyerRequest): Promise<OfferRequest> {
	const { slug, code, checkout, items } = given;
	if (code !== undefined && checkout !== undefined)
		throw invalidField("code", "A checkout takes no discount code");
	if (items && checkout !== undefined)
		throw invalidField("items", "A checkout is for the whole share");
	return {
		slug,
		asked: await askedCode(ctx, code),
		chosenCents: given.amount ?? null,
		checkout: checkout ?? null,
		items: items ?? null,
		seen: given.changedAt,
		consent: consentOf(ctx, given.consent),
		buyerEmail: given.buyerEmail,
		challenge: given.challenge,
	};
}

export type Offer = Omit<OfferRow, "share" | "discount" | "checkout"> & {
	/** with this buyer's price; `changedAt` covers everything on its page */
	readonly share: ShareRow;
	readonly bundle: {
		/** `shares.id` */
		readonly opens: readonly string[];
		/** the bundle's own last change (ms) */
		readonly changedAt: number | null;
		readonly parts: readonly PartState[];
	} | null;
	/** null for a share that doesn't sell single files */
	readonly singles: {
		/** `unknown` or `had`: nothing that can be bought */
		readonly order: Order | "unknown" | "had";
		/** see `basketState` */
		readonly state: string;
	} | null;
	readonly discount: FoundDiscount | null;
	readonly checkout: FoundCheckout | null;
	readonly way: DirectWay | null;
};

type OfferRow = Awaited<ReturnType<typeof offerQuery>>[number];

/** Undefined if there is no such share. */
export async function readOffer(
	ctx: Ctx,
	from: Db,
	request: OfferRequest,
): Promise<Offer | undefined> {
	const [row] = await offerQuery(ctx, from, request);
	if (!row) return undefined;
	const checkout = foundCheckout(row);
	const parts = row.state === null ? null : partsOf(row.state);
	const singles = await readOrder(ctx, from, row.share, request.items);
	const share = parts
		? { ...ownTerms(row.share, parts), changedAt: shownChange(row.share, parts) }
		: { ...row.share, ...(singles && { priceCents: orderIn({ singles })?.cents ?? 0 }) };
	return {
		...row,
		singles,
		discount: foundDiscount(row),
		checkout,
		share: checkoutTerms(share, checkout),
		bundle: parts && { parts, opens: openedParts(share, parts), changedAt: row.share.changedAt },
		way: directWay(row.payout, share.currency, ctx.config.DIRECT_LINK_HOSTS),
	};
}

/** Null where nothing of a share that sells single files can be ordered. */
export function orderIn({ singles }: Pick<Offer, "singles">): Order | null {
	return singles === null || typeof singles.order === "string" ? null : singles.order;
}

/** From the primary database alone, which decides such orders. */
async function readOrder(ctx: Ctx, from: Db, share: ShareRow, items: Items | null) {
	const { singles, priceCents, currency } = share;
	if (!singles) return null;
	if (from !== ctx.db) return { order: "unknown" as const, state: "" };
	const state = await readBasket(ctx, share, items);
	return { order: orderOf({ singles, priceCents, currency }, basketOf(state), items), state };
}

// Only creators with an account are paid directly, so only their debts matter.
const balanceCents = sql<number>`(case when payout_methods.charges_enabled
	then ${heldFor(sql`shares.creator_id`, sql`shares.currency`)} else 0 end)`;

function offerQuery(ctx: Ctx, from: Db, { slug, asked, checkout }: OfferRequest) {
	return from
		.select({
			share: shares,
			creator: {
				plan: users.plan,
				planEndsAt: users.planEndsAt,
				suspendedAt: users.suspendedAt,
			},
			payout: payoutMethods,
			/** held for the creator, in cents; negative for a debt */
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
		payout_methods.charges_enabled, payout_methods.accepts_cards, payout_methods.accepts_delayed, payout_methods.is_abroad, payout_methods.platform_currency,
		payout_methods.cash_app_handle, payout_methods.direct_link, payout_methods.release_on_confirmation, ${balanceCents} < 0, ${isOwner(ctx)}, ${isPaid(ctx)}, ${soldOutTo(ctx)},
		${closedTo(ctx)})`;
}

/**
 * True while the offer is as read; of a bundle, only its parts and which of them this buyer owns; of single files, only
 * the share and what this buyer has.
 */
export function isSameOffer(
	ctx: Ctx,
	{ share, bundle, singles, state, version }: Offer,
	{ items }: OfferRequest,
): SQL {
	// Comparing both would exceed the database's limit of variables.
	let isSame = sql`${offerVersion(ctx)} = ${version}`;
	if (bundle)
		isSame = sql`shares.owned_parts = ${share.ownedParts} and shares.changed_at is ${bundle.changedAt}
			and ${bundleState(ctx, sql`${share.id}`)} = ${state}`;
	if (singles)
		isSame = sql`shares.revision = ${share.revision} and shares.status = ${share.status}
			and ${basketState(ctx, share, items)} = ${singles.state}`;
	return sql`exists (select 1 from shares join users on users.id = shares.creator_id
		left join payout_methods on payout_methods.user_id = shares.creator_id
		where shares.id = ${share.id} and ${isSame})`;
}

/** Returns the error for a buyer who can't buy the share, or null. */
export function refusalOf(ctx: Ctx, offer: Offer, request: OfferRequest): ApiError | null {
	const { share, creator, bundle, checkout, closed } = offer;
	if (share.status === "deleted") return failure("share.not_found");
	if (share.status === "taken_down") return takenDown(share);
	if (offer.isOwner) return failure("forbidden", { reason: "payment.own_files" });
	const parts = bundle?.parts ?? [];
	const order = offer.singles?.order ?? (request.items ? "unknown" : null);
	if (offer.isPaid || hasAll(parts) || order === "had") return failure("payment.already_paid");
	if (closed) return failure(CLOSED_CODE[closed]);
	if (request.checkout !== null && !checkout) return failure("checkout.ended");
	if (checkout?.isPaid) return failure("checkout.paid");
	if (offer.soldOut) return failure("share.sold_out");
	const ended = share.expiresAt !== null && share.expiresAt <= ctx.now();
	const isOffered =
		share.status === "published" &&
		share.selling &&
		creator.suspendedAt === null &&
		parts.every(({ offered }) => offered);
	if (!isOffered || ended) return failure("share.not_for_sale");
	return order === "unknown" ? failure("share.changed") : null;
}
