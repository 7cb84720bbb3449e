import type { CreatorCtx, Ctx } from "../context.ts";
import { PLANS } from "../contract/plans.ts";
import { failure } from "../platform/errors.ts";
import { uploadSlots } from "./tables.ts";

/** A slot of the month that an upload holds. */
export type Slot = { creatorId: string; uploadId: string; month: string };

/** The creator's upload meter. */
export function meterOf(ctx: Pick<Ctx, "env">, creatorId: string) {
	return ctx.env.UPLOAD_METER.getByName(creatorId);
}

/**
 * Takes one of the month's uploads for `leaseMs`; repeating it renews the lease.
 * Throws `upload.limit_reached` when the plan in force has none left.
 */
export async function reserveSlot(
	ctx: CreatorCtx,
	uploadId: string,
	leaseMs: number,
): Promise<Slot> {
	const now = ctx.now();
	const limit = PLANS[ctx.user.plan].uploadsPerMonth;
	const { granted, month } = await meterOf(ctx, ctx.user.id).reserve({
		creatorId: ctx.user.id,
		uploadId,
		limit,
		now,
		expiresAt: now + leaseMs,
	});
	if (!granted) throw failure("upload.limit_reached", { details: { limit } });
	return { creatorId: ctx.user.id, uploadId, month };
}

/** The record that a slot is used up; it belongs into the batch that publishes. */
export function slotRecord(ctx: Ctx, slot: Slot) {
	return ctx.db
		.insert(uploadSlots)
		.values({ ...slot, at: ctx.now() })
		.onConflictDoNothing();
}
