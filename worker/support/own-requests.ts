import { and, eq, inArray, isNotNull, or } from "drizzle-orm";
import { users } from "../accounts/tables.ts";
import type { Ctx } from "../context.ts";
import { abuseReports, supportRequests } from "./tables.ts";

/** Returns a creator's messages to support, for the data export. */
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

/**
 * Deletes a creator's messages to support with the account; also those sent from the address without
 * signing in, if the address is verified.
 */
export async function deleteRequests(ctx: Ctx, userId: string): Promise<void> {
	const verified = ctx.db
		.select({ email: users.email })
		.from(users)
		.where(and(eq(users.id, userId), isNotNull(users.emailVerifiedAt)));
	await ctx.db.batch([
		ctx.db
			.delete(supportRequests)
			.where(or(eq(supportRequests.userId, userId), inArray(supportRequests.email, verified))),
		ctx.db.update(abuseReports).set({ email: null }).where(inArray(abuseReports.email, verified)),
	]);
}
