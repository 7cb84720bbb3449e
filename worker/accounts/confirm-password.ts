import { and, eq, isNull } from "drizzle-orm";
import type { CreatorCtx } from "../core/context.ts";
import { users } from "../core/tables.ts";
import { failure } from "../platform/errors.ts";
import { consumeAttempt, refundAttempt, resetAttempts } from "../platform/security/attempts.ts";
import { verifyPassword } from "../platform/security/passwords.ts";
import { passwordLimits } from "./sign-in-limits.ts";

/**
 * Guesses count like those at sign-in. Throws `forbidden` at `field`, and `rate.limited` while the caller has to
 * wait.
 */
export async function confirmPassword(
	ctx: CreatorCtx,
	input: { password: string; field: "password" | "currentPassword" },
): Promise<typeof users.$inferSelect> {
	const { own, shared } = passwordLimits(ctx, ctx.user.email);
	await consumeAttempt(ctx, [...own, ...shared]);
	const [row] = await ctx.db
		.select()
		.from(users)
		.where(and(eq(users.id, ctx.user.id), isNull(users.deletedAt)));
	const { matches } = await verifyPassword(row?.passwordHash ?? null, input.password);
	if (!row || !matches) {
		const message = "The password isn't right.";
		throw failure("forbidden", { message, fields: { [input.field]: message } });
	}
	await resetAttempts(ctx, own);
	await refundAttempt(ctx, shared);
	return row;
}
