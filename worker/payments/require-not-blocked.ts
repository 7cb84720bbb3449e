import { and, eq } from "drizzle-orm";
import type { ErrorReason } from "../contract/errors.ts";
import type { Ctx } from "../core/context.ts";
import { failure } from "../platform/errors.ts";
import { mailboxOf } from "../platform/mail/mail-limits.ts";
import { blockedBuyers } from "../purchases/entitlements/tables.ts";

/** Covers any spelling of the address. Throws `buyer.blocked`. */
export async function requireNotBlocked(
	ctx: Ctx,
	creatorId: string,
	address: string,
	reason?: ErrorReason,
): Promise<void> {
	const [blocked] = await ctx.db
		.select({ at: blockedBuyers.createdAt })
		.from(blockedBuyers)
		.where(
			and(eq(blockedBuyers.creatorId, creatorId), eq(blockedBuyers.mailbox, mailboxOf(address))),
		);
	if (blocked) throw failure("buyer.blocked", reason ? { reason } : {});
}
