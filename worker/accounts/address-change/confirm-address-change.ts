import { and, eq, exists, isNull, ne, sql } from "drizzle-orm";
import { recordOwnAct } from "../../core/audit-log/record-act.ts";
import type { CreatorCtx, Ctx } from "../../core/context.ts";
import { users } from "../../core/tables.ts";
import { TOKENS } from "../../core/token-purposes.ts";
import { ApiError, failure } from "../../platform/errors.ts";
import { queueMail } from "../../platform/mail/mail.ts";
import { flushOutbox } from "../../platform/mail/outbox.ts";
import { isUniqueViolation } from "../../platform/storage/db.ts";
import { requireRow } from "../../platform/storage/ending-batch.ts";
import { namedBatch } from "../../platform/storage/named-batch.ts";
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
	const { email, hash, sessionHash } = change;
	const former = { userId, email: from, newEmail: email, locale };
	// A later change has other links.
	const isStill = requireRow(
		ctx,
		{ table: tokens, where: eq(tokens.hash, hash) },
		"token.not_found",
	);
	const own = eq(tokens.ownerId, userId);
	try {
		await namedBatch(ctx.db, {
			isStill,
			act: recordOwnAct(ctx, userId, { act: "address.changed" }),
			mail: queueMail(ctx, addressChangedMail(ctx, { email, locale })),
			formerMail: queueMail(ctx, formerAddressMail(ctx, former)),
			changed: ctx.db
				.update(users)
				.set({ email, emailVerifiedAt: ctx.now() })
				.where(eq(users.id, userId)),
			reactions: ctx.handlers.onAddressChange.map((note) => note(ctx, userId)),
			sessions: ctx.db
				.delete(sessions)
				.where(and(eq(sessions.userId, userId), ne(sessions.tokenHash, sessionHash ?? ""))),
			spent: deleteTokens(
				ctx,
				[TOKENS.verifyEmail, TOKENS.resetPassword, TOKENS.changeAddress],
				own,
			),
		});
	} catch (error) {
		if (isOver(error)) return;
		if (!isUniqueViolation(error)) throw error;
		await namedBatch(ctx.db, {
			isStill,
			act: recordOwnAct(ctx, userId, { act: "address.change_ended" }),
			ended: deleteTokens(ctx, [TOKENS.changeAddress], own),
		}).catch((later: unknown) => {
			if (!isOver(later)) throw later;
		});
		throw failure("address.taken", { cause: error });
	}
	flushOutbox(ctx);
}

/** True if a concurrent confirmation has applied the change. */
const isOver = (error: unknown) => error instanceof ApiError && error.code === "token.not_found";

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
	const { links } = await namedBatch(ctx.db, {
		spend,
		links: ctx.db.select().from(tokens).where(changeLinks(ctx, holder)),
	});
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
	const isPending = exists(
		ctx.db
			.select({ one: sql`1` })
			.from(tokens)
			.where(changeLinks(ctx, [userId])),
	);
	await ctx.db.batch([
		recordOwnAct(ctx, userId, { act: "address.change_ended" }, isPending),
		deleteTokens(ctx, [TOKENS.changeAddress], eq(tokens.ownerId, userId)),
	]);
}
