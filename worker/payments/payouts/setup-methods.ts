import { sql } from "drizzle-orm";
import type * as z from "zod";
import type { PaymentStatus, setupMethodsInput } from "../../contract/payments/payments.ts";
import { recordOwnAct } from "../../core/audit-log/record-act.ts";
import type { CreatorCtx } from "../../core/context.ts";
import { payoutMethods } from "../tables.ts";
import { paymentStatus } from "./payment-status.ts";

/** Bank debits take days. Begun payments keep the ways they offer. */
export async function setupMethods(
	ctx: CreatorCtx,
	{ acceptsDelayed }: z.infer<typeof setupMethodsInput>,
): Promise<PaymentStatus> {
	const { id: userId } = ctx.user;
	const switches = sql`${acceptsDelayed} <> coalesce((select accepts_delayed from payout_methods
		where user_id = ${userId}), false)`;
	const changes = { acceptsDelayed, updatedAt: ctx.now() };
	await ctx.db.batch([
		recordOwnAct(ctx, userId, { act: "payout.debits_switched" }, switches),
		ctx.db
			.insert(payoutMethods)
			.values({ userId, ...changes })
			.onConflictDoUpdate({ target: payoutMethods.userId, set: changes }),
	]);
	return paymentStatus(ctx);
}
