import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { users } from "../../accounts/tables.ts";
import type { Ctx } from "../../context.ts";
import { CURRENCY, MIN_CARD_PRICE_CENTS } from "../../contract/constants.ts";
import { DEFAULT_PROCESSING_FEE, feeOf } from "../../contract/plans.ts";
import { isOwner, isPaid, soldOut } from "../../entitlements/access-sql.ts";
import { ownBuyer } from "../../entitlements/buyer.ts";
import { purchaseHolders, purchases } from "../../entitlements/tables.ts";
import { currentPlan } from "../../plans/current-plan.ts";
import { failure } from "../../platform/errors.ts";
import { shardedId, shardOf } from "../../platform/shard.ts";
import { type Db, isUniqueViolation } from "../../platform/storage/db.ts";
import { insertWhen } from "../../platform/storage/insert-when.ts";
import { shares } from "../../shares/tables.ts";
import { heldFor } from "../ledger/held-for.ts";
import type { PurchaseRow } from "../settlement/find-purchase.ts";
import { payoutMethods } from "../tables.ts";

type ShareRow = typeof shares.$inferSelect;

/** A share that can be bought now, and how its creator is paid. */
export type Offer = {
	readonly share: ShareRow;
	readonly creator: { plan: "free" | "pro"; planEndsAt: number | null };
	readonly payout: typeof payoutMethods.$inferSelect | null;
	/** what the platform holds for the creator, in cents; negative for a debt */
	readonly balanceCents: number;
};

/** Why the caller cannot buy an existing share now. */
export type Refusal = "payment.already_paid" | "share.sold_out" | "share.not_for_sale";

/**
 * Returns the share behind a link if the caller can buy it now. Throws what `findOffer` throws,
 * `payment.already_paid`, `share.sold_out` or `share.not_for_sale`.
 */
export async function fetchOffer(ctx: Ctx, slug: string): Promise<Offer> {
	const { refusal, ...offer } = await findOffer(ctx, slug);
	if (refusal) throw failure(refusal);
	return offer;
}

/**
 * Returns the share behind a link, and why it cannot be bought, if so. Throws `share.not_found`,
 * `share.taken_down` or `forbidden` (its own creator).
 */
export async function findOffer(
	ctx: Ctx,
	slug: string,
): Promise<Offer & { readonly refusal: Refusal | null }> {
	const [row] = await readOffer(ctx, ctx.db, slug);
	if (!row || row.share.status === "deleted") throw failure("share.not_found");
	if (row.share.status === "taken_down") throw failure("share.taken_down");
	if (row.isOwner) throw failure("forbidden", { reason: "payment.own_files" });
	return { ...row, refusal: refusalOf(ctx, row) };
}

// Without an account of the creator's own there is nothing to decide.
const balanceCents = sql<number>`(case when payout_methods.charges_enabled
	then ${heldFor(sql`shares.creator_id`)} else 0 end)`;

/** The query for what an offer is made from, on the primary database or a replica. */
export function readOffer(ctx: Ctx, from: Db, slug: string) {
	return from
		.select({
			share: shares,
			creator: { plan: users.plan, planEndsAt: users.planEndsAt },
			payout: payoutMethods,
			balanceCents,
			isOwner: isOwner(ctx),
			isPaid: isPaid(ctx),
			soldOut: soldOut(),
			version: offerVersion(ctx),
			buyerId: ownBuyer(ctx),
		})
		.from(shares)
		.innerJoin(users, eq(users.id, shares.creatorId))
		.leftJoin(payoutMethods, eq(payoutMethods.userId, shares.creatorId))
		.where(eq(shares.slug, slug));
}

/** All that the quote and the refusals depend on, as one value to compare. */
function offerVersion(ctx: Ctx): SQL<string> {
	return sql<string>`json_array(shares.price_cents, shares.changed_at, shares.status, shares.selling,
		shares.expires_at, users.plan, users.plan_ends_at, payout_methods.stripe_account_id,
		payout_methods.charges_enabled, ${balanceCents} < 0, ${isOwner(ctx)}, ${isPaid(ctx)}, ${soldOut()})`;
}

/** True where an offer is still what was read of it. */
export function isSameOffer(
	ctx: Ctx,
	{ share, version }: { share: ShareRow; version: string },
): SQL {
	return sql`exists (select 1 from shares join users on users.id = shares.creator_id
		left join payout_methods on payout_methods.user_id = shares.creator_id
		where shares.id = ${share.id} and ${offerVersion(ctx)} = ${version})`;
}

export function refusalOf(
	ctx: Ctx,
	{ share, isPaid: paid, soldOut: out }: { share: ShareRow; isPaid: number; soldOut: number },
): Refusal | null {
	if (paid) return "payment.already_paid";
	if (out) return "share.sold_out";
	const ended = share.expiresAt !== null && share.expiresAt <= ctx.now();
	return share.status !== "published" || !share.selling || ended ? "share.not_for_sale" : null;
}

/** Card payments need the provider's minimum. Throws `share.no_payment_route`. */
export function requireCard({ share }: Offer): void {
	if (share.priceCents < MIN_CARD_PRICE_CENTS)
		throw failure("share.no_payment_route", { reason: "payment.below_card_minimum" });
}

/** A purchase's quote, in cents: the price, the fees, and which account receives the rest. */
function quote(ctx: Ctx, offer: Offer, route: "card" | "direct") {
	const { share, creator, payout, balanceCents } = offer;
	const plan = currentPlan(creator, ctx.now());
	const card = route === "card";
	const feeBps = card ? plan.cardFeeBps : plan.directFeeBps;
	const creatorBears = card && ctx.config.PROCESSING_FEE_BORNE_BY === "creator";
	const usual =
		feeOf(share.priceCents, DEFAULT_PROCESSING_FEE.bps) + DEFAULT_PROCESSING_FEE.fixedCents;
	// A creator with a debt, after a dispute for instance, is paid through the platform until it is
	// settled.
	const toCreatorDirectly = card && payout?.chargesEnabled && balanceCents >= 0;
	return {
		priceCents: share.priceCents,
		currency: CURRENCY,
		feeBps,
		platformFeeCents: feeOf(share.priceCents, feeBps),
		processingFeeCents: creatorBears ? usual : 0,
		destinationAccount: toCreatorDirectly ? payout.stripeAccountId : null,
	};
}

/** Letters and digits that are hard to confuse when they are typed from a screen. */
const REFERENCE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";

function newReference(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(8));
	// 31 letters do not divide 256 evenly; the slight bias is harmless, since the code is no secret.
	return Array.from(bytes, (byte) => REFERENCE_LETTERS[byte % REFERENCE_LETTERS.length]).join("");
}

type BeginInput = {
	offer: Offer;
	buyerId: string;
	route: "card" | "direct";
	/** `changedAt` of the share that the buyer was shown; undefined when the client did not say */
	seen: string | null | undefined;
};

/**
 * Records that a buyer begins to pay, with the current quote. Returns null when a concurrent call has
 * just begun an attempt of the same buyer by the same route; reading again finds that one. Throws
 * `share.changed` when the share is not what the buyer was shown.
 */
export async function beginPurchase(ctx: Ctx, input: BeginInput): Promise<PurchaseRow | null> {
	const { seen, offer } = input;
	if (hasChanged(offer.share, seen)) throw failure("share.changed");
	// Files may be removed until the first checkout: of the two, the later one fails.
	const isSame = sql`exists (select 1 from shares where shares.id = ${offer.share.id}
		and shares.changed_at is ${offer.share.changedAt})`;
	try {
		const [rows] = await ctx.db.batch(beginning(ctx, input, isSame));
		const [purchase] = rows;
		if (!purchase) throw failure("share.changed");
		return purchase;
	} catch (error) {
		if (isUniqueViolation(error)) return null;
		throw error;
	}
}

/** Whether a share is not what the buyer was shown. */
export function hasChanged({ changedAt }: ShareRow, seen: BeginInput["seen"]): boolean {
	return seen !== undefined && (seen === null ? null : Date.parse(seen)) !== changedAt;
}

/** The statements that record, where the condition holds, that a buyer begins to pay; the first returns the purchase. */
export function beginning(
	ctx: Ctx,
	{ offer, buyerId, route }: Omit<BeginInput, "seen">,
	condition: SQL,
) {
	const { share } = offer;
	const now = ctx.now();
	const id = shardedId(ctx, shardOf(share.slug));
	const isBegun = sql`exists (select 1 from purchases where purchases.id = ${id})`;
	return [
		insertWhen(
			ctx.db,
			purchases,
			{
				...quote(ctx, offer, route),
				id,
				shareId: share.id,
				shareTitle: share.title,
				creatorId: share.creatorId,
				buyerId,
				locale: ctx.locale,
				route,
				state: "started",
				reference: newReference(),
				createdAt: now,
			},
			condition,
		).returning(),
		// The payer is recorded as holder at once; without a completed payment this grants nothing.
		insertWhen(
			ctx.db,
			purchaseHolders,
			{ purchaseId: id, buyerId, createdAt: now, usedAt: now },
			isBegun,
		),
		ctx.db
			.update(shares)
			.set({ checkoutBegunAt: now })
			.where(and(eq(shares.id, share.id), isNull(shares.checkoutBegunAt), isBegun)),
	] as const;
}
