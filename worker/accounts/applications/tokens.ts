import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { and, eq, inArray, isNull, or } from "drizzle-orm";
import type * as z from "zod";
import { DAY_MS, MINUTE_MS } from "../../contract/retention.ts";
import type { Ctx } from "../../core/context.ts";
import { users } from "../../core/tables.ts";
import { TOKENS } from "../../core/token-purposes.ts";
import { ApiError } from "../../platform/errors.ts";
import { log } from "../../platform/log.ts";
import { flushOutbox } from "../../platform/mail/outbox.ts";
import { constantTimeEqual, sha256 } from "../../platform/security/crypto.ts";
import { requireRow } from "../../platform/storage/ending-batch.ts";
import { namedBatch } from "../../platform/storage/named-batch.ts";
import { tokens } from "../../platform/tokens/tables.ts";
import { findToken, issueToken } from "../../platform/tokens/tokens.ts";
import { addToken, newToken, newTokenSecret } from "../access-tokens/add-token.ts";
import { REFRESH_PREFIX, readScopes, type Scope } from "../access-tokens/contract.ts";
import { newTokenText } from "../access-tokens/token-text.ts";
import { OAuthError } from "../oauth-error.ts";
import { accessTokens } from "../tables.ts";
import type { ApplicationRow } from "./client.ts";
import {
	APPLICATION_TOKEN_SECONDS,
	type TokenResponse,
	type tokenInput,
} from "./contract/applications.ts";
import { COMMAND_LINE_DAYS, COMMAND_LINE_ID } from "./contract/command-line.ts";
import { endAccess } from "./end-access.ts";

const CODE_MS = MINUTE_MS;
const accessEnd = (ctx: Ctx) => ctx.now() + APPLICATION_TOKEN_SECONDS * 1000;
const VERIFIER = /^[\w.~-]{43,128}$/;

type Fields = z.output<typeof tokenInput>;

const invalidGrant = () =>
	new OAuthError("invalid_grant", "This is not valid, not any more, or was given to another.");

function required(
	name: "code" | "redirect_uri" | "code_verifier" | "refresh_token",
	fields: Fields,
) {
	const value = fields[name];
	if (value === undefined) throw new OAuthError("invalid_request", `${name} is missing.`);
	return value;
}

/** See RFC 7636, 4.6. */
const challengeOf = (verifier: string) =>
	createHash("sha256").update(Buffer.from(verifier)).digest("base64url");

/** A second use means that a code or token was stolen, so all resulting access ends. */
async function endStolen(ctx: Ctx, application: ApplicationRow, tokenId: string): Promise<never> {
	log("warn", "oauth.reused", { applicationId: application.id, tokenId });
	await endAccess(ctx, tokenId);
	throw invalidGrant();
}

async function nextRefreshToken(
	ctx: Ctx,
	{ tokenId, ownerId, scopes }: { tokenId: string; ownerId: string; scopes: Scope[] },
) {
	const text = newTokenText(REFRESH_PREFIX);
	const row = { hash: await sha256(text), subject: tokenId, ownerId, payload: { scopes } };
	return { text, issue: issueToken(ctx, TOKENS.refreshToken, row) };
}

const response = (
	access: string,
	refresh: string | null,
	scopes: readonly Scope[],
): TokenResponse => ({
	access_token: access,
	token_type: "Bearer",
	expires_in: refresh === null ? (COMMAND_LINE_DAYS * DAY_MS) / 1000 : APPLICATION_TOKEN_SECONDS,
	...(refresh !== null && { refresh_token: refresh }),
	scope: scopes.join(" "),
});

/** See RFC 6749, 4.1.3. A second use ends the access. */
export async function redeemCode(
	ctx: Ctx,
	application: ApplicationRow,
	fields: Fields,
): Promise<TokenResponse> {
	const verifier = required("code_verifier", fields);
	const redirectUri = required("redirect_uri", fields);
	const { known, open, spend } = await findToken(
		ctx,
		TOKENS.authorizationCode,
		required("code", fields),
	);
	const [found] = await ctx.db
		.select({ row: tokens, userId: users.id, email: users.email, locale: users.locale })
		.from(tokens)
		.innerJoin(users, and(eq(users.id, tokens.ownerId), isNull(users.deletedAt)))
		.where(and(known, eq(tokens.subject, application.id)));
	if (!found) throw invalidGrant();
	const { row: stored, userId, email, locale } = found;
	const code = TOKENS.authorizationCode.payload.parse(stored.payload);
	if (stored.triesLeft === 0) return endStolen(ctx, application, code.tokenId);
	const isRight =
		stored.createdAt + CODE_MS > ctx.now() &&
		code.redirectUri === redirectUri &&
		VERIFIER.test(verifier) &&
		constantTimeEqual(code.codeChallenge, challengeOf(verifier));
	if (!isRight) throw invalidGrant();
	const isCommandLine = application.id === COMMAND_LINE_ID;
	const { device_name: device } = fields;
	const { token, row } = await newToken(ctx, {
		of: { id: code.tokenId, applicationId: isCommandLine ? null : application.id },
		userId,
		name: isCommandLine && device ? `${application.name} (${device})` : application.name,
		scopes: code.scopes,
		expiresAt: isCommandLine ? ctx.now() + COMMAND_LINE_DAYS * DAY_MS : accessEnd(ctx),
	});
	const { id: tokenId, scopes } = row;
	const refresh = await nextRefreshToken(ctx, { tokenId, ownerId: userId, scopes });
	try {
		await namedBatch(ctx.db, {
			open: requireRow(ctx, { table: tokens, where: open }, "token.not_found"),
			// Agreeing required a confirmed address.
			...addToken(ctx, { email, locale, emailVerified: true }, row),
			refresh: isCommandLine ? null : refresh.issue,
			spend,
		});
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		return endStolen(ctx, application, code.tokenId);
	}
	flushOutbox(ctx);
	return response(token, isCommandLine ? null : refresh.text, row.scopes);
}

/** Narrows the permissions to the requested ones (RFC 6749, 6). */
function narrowed(scope: string | undefined, agreed: Scope[]): Scope[] {
	if (scope === undefined) return agreed;
	const requestedScopes = readScopes(scope.split(" ").filter(Boolean));
	if (
		!Array.isArray(requestedScopes) ||
		requestedScopes.length === 0 ||
		!requestedScopes.every((one) => agreed.includes(one))
	)
		throw new OAuthError("invalid_scope", "Ask for permissions that the creator has agreed to.");
	return requestedScopes;
}

/** Replaces both tokens (RFC 6749, 6); reuse ends the application's access. */
export async function refreshAccess(
	ctx: Ctx,
	application: ApplicationRow,
	fields: Fields,
): Promise<TokenResponse> {
	const { known, open, spend } = await findToken(
		ctx,
		TOKENS.refreshToken,
		required("refresh_token", fields),
	);
	const [found] = await ctx.db
		.select({ row: tokens, tokenId: accessTokens.id, ownerId: accessTokens.userId })
		.from(tokens)
		.innerJoin(accessTokens, eq(accessTokens.id, tokens.subject))
		.where(and(known, eq(accessTokens.applicationId, application.id)));
	if (!found) throw invalidGrant();
	const { row, tokenId, ownerId } = found;
	const { scopes: agreed } = TOKENS.refreshToken.payload.parse(row.payload);
	if (row.triesLeft === 0) return endStolen(ctx, application, tokenId);
	if ((row.expiresAt ?? 0) <= ctx.now()) throw invalidGrant();
	const scopes = narrowed(fields.scope, agreed);
	const { token, tokenHash, ending } = await newTokenSecret();
	const refresh = await nextRefreshToken(ctx, { tokenId, ownerId, scopes: agreed });
	const expiresAt = accessEnd(ctx);
	try {
		await namedBatch(ctx.db, {
			open: requireRow(ctx, { table: tokens, where: open }, "token.not_found"),
			connected: requireRow(
				ctx,
				{ table: accessTokens, where: eq(accessTokens.id, tokenId) },
				"token.not_found",
			),
			replaced: ctx.db
				.update(accessTokens)
				// Keeps the count of calls: a new token must not bypass the limit.
				.set({ tokenHash, ending, scopes, expiresAt, name: application.name })
				.where(eq(accessTokens.id, tokenId)),
			refresh: refresh.issue,
			spend,
		});
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		return endStolen(ctx, application, tokenId);
	}
	return response(token, refresh.text, scopes);
}

/** An unknown token isn't an error (RFC 7009). */
export async function revokeAccess(
	ctx: Ctx,
	application: ApplicationRow,
	token: string,
): Promise<void> {
	const { known } = await findToken(ctx, TOKENS.refreshToken, token);
	const refreshed = ctx.db.select({ id: tokens.subject }).from(tokens).where(known);
	const [found] = await ctx.db
		.select({ id: accessTokens.id })
		.from(accessTokens)
		.where(
			and(
				eq(accessTokens.applicationId, application.id),
				or(eq(accessTokens.tokenHash, await sha256(token)), inArray(accessTokens.id, refreshed)),
			),
		);
	if (found) await endAccess(ctx, found.id);
}
