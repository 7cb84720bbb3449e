import { and, desc, eq, sql } from "drizzle-orm";
import { recordOwnAct } from "../core/audit-log/record-act.ts";
import type { CreatorCtx, Ctx } from "../core/context.ts";
import { TOKENS } from "../core/token-purposes.ts";
import { mailboxOf } from "../platform/mail/mail-limits.ts";
import { insertWhen } from "../platform/storage/insert-when.ts";
import { tokens } from "../platform/tokens/tables.ts";
import { deleteTokens } from "../platform/tokens/tokens.ts";
import { blockedBuyers } from "../purchases/entitlements/tables.ts";
import type { BlockedBuyer } from "./contract.ts";
import { isTo } from "./sale-alerts/alert-link.ts";

const MAX_ROWS = 1000;

function isOf(ctx: CreatorCtx, mailbox: string) {
	return and(eq(blockedBuyers.creatorId, ctx.user.id), eq(blockedBuyers.mailbox, mailbox));
}

/** For use in statements on other tables. */
const isBlocked = (ctx: CreatorCtx, mailbox: string) => sql`exists (select 1 from blocked_buyers
	where blocked_buyers.creator_id = ${ctx.user.id} and blocked_buyers.mailbox = ${mailbox})`;

/** Covers any spelling of the address, and cancels its sale alerts. Existing purchases stay. */
export async function blockBuyer(ctx: CreatorCtx, { email }: { email: string }): Promise<void> {
	const mailbox = mailboxOf(email);
	const row = { creatorId: ctx.user.id, mailbox, createdAt: ctx.now() };
	await ctx.db.batch([
		recordOwnAct(
			ctx,
			ctx.user.id,
			{ act: "buyer.blocked", details: { subject: mailbox } },
			sql`not ${isBlocked(ctx, mailbox)}`,
		),
		insertWhen(ctx.db, blockedBuyers, row, sql`true`).onConflictDoNothing(),
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
			isBlocked(ctx, mailbox),
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
