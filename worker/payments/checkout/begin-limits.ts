import { type SQL, sql } from "drizzle-orm";
import { caseEntries, cases } from "../../core/cases/tables.ts";
import type { Ctx } from "../../core/context.ts";
import { log } from "../../platform/log.ts";
import type { AttemptPolicy } from "../../platform/security/attempt-policy.ts";
import {
	countingAttempt,
	isLoopback,
	isWaiting,
	type KeyedLimit,
	keyedLimits,
	uncountingAttempt,
	waitFailure,
} from "../../platform/security/attempts.ts";
import { networkLimits } from "../../platform/security/networks.ts";
import { verifyChallenge } from "../../platform/security/turnstile.ts";
import { insertWhen } from "../../platform/storage/insert-when.ts";
import { namedBatch } from "../../platform/storage/named-batch.ts";
import type { NetworkLimits } from "../../purchases/entitlements/tables.ts";
import type { PurchaseRow } from "../../purchases/find-purchase.ts";
import type { PaymentSnapshot } from "../../purchases/payment-snapshot.ts";
import { purchaseIs } from "../../purchases/purchase-transitions.ts";
import { cancelIntent } from "../provider.ts";

const DAY = 24 * 60 * 60 * 1000;
/** The fifth declined card ends a payment: buyers own few cards, testers of stolen cards many. */
const PER_PAYMENT: AttemptPolicy = {
	free: 4,
	firstWaitMs: DAY,
	maxWaitMs: DAY,
	resetAfterMs: DAY,
};
const ACTION = "pay";

export type BeginLimits = {
	readonly ofNetwork: NetworkLimits;
	readonly all: readonly KeyedLimit[];
};

const shareLimit = (ctx: Ctx, shareId: string) =>
	keyedLimits(ctx, [{ name: "card-share", of: shareId, ...ctx.config.LIMIT_CARD_SHARE }]);

/** Jobs, and local requests in development, have no network. */
export async function beginLimits(
	ctx: Ctx,
	route: "card" | "direct",
	shareId: string,
): Promise<BeginLimits> {
	const { config, address } = ctx;
	const isOwn = config.LOOPBACK_REGISTRATIONS_PER_MINUTE > 0 && isLoopback(address);
	const hasNetwork = !isOwn && address !== "internal";
	const of = (name: string, policy: AttemptPolicy) =>
		keyedLimits(ctx, hasNetwork ? networkLimits(address, { name, ...policy }) : []);
	const [begun, declined, share] = await Promise.all([
		of(`${route}-begun`, config.LIMIT_CARD_BEGUN),
		route === "card" ? of("card-declined", config.LIMIT_CARD_DECLINED) : [],
		route === "card" ? shareLimit(ctx, shareId) : [],
	]);
	return { ofNetwork: { begun, declined }, all: [...begun, ...declined, ...share] };
}

/**
 * Returns true if a solved challenge lifted a limit, false if none was reached. Throws `rate.limited`,
 * `challenge.failed` and `challenge.unavailable`.
 */
export async function passBeginLimits(
	ctx: Ctx,
	{ all }: BeginLimits,
	token: string | null | undefined,
): Promise<boolean> {
	const waits = await waitFailure(ctx, all);
	if (!waits) return false;
	if (ctx.config.TURNSTILE_SECRET_KEY === "" || token === null) throw waits;
	await verifyChallenge(ctx, { token, action: ACTION });
	return true;
}

/** Must precede the statement that clears `networkLimits`, so that it happens once. */
export function uncountBegun(ctx: Ctx, { id, networkLimits: limits }: PurchaseRow) {
	if (limits === null || limits.begun.length === 0) return [];
	const isCounted = purchaseIs(id, sql`purchases.network_limits is not null`);
	return [uncountingAttempt(ctx, limits.begun, isCounted)];
}

/**
 * A reached limit opens a case in the operator's console. Returns the payment if it was cancelled for too many
 * declined cards.
 */
export async function countDecline(
	ctx: Ctx,
	purchase: PurchaseRow,
): Promise<PaymentSnapshot | null> {
	const { id, shareId, paymentIntentId } = purchase;
	const [own, share] = await Promise.all([
		keyedLimits(ctx, [{ name: "card-payment", of: id, ...PER_PAYMENT }]),
		shareLimit(ctx, shareId),
	]);
	const isOver = isWaiting(ctx, [...own, ...share]);
	const { limits } = await namedBatch(ctx.db, {
		counted: [own, share, purchase.networkLimits?.declined ?? []].map((limited) =>
			countingAttempt(ctx, limited),
		),
		limits: ctx.db
			.select({ isOver: sql<number>`${isWaiting(ctx, own)}`.as("is_over") })
			.from(sql`(select 1)`),
		opened: openingCase(ctx, purchase, isOver),
	});
	if (!limits[0]?.isOver || paymentIntentId === null) return null;
	log("warn", "card.payment_cancelled", { purchase: id, share: shareId });
	return cancelIntent(ctx, paymentIntentId);
}

/** At most one case per share and day. */
function openingCase(ctx: Ctx, { shareId, creatorId, shareTitle }: PurchaseRow, condition: SQL) {
	const at = ctx.now();
	const id = `cards-${Math.floor(at / DAY)}-${shareId}`;
	const about = { shareId, creatorId, subject: shareTitle, createdAt: at, updatedAt: at };
	const text =
		"Many cards are declined here: somebody may be trying stolen ones. Payments with too many were cancelled, and networks with many have to wait.";
	const entry = { id, caseId: id, kind: "message", text, at } as const;
	return [
		insertWhen(ctx.db, cases, { id, kind: "review", ...about }, condition).onConflictDoNothing(),
		insertWhen(ctx.db, caseEntries, entry, condition).onConflictDoNothing(),
	] as const;
}
