import { eq, sql } from "drizzle-orm";
import type { CreatorCtx } from "../core/context.ts";
import { users } from "../core/tables.ts";
import { endBatchUnless } from "../platform/storage/ending-batch.ts";
import { tokenOwner } from "./access-tokens/admit-token.ts";
import { sessionOwner } from "./sessions.ts";

/**
 * Ends a batch without effect if the session or token has ended since: nothing set up during a password reset may
 * outlive it.
 */
export function whileAuthorized(ctx: CreatorCtx) {
	const { id } = ctx.user;
	const { tokenHash } = ctx.credentials;
	const own = { table: users, where: eq(users.id, id) };
	return tokenHash
		? endBatchUnless(ctx, own, sql`${tokenOwner(ctx, tokenHash)} = ${id}`, "access_token.invalid")
		: endBatchUnless(ctx, own, sql`${sessionOwner(ctx)} = ${id}`, "auth.required");
}
