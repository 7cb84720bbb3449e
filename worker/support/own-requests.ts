import { eq } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import { supportRequests } from "./tables.ts";

/** A creator's messages to support, for the data export. */
export async function exportRequests(ctx: Ctx, userId: string) {
	const rows = await ctx.db
		.select()
		.from(supportRequests)
		.where(eq(supportRequests.userId, userId))
		.orderBy(supportRequests.createdAt);
	return rows.map(({ id, email, subject, message, createdAt }) => ({
		id,
		email,
		subject,
		message,
		createdAt: new Date(createdAt).toISOString(),
	}));
}

/** Forgets what a creator wrote to support, when the account is deleted. */
export async function forgetRequests(ctx: Ctx, userId: string): Promise<void> {
	await ctx.db.delete(supportRequests).where(eq(supportRequests.userId, userId));
}
