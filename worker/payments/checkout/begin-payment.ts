import { and, eq, inArray, isNull, ne, type SQL, sql } from "drizzle-orm";
import { isStillUsable } from "../../catalogue/discounts/find-discount.ts";
import { HOLD_MS } from "../../catalogue/discounts/uses-sql.ts";
import { shares } from "../../catalogue/shares/tables.ts";
import { type DirectWay, directHost } from "../../contract/payments/direct-way.ts";
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
import { type BeginLimits, beginLimits, passBeginLimits } from "./begin-limits.ts";
import { hasChanged, hasSameParts, type Offer } from "./offer.ts";
import { type AgreedPrice, quote } from "./price.ts";

/** Easy to tell apart when typed from a screen. */
const REFERENCE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";

function newReference(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(8));
	// 31 doesn't divide 256 evenly; the bias is harmless, since the code is no secret.
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
	/** `changedAt` of the share as shown to the buyer; undefined if the client didn't say */
	seen: string | null | undefined;
	/** the token of a solved challenge, if any; null if the route accepts none */
	challenge: string | null | undefined;
};

/**
 * Records that a buyer begins to pay, with the current quote. Returns null if a concurrent call has begun an attempt of
 * the same buyer, or changed the code, a bundle's parts or their owners; the caller then reads again. Throws
 * `share.changed` if the share isn't what the buyer was shown, and what `passBeginLimits` throws.
 */
export async function beginPurchase(ctx: Ctx, input: BeginInput): Promise<PurchaseRow | null> {
	const { seen, offer, buyer, route, challenge } = input;
	const { share, discount, bundle, checkout } = offer;
	if (hasChanged(share, seen)) throw failure("share.changed");
	// Files may be removed until the first checkout: the later of the two fails. A bundle's price, parts and what the
	// buyer owns of them must be from one moment.
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

/** True if a code, if any, can still be used by this buyer, or the checkout can still be paid. */
export function mayTakeUse(ctx: Ctx, { discount, checkout, share }: Offer, buyerId: string): SQL {
	if (checkout) return canBePaid(ctx, checkout);
	return discount ? isStillUsable(ctx, discount, { buyerId, shareId: share.id }) : sql`true`;
}

/** Records the parts that a bundle's purchase opens, whatever becomes of the bundle. */
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

/** Buyers of one network who may hold a use of one code; larger networks a few more. */
const HOLDS = { free: 2, firstWaitMs: HOLD_MS, maxWaitMs: HOLD_MS, resetAfterMs: HOLD_MS };

type Held = { readonly id: string; readonly buyerId: string; readonly discountId: string };

/**
 * Makes a newly begun attempt hold a use of its code, unless too many buyers of its network do: fresh browsers could
 * hold all uses without paying. The attempt can still be paid if a use is left then. The buyer's other attempts release
 * theirs.
 */
async function holdUse(ctx: Ctx, { id, buyerId, discountId }: Held, condition: SQL) {
	const limits = await keyedLimits(
		ctx,
		networkLimits(ctx.address, { name: "use-held", ...HOLDS }, discountId),
	);
	const isOwn = and(eq(purchases.buyerId, buyerId), eq(purchases.discountId, discountId));
	return [
		countingAttempt(ctx, limits, condition),
		ctx.db
			.update(purchases)
			.set({ holdsUse: true })
			.where(and(eq(purchases.id, id), sql`not ${isWaiting(ctx, limits)}`)),
		ctx.db
			.update(purchases)
			.set({ holdsUse: false })
			.where(and(isOwn, ne(purchases.id, id), eq(purchases.holdsUse, true), condition)),
	] as const;
}

type Begun = Omit<BeginInput, "seen" | "challenge"> & {
	limits: BeginLimits | null;
};

/**
 * Records a beginning payment, and the buyer's identity if new, if the condition holds. Returns undefined if it
 * doesn't, and null if a concurrent call has begun an attempt of the same buyer.
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
		...(discount ? await holdUse(ctx, { id, buyerId, discountId: discount.row.id }, isBegun) : []),
	] as const;
}
