import { sql } from "drizzle-orm";
import { recordOwnAct } from "../../audit-log/record-act.ts";
import type { CreatorCtx } from "../../context.ts";
import type { PaymentStatus } from "../../contract/payments.ts";
import { staleCreatorPages } from "../../stale-pages.ts";
import { payoutMethods } from "../tables.ts";
import { paymentStatus } from "./payment-status.ts";

/** Sets or changes the handle by which buyers pay the creator directly. */
export async function setupCashApp(
	ctx: CreatorCtx,
	input: { cashAppHandle: string; releaseOnConfirmation?: boolean | undefined },
): Promise<PaymentStatus> {
	const { cashAppHandle, releaseOnConfirmation } = input;
	const changes = {
		cashAppHandle,
		...(releaseOnConfirmation !== undefined && { releaseOnConfirmation }),
		updatedAt: ctx.now(),
	};
	const differs = sql`not exists (select 1 from payout_methods
		where user_id = ${ctx.user.id} and cash_app_handle = ${cashAppHandle})`;
	await ctx.db.batch([
		recordOwnAct(ctx, ctx.user.id, { act: "payout.cash_app_changed" }, differs),
		ctx.db
			.insert(payoutMethods)
			.values({ userId: ctx.user.id, ...changes })
			.onConflictDoUpdate({ target: payoutMethods.userId, set: changes }),
		staleCreatorPages(ctx, ctx.user.id),
	]);
	return paymentStatus(ctx);
}
