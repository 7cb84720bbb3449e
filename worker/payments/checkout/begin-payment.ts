import { and, desc, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import {
	countGuess,
	isStillUsable,
	requireUseFrom,
} from "../../catalogue/discounts/find-discount.ts";
import { RESERVATION_MS } from "../../catalogue/discounts/uses-sql.ts";
import { shares } from "../../catalogue/shares/tables.ts";
import type { Switch } from "../../contract/switches.ts";
import type { Ctx } from "../../core/context.ts";
import { isPaused, pausedFailure } from "../../core/switches.ts";
import { ApiError, failure } from "../../platform/errors.ts";
import { countingAttempt, isWaiting, keyedLimits } from "../../platform/security/attempts.ts";
import { networkLimits } from "../../platform/security/networks.ts";
import { shardedId, shardOf } from "../../platform/shard.ts";
import type { Db } from "../../platform/storage/db.ts";
import { insertWhen } from "../../platform/storage/insert-when.ts";
import { namedBatch } from "../../platform/storage/named-batch.ts";
import {
	asksConsent,
	type ConsentColumns,
	consentRequired,
	recordConsent,
} from "../../purchases/consent.ts";
import {
	type BuyerIdentity,
	knownBuyer,
	newBuyer,
	ownBuyer,
} from "../../purchases/entitlements/buyer.ts";
import {
	buyers,
	purchaseHolders,
	purchaseLines,
	purchaseParts,
	purchases,
} from "../../purchases/entitlements/tables.ts";
import type { PurchaseRow } from "../../purchases/find-purchase.ts";
import { isInState } from "../../purchases/purchase-transitions.ts";
import { linesFor } from "../../purchases/singles/order.ts";
import { countBegun, purchaseSource } from "../../purchases/views/count-begun.ts";
import { canBePaid } from "../checkout-links/checkout-sql.ts";
import { directHost } from "../direct/contract/direct-way.ts";
import { type BeginLimits, beginLimits, passBeginLimits } from "./begin-limits.ts";
import {
	isSameOffer,
	type Offer,
	type OfferRequest,
	orderIn,
	readOffer,
	refusalOf,
} from "./offer.ts";
import { type AgreedPrice, agreedPrice, quote } from "./price.ts";

/** Without lookalikes. */
const REFERENCE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";

function newReference(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(8));
	// The slight bias is harmless, since the code isn't secret.
	return Array.from(bytes, (byte) => REFERENCE_LETTERS[byte % REFERENCE_LETTERS.length]).join("");
}

/** The steps of `beginPayment` in which cards, direct payments and free shares differ. */
export type PaymentRoute<T> = {
	readonly name: PurchaseRow["route"];
	readonly pausedBy?: Switch;
	/** on `purchases`: true for this buyer's undecided purchases of the share */
	readonly isOpen: SQL;
	/** Returns the error for a price that can't be paid this way, or null. */
	refusal(offer: Offer, priceCents: number): ApiError | null;
	/** Checks rules whose rows only the primary database has up to date. */
	check?(offer: Offer): Promise<unknown>;
	/** Returns whether an open purchase still serves this request. */
	accepts(
		open: PurchaseRow,
		offer: Offer,
		refused: { refusal: ApiError | null; price: AgreedPrice | ApiError },
	): Promise<boolean>;
	/** Returns null if the purchase was found closed. */
	proceed(purchase: PurchaseRow, offer: Offer): Promise<T | null>;
	/** Closes an open purchase that no longer serves. */
	close(open: PurchaseRow): Promise<unknown>;
};

export type BegunPayment<T> = {
	readonly payment: T;
	readonly offer: Offer;
	/** no new payment may begin, but the open one may continue */
	readonly refusal: ApiError | null;
	/** of a new identity */
	readonly buyerToken: string | null;
};

/**
 * Continues this buyer's open purchase, or begins one. Tries the replica's offer first, which the writing statement
 * compares with the primary's; only the primary refuses. Throws `share.not_found`, `share.changed` if the buyer was
 * shown something else, `consent.required`, `discount.refused`, `rate.limited`, and the refusals of offer and route.
 */
export async function beginPayment<T>(
	ctx: Ctx,
	request: OfferRequest,
	route: PaymentRoute<T>,
): Promise<BegunPayment<T>> {
	const { slug, asked, buyerEmail, consent } = request;
	const lacksConsent = route.name !== "free" && consent === null && asksConsent(ctx);
	let isLifted = false;
	for (const db of [ctx.replica, ctx.db, ctx.db, ctx.db]) {
		const isPrimary = db === ctx.db;
		const [offer, open] = await Promise.all([
			readOffer(ctx, db, request),
			findOpenPurchase(ctx, db, slug, route.isOpen),
		]);
		if (!offer && isPrimary) throw failure("share.not_found");
		if (!offer) continue;
		const refusal =
			refusalOf(ctx, offer, request) ??
			(route.pausedBy && isPaused(ctx, route.pausedBy) ? pausedFailure(route.pausedBy) : null);
		const price = agree(ctx, { offer, request, route });
		// A new identity would replace one that only the primary knows; the guards of bundles and single files don't cover
		// their creator.
		const isUnsure =
			offer.bundle !== null ||
			offer.singles !== null ||
			(!offer.buyerId && ctx.credentials.buyerHash);
		const isRefused = refusal !== null || price instanceof ApiError || lacksConsent;
		if (!isPrimary && (open || isRefused || isUnsure)) continue;
		// Tells nothing about a share that is closed to this visitor, or about a code that isn't valid.
		if (asked && buyerEmail !== undefined && !refusal && !(price instanceof ApiError))
			await requireUseFrom(ctx, { slug, code: asked.code, address: buyerEmail });
		if (!refusal) await route.check?.(offer);
		const hasConsent =
			!lacksConsent || refusal || (open && (open.consentAt !== null || open.state !== "started"));
		const isKept = open && hasConsent && (await route.accepts(open, offer, { refusal, price }));
		if (isKept) {
			const payment = await route.proceed(await recordConsent(ctx, open, consent), offer);
			if (payment) return { payment, offer, refusal, buyerToken: null };
		}
		if (refusal) throw refusal;
		if (price instanceof ApiError) {
			if (price.reason === "discount.unknown") await countGuess(ctx);
			throw price;
		}
		if (lacksConsent) throw consentRequired(ctx);
		if (open && !isKept) await route.close(open);
		const buyer = offer.buyerId === null ? await newBuyer(ctx) : knownBuyer(offer.buyerId);
		const limits =
			route.name === "free" ? null : await beginLimits(ctx, route.name, offer.share.id);
		const mayBegin = limits && !isLifted ? sql`not ${isWaiting(ctx, limits.all)}` : sql`true`;
		const condition = sql`${isSameOffer(ctx, offer, request)} and ${mayTakeUse(ctx, offer, buyer.id)}
			and not exists (select 1 from purchases where purchases.buyer_id = ${buyer.id}
				and purchases.share_id = ${offer.share.id} and ${route.isOpen}) and ${mayBegin}`;
		const begun = { offer, buyer, route: route.name, price, consent, limits };
		const purchase = await recordPurchase(ctx, begun, condition);
		const payment = purchase && (await route.proceed(purchase, offer));
		if (payment) return { payment, offer, refusal, buyerToken: buyer.token };
		// Another request from this network may have used the last attempt.
		if (limits && !isLifted && isPrimary)
			isLifted = await passBeginLimits(ctx, limits, request.challenge);
	}
	throw failure("service.unavailable");
}

async function findOpenPurchase(
	ctx: Ctx,
	from: Db,
	slug: string,
	isOpen: SQL,
): Promise<PurchaseRow | undefined> {
	if (!ctx.credentials.buyerHash) return undefined;
	const [open] = await from
		.select()
		.from(purchases)
		.where(
			and(
				sql`${purchases.buyerId} = ${ownBuyer(ctx)}`,
				sql`${purchases.shareId} = (select id from shares where slug = ${slug})`,
				isOpen,
			),
		)
		.orderBy(
			sql`case ${purchases.state} when 'claimed' then 0 when 'processing' then 1 when 'started' then 2 else 3 end`,
			desc(purchases.claimedAt),
		)
		.limit(1);
	return open;
}

function agree<T>(
	ctx: Ctx,
	{ offer, request, route }: { offer: Offer; request: OfferRequest; route: PaymentRoute<T> },
): AgreedPrice | ApiError {
	const price = agreedPrice(ctx, offer, request);
	if (price instanceof ApiError) return price;
	const refusal = route.refusal(offer, price.priceCents);
	if (refusal) return refusal;
	const { seen } = request;
	const hasChanged =
		seen !== undefined && (seen === null ? null : Date.parse(seen)) !== offer.share.changedAt;
	return hasChanged ? failure("share.changed") : price;
}

/** True if this buyer can still use the code, if any, or pay the checkout. */
function mayTakeUse(ctx: Ctx, { discount, checkout, share }: Offer, buyerId: string): SQL {
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

function recordLines(ctx: Ctx, id: string, lines: ReturnType<typeof linesFor>, condition: SQL) {
	return insertWhen(
		ctx.db,
		purchaseLines,
		{
			purchaseId: id,
			fileId: sql`line.value ->> 0`,
			edition: sql`line.value ->> 1`,
			cents: sql`line.value ->> 2`,
		},
		condition,
		sql`json_each(${JSON.stringify(lines)}) line`,
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

type Begun = {
	offer: Offer;
	buyer: BuyerIdentity;
	route: PurchaseRow["route"];
	price: AgreedPrice;
	consent: ConsentColumns | null;
	limits: BeginLimits | null;
};

/** Returns undefined if the condition doesn't hold. */
async function recordPurchase(
	ctx: Ctx,
	begun: Begun,
	condition: SQL,
): Promise<PurchaseRow | undefined> {
	const { row } = begun.buyer;
	const { purchase, followUps } = await purchaseStatements(ctx, begun, condition);
	const made = await namedBatch(ctx.db, {
		buyer: row && [insertWhen(ctx.db, buyers, row, condition)],
		purchase,
		followUps,
	});
	return made.purchase[0];
}

async function purchaseStatements(
	ctx: Ctx,
	{ offer, buyer, route, price, consent, limits }: Begun,
	condition: SQL,
) {
	const buyerId = buyer.id;
	const { share, bundle, discount } = offer;
	const order = orderIn(offer);
	const lines = order?.lines && linesFor(order.lines, price.priceCents, share.currency);
	const now = ctx.now();
	const id = shardedId(ctx, shardOf(share.slug));
	const isBegun = isInState(id, "started");
	const purchase = insertWhen(
		ctx.db,
		purchases,
		{
			...quote(ctx, offer, route, price),
			ofLines: Boolean(lines),
			wholeCents: offer.checkout ? null : order?.wholeCents,
			freeFiles: order?.freeFiles,
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
			directHost: route === "direct" && offer.way ? directHost(offer.way) : null,
			source: await purchaseSource(ctx, share.id),
			checkoutId: offer.checkout?.id ?? null,
			...consent,
			networkLimits: limits && sql`${JSON.stringify(limits.ofNetwork)}`,
			createdAt: now,
		},
		condition,
	).returning();
	const followUps = [
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
		...(lines ? [recordLines(ctx, id, lines, isBegun)] : []),
		...(limits && limits.ofNetwork.begun.length > 0
			? [countingAttempt(ctx, limits.ofNetwork.begun, isBegun)]
			: []),
		...(discount
			? await reserveUse(ctx, { id, buyerId, discountId: discount.row.id }, isBegun)
			: []),
	];
	return { purchase, followUps };
}
