import { and, eq, exists, isNull, ne, sql } from "drizzle-orm";
import { recordOwnAct } from "../../core/audit-log/record-act.ts";
import type { CreatorCtx, Ctx } from "../../core/context.ts";
import { users } from "../../core/tables.ts";
import { TOKENS } from "../../core/token-purposes.ts";
import { failure } from "../../platform/errors.ts";
import { queueMailWhen } from "../../platform/mail/mail.ts";
import { flushOutbox } from "../../platform/mail/outbox.ts";
import { isUniqueViolation } from "../../platform/storage/db.ts";
import { tokens } from "../../platform/tokens/tables.ts";
import { deleteTokens, findToken } from "../../platform/tokens/tokens.ts";
import type { ConfirmedAddressChange } from "../contract.ts";
import { sessions } from "../tables.ts";
import { addressChangedMail, formerAddressMail } from "./mails.ts";
import { changeLinks, readChange } from "./pending-change.ts";

/**
 * Applies a confirmed change exactly once: everything depends on the links that the batch deletes. Ends sessions,
 * except the one that requested the change. After `address.taken` nothing is pending.
 */
export async function applyAddressChange(ctx: Ctx, userId: string): Promise<void> {
	const found = await ctx.db
		.select({ link: tokens, from: users.email, locale: users.locale })
		.from(tokens)
		.innerJoin(users, and(eq(users.id, tokens.subject), isNull(users.deletedAt)))
		.where(changeLinks(ctx, [userId]));
	const change = readChange(found.map(({ link }) => link));
	const [owner] = found;
	if (!owner || !change?.newConfirmed || !change.oldConfirmed) return;
	const { from, locale } = owner;
	// A later change has other links.
	const isStill = isPending(ctx, eq(tokens.hash, change.hash));
	const { email } = change;
	const former = { userId, email: from, newEmail: email, locale };
	const own = and(eq(tokens.ownerId, userId), isStill);
	try {
		await ctx.db.batch([
			recordOwnAct(ctx, userId, { act: "address.changed" }, isStill),
			queueMailWhen(ctx, addressChangedMail(ctx, { email, locale }), isStill),
			queueMailWhen(ctx, formerAddressMail(ctx, former), isStill),
			ctx.db
				.update(users)
				.set({ email, emailVerifiedAt: ctx.now() })
				.where(and(eq(users.id, userId), isStill)),
			...ctx.handlers.onAddressChange.map((note) => note(ctx, userId, isStill)),
			ctx.db
				.delete(sessions)
				.where(
					and(
						eq(sessions.userId, userId),
						ne(sessions.tokenHash, change.sessionHash ?? ""),
						isStill,
					),
				),
			deleteTokens(ctx, [TOKENS.verifyEmail, TOKENS.resetPassword, TOKENS.changeAddress], own),
		]);
	} catch (error) {
		if (!isUniqueViolation(error)) throw error;
		await ctx.db.batch([
			recordOwnAct(ctx, userId, { act: "address.change_ended" }, isStill),
			deleteTokens(ctx, [TOKENS.changeAddress], own),
		]);
		throw failure("address.taken", { cause: error });
	}
	flushOutbox(ctx);
}

const isPending = (ctx: Ctx, where: ReturnType<typeof and>) =>
	exists(ctx.db.select({ one: sql`1` }).from(tokens).where(where));

/**
 * The second confirmation applies the change; the same link twice counts once. Only the new address's proven owner
 * learns that it is taken by now.
 */
export async function confirmAddressChange(
	ctx: Ctx,
	{ token }: { token: string },
): Promise<ConfirmedAddressChange> {
	const { known, spend } = await findToken(ctx, TOKENS.changeAddress, token);
	const holder = ctx.db.select({ id: tokens.subject }).from(tokens).where(known);
	const [, links] = await ctx.db.batch([
		spend,
		ctx.db.select().from(tokens).where(changeLinks(ctx, holder)),
	]);
	const change = readChange(links);
	if (!change) throw failure("token.not_found");
	const { userId, newConfirmed, oldConfirmed } = change;
	if (!newConfirmed || !oldConfirmed)
		return { done: false, waitsFor: newConfirmed ? "old" : "new" };
	await applyAddressChange(ctx, userId);
	return { done: true, waitsFor: null };
}

export async function refuseAddressChange(ctx: Ctx, { token }: { token: string }): Promise<void> {
	const { known } = await findToken(ctx, TOKENS.changeAddress, token);
	const holder = ctx.db.select({ id: tokens.subject }).from(tokens).where(known);
	const [link] = await ctx.db.select().from(tokens).where(changeLinks(ctx, holder));
	if (!link?.subject) throw failure("token.not_found");
	await endChange(ctx, link.subject);
}

export const cancelAddressChange = (ctx: CreatorCtx): Promise<void> => endChange(ctx, ctx.user.id);

async function endChange(ctx: Ctx, userId: string): Promise<void> {
	await ctx.db.batch([
		recordOwnAct(
			ctx,
			userId,
			{ act: "address.change_ended" },
			isPending(ctx, changeLinks(ctx, [userId])),
		),
		deleteTokens(ctx, [TOKENS.changeAddress], eq(tokens.ownerId, userId)),
	]);
}
