import { sql } from "drizzle-orm";
import type * as z from "zod";
import type { PaymentStatus, setupCashAppInput } from "../../contract/payments/payments.ts";
import { recordOwnAct } from "../../core/audit-log/record-act.ts";
import type { CreatorCtx } from "../../core/context.ts";
import { staleCreatorPages } from "../../core/stale-pages.ts";
import { payoutMethods } from "../tables.ts";
import { paymentStatus } from "./payment-status.ts";

/**
 * Sets or changes the handle by which buyers pay the creator directly, and whether they may pay by card as
 * well. Payments that were begun can be finished.
 */
export async function setupCashApp(
	ctx: CreatorCtx,
	input: z.infer<typeof setupCashAppInput>,
): Promise<PaymentStatus> {
	const { cashAppHandle, releaseOnConfirmation, acceptsCards } = input;
	const changes = {
		cashAppHandle,
		...(releaseOnConfirmation !== undefined && { releaseOnConfirmation }),
		...(acceptsCards !== undefined && { acceptsCards }),
		updatedAt: ctx.now(),
	};
	const differs = sql`not exists (select 1 from payout_methods
		where user_id = ${ctx.user.id} and cash_app_handle = ${cashAppHandle})`;
	const switches = sql`${acceptsCards ?? null} <> coalesce((select accepts_cards from payout_methods
		where user_id = ${ctx.user.id}), true)`;
	await ctx.db.batch([
		recordOwnAct(ctx, ctx.user.id, { act: "payout.cash_app_changed" }, differs),
		recordOwnAct(ctx, ctx.user.id, { act: "payout.cards_switched" }, switches),
		ctx.db
			.insert(payoutMethods)
			.values({ userId: ctx.user.id, ...changes })
			.onConflictDoUpdate({ target: payoutMethods.userId, set: changes }),
		staleCreatorPages(ctx, ctx.user.id),
	]);
	return paymentStatus(ctx);
}
