import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import pLimit from "p-limit";
import type { Ctx } from "../../core/context.ts";
import { claimDeclined } from "../../payments/direct/claim-events.ts";
import { cancelIntent } from "../../payments/provider.ts";
import { settlePurchase } from "../../payments/settlement/settle-purchase.ts";
import { log, serializeError } from "../../platform/log.ts";
import { queueMailWhen } from "../../platform/mail/mail.ts";
import { declineClaim } from "../../purchases/claim-transitions.ts";
import { openingOf } from "../../purchases/entitlements/access-sql.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import {
	findSaleById,
	findSales,
	type PurchaseRow,
	type Sale,
} from "../../purchases/find-purchase.ts";
import { cancelStarted, cancelUnstarted, isInState } from "../../purchases/purchase-transitions.ts";
import { undecidedClaimMail } from "./mails.ts";

/** The cron ends the rest for a deleted share. */
const MAX_ROWS = 40;
const CONCURRENCY = 5;

/**
 * Also at the provider. A payment that succeeds at this moment is settled like any other. If the provider is
 * unavailable, the attempt stays unchanged.
 */
export async function endAttempts(ctx: Ctx, where: SQL): Promise<void> {
	await cancelStarted(ctx, and(where, ne(purchases.route, "card")));
	const open = await ctx.db
		.select()
		.from(purchases)
		.where(and(where, eq(purchases.route, "card"), eq(purchases.state, "started")))
		.limit(MAX_ROWS);
	await pLimit(CONCURRENCY).map(open, (purchase) => abandon(ctx, purchase));
}

async function abandon(ctx: Ctx, purchase: PurchaseRow): Promise<void> {
	try {
		if (purchase.paymentIntentId === null) {
			await cancelUnstarted(ctx, purchase.id);
			return;
		}
		const snapshot = await cancelIntent(ctx, purchase.paymentIntentId);
		const sale = await findSaleById(ctx, purchase.id);
		if (sale) await settlePurchase(ctx, sale, snapshot);
	} catch (error) {
		log("warn", "attempt.not_ended", { purchase: purchase.id, ...serializeError(error) });
	}
}

/** Includes claims to bundles with the share (`shares.id`). Returns false if it must be called again. */
export async function declineClaims(ctx: Ctx, shareId: string): Promise<boolean> {
	const waiting = await findSales(
		ctx,
		and(openingOf(sql`${shareId}`), eq(purchases.state, "claimed")),
		MAX_ROWS,
	);
	const [first, ...rest] = waiting.flatMap((sale) => declineForDeletion(ctx, sale));
	if (first) await ctx.db.batch([first, ...rest]);
	return waiting.length < MAX_ROWS;
}

function declineForDeletion(ctx: Ctx, sale: Sale) {
	const { id, buyerEmail } = sale.purchase;
	return [
		claimDeclined(ctx, sale, null, sql`purchases.state = 'claimed'`),
		declineClaim(ctx, id),
		...(buyerEmail === null
			? []
			: [
					queueMailWhen(
						ctx,
						undecidedClaimMail(ctx, { sale, to: buyerEmail }),
						isInState(id, "declined"),
					),
				]),
	];
}
