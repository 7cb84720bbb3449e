import { and, eq, exists, gt, or, type SQL, sql } from "drizzle-orm";
import type { ConfirmedAddressChange } from "../../contract/accounts/accounts.ts";
import { recordOwnAct } from "../../core/audit-log/record-act.ts";
import type { CreatorCtx, Ctx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { sha256 } from "../../platform/security/crypto.ts";
import { addressChanges } from "../tables.ts";
import { applyAddressChange } from "./apply-address-change.ts";
import { droppingChange, isReady } from "./pending-change.ts";

async function byToken(ctx: Ctx, token: string) {
	const hash = await sha256(token);
	const { newTokenHash, oldTokenHash, expiresAt } = addressChanges;
	const pending = and(or(eq(newTokenHash, hash), eq(oldTokenHash, hash)), gt(expiresAt, ctx.now()));
	return { hash, pending };
}

/**
 * Records the confirmation of one address; the second one applies the change. Throws `token.not_found`, and
 * `address.taken` if another account got the new address in the meantime, which only its proven owner learns.
 */
export async function confirmAddressChange(
	ctx: Ctx,
	{ token }: { token: string },
): Promise<ConfirmedAddressChange> {
	const { hash, pending } = await byToken(ctx, token);
	const now = ctx.now();
	const once = (column: SQL, tokenHash: SQL) =>
		sql`case when ${tokenHash} = ${hash} then coalesce(${column}, ${now}) else ${column} end`;
	const { newConfirmedAt, oldConfirmedAt, newTokenHash, oldTokenHash } = addressChanges;
	const [row] = await ctx.db
		.update(addressChanges)
		.set({
			newConfirmedAt: once(sql`${newConfirmedAt}`, sql`${newTokenHash}`),
			oldConfirmedAt: once(sql`${oldConfirmedAt}`, sql`${oldTokenHash}`),
		})
		.where(pending)
		.returning();
	if (!row) throw failure("token.not_found");
	if (isReady(row)) {
		await applyAddressChange(ctx, row.userId);
		return { done: true, waitsFor: null };
	}
	return { done: false, waitsFor: row.newConfirmedAt === null ? "new" : "old" };
}

export async function refuseAddressChange(ctx: Ctx, { token }: { token: string }): Promise<void> {
	const { pending } = await byToken(ctx, token);
	const [row] = await ctx.db
		.select({ userId: addressChanges.userId })
		.from(addressChanges)
		.where(pending);
	if (!row) throw failure("token.not_found");
	const isPending = exists(ctx.db.select({ one: sql`1` }).from(addressChanges).where(pending));
	await ctx.db.batch([
		recordOwnAct(ctx, row.userId, { act: "address.change_ended" }, isPending),
		ctx.db.delete(addressChanges).where(pending),
	]);
}

export async function cancelAddressChange(ctx: CreatorCtx): Promise<void> {
	const { id } = ctx.user;
	const exists = sql`exists (select 1 from address_changes where user_id = ${id})`;
	await ctx.db.batch([
		recordOwnAct(ctx, id, { act: "address.change_ended" }, exists),
		droppingChange(ctx, id),
	]);
}
