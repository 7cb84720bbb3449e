import { and, eq } from "drizzle-orm";
import type { Ctx } from "../core/context.ts";
import { TOKENS } from "../core/token-purposes.ts";
import { tokens } from "../platform/tokens/tables.ts";
import { isOpenToken } from "../platform/tokens/tokens.ts";
import { blockedBuyers } from "../purchases/entitlements/tables.ts";

export async function deleteCustomerNotes(ctx: Ctx, userId: string): Promise<void> {
	await ctx.db.delete(blockedBuyers).where(eq(blockedBuyers.creatorId, userId));
}

/** The addresses are the buyers' data. */
export async function exportCustomerNotes(ctx: Ctx, userId: string) {
	const [blocked, changes] = await ctx.db.batch([
		ctx.db
			.select({ since: blockedBuyers.createdAt })
			.from(blockedBuyers)
			.where(eq(blockedBuyers.creatorId, userId)),
		ctx.db
			.select({ asked: tokens.createdAt, until: tokens.expiresAt })
			.from(tokens)
			.where(and(eq(tokens.ownerId, userId), isOpenToken(ctx, TOKENS.correctAddress))),
	]);
	return { blockedBuyers: blocked, addressCorrections: changes };
}
