import { eq } from "drizzle-orm";
import type { Ctx } from "../core/context.ts";
import { blockedBuyers } from "../purchases/entitlements/tables.ts";
import { addressCorrections } from "./tables.ts";

export async function deleteCustomerNotes(ctx: Ctx, userId: string): Promise<void> {
	await ctx.db.batch([
		ctx.db.delete(blockedBuyers).where(eq(blockedBuyers.creatorId, userId)),
		ctx.db.delete(addressCorrections).where(eq(addressCorrections.creatorId, userId)),
	]);
}

/** The addresses are the buyers' data. */
export async function exportCustomerNotes(ctx: Ctx, userId: string) {
	const [blocked, changes] = await ctx.db.batch([
		ctx.db
			.select({ since: blockedBuyers.createdAt })
			.from(blockedBuyers)
			.where(eq(blockedBuyers.creatorId, userId)),
		ctx.db
			.select({ asked: addressCorrections.createdAt, until: addressCorrections.expiresAt })
			.from(addressCorrections)
			.where(eq(addressCorrections.creatorId, userId)),
	]);
	return { blockedBuyers: blocked, addressCorrections: changes };
}
