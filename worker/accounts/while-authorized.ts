import { eq, sql } from "drizzle-orm";
import type { CreatorCtx } from "../core/context.ts";
import { users } from "../core/tables.ts";
import { endBatchUnless } from "../platform/storage/ending-batch.ts";
import { tokenOwner } from "./access-tokens/admit-token.ts";
import { sessionOwner } from "./sessions.ts";

/**
 * Returns the statement that ends a batch without any effect where the session or token of this request has ended since
 * it was looked up: what somebody sets up at the moment of a reset of the password must not outlive it.
 */
export function whileAuthorized(ctx: CreatorCtx) {
	const { id } = ctx.user;
	const { tokenHash } = ctx.credentials;
	const own = { table: users, where: eq(users.id, id) };
	return tokenHash
		? endBatchUnless(ctx, own, sql`${tokenOwner(ctx, tokenHash)} = ${id}`, "access_token.invalid")
		: endBatchUnless(ctx, own, sql`${sessionOwner(ctx)} = ${id}`, "auth.required");
}
