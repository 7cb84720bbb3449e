import { and, desc, eq, sql } from "drizzle-orm";
import { recordOwnAct } from "../core/audit-log/record-act.ts";
import type { CreatorCtx, Ctx } from "../core/context.ts";
import { TOKENS } from "../core/token-purposes.ts";
import { mailboxOf } from "../platform/mail/mail-limits.ts";
import { tokens } from "../platform/tokens/tables.ts";
import { deleteTokens } from "../platform/tokens/tokens.ts";
import { blockedBuyers } from "../purchases/entitlements/tables.ts";
import type { BlockedBuyer } from "./contract.ts";
import { isTo } from "./sale-alerts/alert-link.ts";

const MAX_ROWS = 1000;

function isOf(ctx: CreatorCtx, mailbox: string) {
	return and(eq(blockedBuyers.creatorId, ctx.user.id), eq(blockedBuyers.mailbox, mailbox));
}

/** Covers any spelling of the address, and cancels its sale alerts. Existing purchases stay. */
export async function blockBuyer(ctx: CreatorCtx, { email }: { email: string }): Promise<void> {
	const mailbox = mailboxOf(email);
	const row = { creatorId: ctx.user.id, mailbox, createdAt: ctx.now() };
	await ctx.db.batch([
		recordOwnAct(
			ctx,
			ctx.user.id,
			{ act: "buyer.blocked", details: { subject: mailbox } },
			sql`${mailbox} not in (select mailbox from blocked_buyers where ${isOf(ctx, mailbox)})`,
		),
		ctx.db.insert(blockedBuyers).values(row).onConflictDoNothing(),
		deleteTokens(ctx, [TOKENS.saleAlert], and(eq(tokens.ownerId, ctx.user.id), isTo(mailbox))),
	]);
}

export async function unblockBuyer(ctx: CreatorCtx, { email }: { email: string }): Promise<void> {
	const mailbox = mailboxOf(email);
	await ctx.db.batch([
		recordOwnAct(
			ctx,
			ctx.user.id,
			{ act: "buyer.unblocked", details: { subject: mailbox } },
			isOf(ctx, mailbox),
			sql`${blockedBuyers}`,
		),
		ctx.db.delete(blockedBuyers).where(isOf(ctx, mailbox)),
	]);
}

const blockedBy = (ctx: Ctx, userId: string) =>
	ctx.replica
		.select()
		.from(blockedBuyers)
		.where(eq(blockedBuyers.creatorId, userId))
		.orderBy(desc(blockedBuyers.createdAt))
		.limit(MAX_ROWS);

export async function listBlocked(ctx: CreatorCtx): Promise<BlockedBuyer[]> {
	const rows = await blockedBy(ctx, ctx.user.id);
	return rows.map(({ mailbox, createdAt }) => ({
		email: mailbox,
		since: new Date(createdAt).toISOString(),
	}));
}
