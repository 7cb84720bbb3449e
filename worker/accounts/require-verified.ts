import { and, eq, isNotNull } from "drizzle-orm";
import type { CreatorCtx } from "../core/context.ts";
import { users } from "../core/tables.ts";
import { failure } from "../platform/errors.ts";

/** Whatever needs this must not survive a takeover by the address's real owner. Throws `account.email_unverified`. */
export async function requireVerified(ctx: CreatorCtx): Promise<void> {
	const [verified] = await ctx.db
		.select({ id: users.id })
		.from(users)
		.where(and(eq(users.id, ctx.user.id), isNotNull(users.emailVerifiedAt)));
	if (!verified) throw failure("account.email_unverified");
}
