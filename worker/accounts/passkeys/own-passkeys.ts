import { and, asc, eq } from "drizzle-orm";
import { recordOwnAct } from "../../core/audit-log/record-act.ts";
import type { CreatorCtx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { queueMail } from "../../platform/mail/mail.ts";
import { flushOutbox } from "../../platform/mail/outbox.ts";
import { requireRow } from "../../platform/storage/ending-batch.ts";
import { namedBatch } from "../../platform/storage/named-batch.ts";
import { securityMail } from "../mails.ts";
import { cleanName } from "../names.ts";
import { deleteUnusedCodes } from "../recovery-codes.ts";
import { confirmedUntil, requireFreshConfirmation } from "../requirements.ts";
import { passkeys } from "../tables.ts";
import type { PasskeyInfo, PasskeyList } from "./contract.ts";

const own = (ctx: CreatorCtx, id: string) =>
	and(eq(passkeys.id, id), eq(passkeys.userId, ctx.user.id));

export async function listPasskeys(ctx: CreatorCtx): Promise<PasskeyList> {
	const [rows, until] = await Promise.all([readPasskeys(ctx), confirmedUntil(ctx, ctx.replica)]);
	return { passkeys: rows, confirmedUntil: until === null ? null : new Date(until).toISOString() };
}

export async function readPasskeys(ctx: CreatorCtx): Promise<PasskeyInfo[]> {
	const rows = await ctx.replica
		.select()
		.from(passkeys)
		.where(eq(passkeys.userId, ctx.user.id))
		.orderBy(asc(passkeys.createdAt));
	return rows.map(({ id, name, backedUp, createdAt, lastUsedAt }) => ({
		id,
		name,
		backedUp,
		createdAt: new Date(createdAt).toISOString(),
		lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
	}));
}

export async function renamePasskey(
	ctx: CreatorCtx,
	{ id, name }: { id: string; name: string },
): Promise<void> {
	const renamed = await ctx.db
		.update(passkeys)
		.set({ name: cleanName(name) ?? "Passkey" })
		.where(own(ctx, id))
		.returning({ id: passkeys.id });
	if (renamed.length === 0) throw failure("not_found", { reason: "passkey.not_found" });
}

/** Recovery codes go with the last second factor. */
export async function removePasskey(
	ctx: CreatorCtx,
	{ id, password }: { id: string; password?: string | undefined },
): Promise<void> {
	await requireFreshConfirmation(ctx, password);
	const row = { table: passkeys, where: own(ctx, id) };
	const userId = ctx.user.id;
	await namedBatch(ctx.db, {
		found: requireRow(ctx, row, "not_found", "passkey.not_found"),
		act: recordOwnAct(ctx, userId, { act: "passkey.removed" }),
		mail: queueMail(ctx, securityMail(ctx, { ...ctx.user, change: "passkeyRemoved" })),
		removed: ctx.db.delete(passkeys).where(own(ctx, id)),
		codes: deleteUnusedCodes(ctx, userId),
	});
	flushOutbox(ctx);
}
