import { and, desc, eq, sql } from "drizzle-orm";
import type * as z from "zod";
import { DAY_MS } from "../../contract/retention.ts";
import { recordOwnAct } from "../../core/audit-log/record-act.ts";
import type { CreatorCtx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { flushOutbox } from "../../platform/mail/outbox.ts";
import { namedBatch } from "../../platform/storage/named-batch.ts";
import { endAccess } from "../applications/end-access.ts";
import {
	confirmedUntil,
	requireFreshConfirmation,
	requireVerified,
	whileAuthorized,
} from "../requirements.ts";
import { accessTokens } from "../tables.ts";
import { addToken, isOwnToken, newToken, type TokenRow } from "./add-token.ts";
import type {
	AccessTokenInfo,
	AccessTokenList,
	NewAccessToken,
	newTokenInput,
} from "./contract.ts";

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

const present = ({ id, name, ending, scopes, ...row }: TokenRow): AccessTokenInfo => ({
	id,
	name,
	ending,
	scopes,
	createdAt: new Date(row.createdAt).toISOString(),
	expiresAt: iso(row.expiresAt),
	lastUsedAt: iso(row.lastUsedAt),
});

/** Newest first, including expired ones. */
export async function readTokens(ctx: CreatorCtx): Promise<AccessTokenInfo[]> {
	const rows = await ctx.replica
		.select()
		.from(accessTokens)
		.where(and(eq(accessTokens.userId, ctx.user.id), isOwnToken))
		.orderBy(desc(accessTokens.createdAt));
	return rows.map(present);
}

export async function listTokens(ctx: CreatorCtx): Promise<AccessTokenList> {
	const [tokens, until] = await Promise.all([readTokens(ctx), confirmedUntil(ctx, ctx.replica)]);
	return { tokens, confirmedUntil: iso(until) };
}

/** Throws `forbidden` for a wrong password. */
export async function createToken(
	ctx: CreatorCtx,
	{ name, scopes, expiresInDays, password }: z.output<typeof newTokenInput>,
): Promise<NewAccessToken> {
	await requireVerified(ctx);
	await requireFreshConfirmation(ctx, password);
	const { token, row } = await newToken(ctx, {
		userId: ctx.user.id,
		name,
		scopes,
		expiresAt: expiresInDays === null ? null : ctx.now() + expiresInDays * DAY_MS,
	});
	await namedBatch(ctx.db, {
		...addToken(ctx, ctx.user, row),
		authorized: whileAuthorized(ctx),
	});
	flushOutbox(ctx);
	return { ...present(row), token };
}

export async function revokeToken(ctx: CreatorCtx, { id }: { id: string }): Promise<void> {
	const own = and(eq(accessTokens.id, id), eq(accessTokens.userId, ctx.user.id), isOwnToken);
	const details = sql`json_object('subject', ${accessTokens.name})`;
	const removed = { act: "access_token.removed", subjectId: id, details } as const;
	const { deleted } = await namedBatch(ctx.db, {
		act: recordOwnAct(ctx, ctx.user.id, removed, own, sql`${accessTokens}`),
		deleted: ctx.db.delete(accessTokens).where(own).returning({ id: accessTokens.id }),
	});
	if (deleted.length === 0) throw failure("not_found", { reason: "access_token.not_found" });
}

/** Throws `not_found` for a session. */
export async function revokeCurrentToken(ctx: CreatorCtx): Promise<void> {
	const { tokenHash } = ctx.credentials;
	const [token] = tokenHash
		? await ctx.db
				.select({ id: accessTokens.id, applicationId: accessTokens.applicationId })
				.from(accessTokens)
				.where(eq(accessTokens.tokenHash, tokenHash))
		: [];
	if (!token) throw failure("not_found", { reason: "access_token.not_found" });
	if (token.applicationId === null) await revokeToken(ctx, token);
	else await endAccess(ctx, token.id);
}

/** Expired tokens stay in the list for this long. */
export const SHOWN_AFTER_MS = 30 * DAY_MS;
