import { and, eq, inArray, isNull, ne, type SQL, sql } from "drizzle-orm";
import { isStillUsable } from "../../catalogue/discounts/find-discount.ts";
import { RESERVATION_MS } from "../../catalogue/discounts/uses-sql.ts";
import { shares } from "../../catalogue/shares/tables.ts";
import type { Ctx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { countingAttempt, isWaiting, keyedLimits } from "../../platform/security/attempts.ts";
import { networkLimits } from "../../platform/security/networks.ts";
import { shardedId, shardOf } from "../../platform/shard.ts";
import { isUniqueViolation } from "../../platform/storage/db.ts";
import { insertWhen } from "../../platform/storage/insert-when.ts";
import type { ConsentColumns } from "../../purchases/consent.ts";
import type { BuyerIdentity } from "../../purchases/entitlements/buyer.ts";
import {
	buyers,
	purchaseHolders,
	purchaseParts,
	purchases,
} from "../../purchases/entitlements/tables.ts";
import type { PurchaseRow } from "../../purchases/find-purchase.ts";
import { countBegun, purchaseSource } from "../../purchases/views/count-begun.ts";
import { canBePaid } from "../checkout-links/checkout-sql.ts";
import { type DirectWay, directHost } from "../direct/contract/direct-way.ts";
import { type BeginLimits, beginLimits, passBeginLimits } from "./begin-limits.ts";
import { hasChanged, hasSameParts, type Offer } from "./offer.ts";
import { type AgreedPrice, quote } from "./price.ts";

/** Without lookalikes. */
const REFERENCE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";

function newReference(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(8));
	// The slight bias is harmless, since the code isn't secret.
	return Array.from(bytes, (byte) => REFERENCE_LETTERS[byte % REFERENCE_LETTERS.length]).join("");
}

export async function findOpenAttempt(
	ctx: Ctx,
	{ buyerId, shareId, route }: Pick<PurchaseRow, "buyerId" | "shareId" | "route">,
): Promise<PurchaseRow | undefined> {
	const [open] = await ctx.db
		.select()
		.from(purchases)
		.where(
			and(
				eq(purchases.buyerId, buyerId),
				eq(purchases.shareId, shareId),
				eq(purchases.route, route),
				inArray(purchases.state, ["started", "processing"]),
			),
		);
	return open;
}

type BeginInput = {
	offer: Offer;
	buyer: BuyerIdentity;
	route: PurchaseRow["route"];
	way?: DirectWay;
	price: AgreedPrice;
	consent: ConsentColumns | null;
	/** `changedAt` as shown to the buyer; undefined if the client didn't say */
	seen: string | null | undefined;
	/** of a solved challenge; null if the route accepts none */
	challenge: string | null | undefined;
};

/**
 * Returns null if a concurrent call has begun a payment for this buyer, or changed the code, a bundle's parts or
 * their owners; the caller then reads again. Throws `share.changed` if the buyer was shown something else.
 */
export async function beginPurchase(ctx: Ctx, input: BeginInput): Promise<PurchaseRow | null> {
	const { seen, offer, buyer, route, challenge } = input;
	const { share, discount, bundle, checkout } = offer;
	if (hasChanged(share, seen)) throw failure("share.changed");
	// Files may be removed until the first checkout: the later of the two fails. A bundle's price, parts and owned parts
	// must be from one moment.
	const isSame = bundle
		? hasSameParts(ctx, offer)
		: sql`exists (select 1 from shares where shares.id = ${share.id}
			and shares.changed_at is ${share.changedAt})`;
	const limits = route === "free" ? null : await beginLimits(ctx, route, share.id);
	const isPassed = limits && challenge && (await passBeginLimits(ctx, limits, challenge));
	const mayBegin = limits && !isPassed ? sql`not ${isWaiting(ctx, limits.all)}` : sql`true`;
	const condition = sql`${isSame} and ${mayTakeUse(ctx, offer, buyer.id)} and ${mayBegin}`;
	const purchase = await recordBegun(ctx, { ...input, limits }, condition);
	if (purchase !== undefined) return purchase;
	// Another request from this network used the last attempt.
	if (limits && !isPassed) await passBeginLimits(ctx, limits, challenge);
	// A changed code, checkout, or ownership of a bundle's parts is resolved by reading again.
	if (!discount && !bundle && !checkout) throw failure("share.changed");
	return null;
}

/** True if this buyer can still use the code, if any, or pay the checkout. */
export function mayTakeUse(ctx: Ctx, { discount, checkout, share }: Offer, buyerId: string): SQL {
	if (checkout) return canBePaid(ctx, checkout);
	return discount ? isStillUsable(ctx, discount, { buyerId, shareId: share.id }) : sql`true`;
}

/** Later changes of a bundle don't affect its purchases. */
function openParts(ctx: Ctx, purchaseId: string, parts: readonly string[], condition: SQL) {
	return insertWhen(
		ctx.db,
		purchaseParts,
		{
			purchaseId,
			shareId: sql`part.value`,
			licenceId: sql`(select licence_id from shares where shares.id = part.value)`,
		},
		condition,
		sql`json_each(${JSON.stringify(parts)}) part`,
	);
}

/** Reserved uses of a code per network; a few more in larger networks. */
const HOLDS = {
	free: 2,
	firstWaitMs: RESERVATION_MS,
	maxWaitMs: RESERVATION_MS,
	resetAfterMs: RESERVATION_MS,
};

type Reserving = { readonly id: string; readonly buyerId: string; readonly discountId: string };

/**
 * Reserves a use of the code, unless too many buyers of this network do: fresh browsers could reserve all uses without
 * paying. The attempt can still be paid if a use is left then. Releases the buyer's other attempts.
 */
async function reserveUse(ctx: Ctx, { id, buyerId, discountId }: Reserving, condition: SQL) {
	const limits = await keyedLimits(
		ctx,
		networkLimits(ctx.address, { name: "use-held", ...HOLDS }, discountId),
	);
	const isOwn = and(eq(purchases.buyerId, buyerId), eq(purchases.discountId, discountId));
	return [
		countingAttempt(ctx, limits, condition),
		ctx.db
			.update(purchases)
			.set({ reservesUse: true })
			.where(and(eq(purchases.id, id), sql`not ${isWaiting(ctx, limits)}`)),
		ctx.db
			.update(purchases)
			.set({ reservesUse: false })
			.where(and(isOwn, ne(purchases.id, id), eq(purchases.reservesUse, true), condition)),
	] as const;
}

type Begun = Omit<BeginInput, "seen" | "challenge"> & {
	limits: BeginLimits | null;
};

/**
 * Returns undefined if the condition doesn't hold, and null if a concurrent call has begun an attempt of the same
 * buyer.
 */
export async function recordBegun(
	ctx: Ctx,
	begun: Begun,
	condition: SQL,
): Promise<PurchaseRow | null | undefined> {
	const [purchase, ...rest] = await beginning(ctx, begun, condition);
	const { row } = begun.buyer;
	try {
		const rows = row
			? (await ctx.db.batch([insertWhen(ctx.db, buyers, row, condition), purchase, ...rest]))[1]
			: (await ctx.db.batch([purchase, ...rest]))[0];
		return rows[0];
	} catch (error) {
		if (isUniqueViolation(error)) return null;
		throw error;
	}
}

async function beginning(
	ctx: Ctx,
	{ offer, buyer, route, way, price, consent, limits }: Begun,
	condition: SQL,
) {
	const buyerId = buyer.id;
	const { share, bundle, discount } = offer;
	const now = ctx.now();
	const id = shardedId(ctx, shardOf(share.slug));
	const isBegun = sql`exists (select 1 from purchases where purchases.id = ${id})`;
	return [
		insertWhen(
			ctx.db,
			purchases,
			{
				...quote(ctx, offer, route, price),
				id,
				shareId: share.id,
				shareTitle: share.title,
				licenceId: sql`(select licence_id from shares where shares.id = ${share.id})`,
				creatorId: share.creatorId,
				buyerId,
				locale: ctx.locale,
				route,
				state: "started",
				reference: newReference(),
				edgeCountry: ctx.country,
				...(way && { directHost: directHost(way) }),
				source: await purchaseSource(ctx, share.id),
				checkoutId: offer.checkout?.id ?? null,
				...consent,
				networkLimits: limits && sql`${JSON.stringify(limits.ofNetwork)}`,
				createdAt: now,
			},
			condition,
		).returning(),
		// The holder of an unpaid purchase has no access.
		insertWhen(
			ctx.db,
			purchaseHolders,
			{ purchaseId: id, buyerId, createdAt: now, usedAt: now },
			isBegun,
		),
		countBegun(ctx, id),
		ctx.db
			.update(shares)
			.set({ checkoutBegunAt: now })
			.where(
				and(
					sql`${shares.id} in (select value from json_each(${JSON.stringify([share.id, ...(bundle?.opens ?? [])])}))`,
					isNull(shares.checkoutBegunAt),
					isBegun,
				),
			),
		...(bundle ? [openParts(ctx, id, bundle.opens, isBegun)] : []),
		...(limits && limits.ofNetwork.begun.length > 0
			? [countingAttempt(ctx, limits.ofNetwork.begun, isBegun)]
			: []),
		...(discount
			? await reserveUse(ctx, { id, buyerId, discountId: discount.row.id }, isBegun)
			: []),
	] as const;
}
