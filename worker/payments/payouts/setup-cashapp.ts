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
	await ctx.db.batch([
		ctx.db
			.insert(payoutMethods)
			.values({ userId: ctx.user.id, ...changes })
			.onConflictDoUpdate({ target: payoutMethods.userId, set: changes }),
		staleCreatorPages(ctx, ctx.user.id),
	]);
	return paymentStatus(ctx);
}
