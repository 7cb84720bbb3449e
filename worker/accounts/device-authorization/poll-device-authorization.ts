import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import type * as z from "zod";
import {
	DEVICE_GRANT,
	DEVICE_TOKEN_DAYS,
	type DeviceTokenResponse,
	type deviceTokenInput,
	POLL_SECONDS,
} from "../../contract/accounts/device-authorization.ts";
import { DAY_MS } from "../../contract/retention.ts";
import type { Ctx } from "../../core/context.ts";
import { users } from "../../core/tables.ts";
import { flushOutbox } from "../../platform/mail/outbox.ts";
import { sha256 } from "../../platform/security/crypto.ts";
import { addingToken, newToken } from "../access-tokens/add-token.ts";
import { OAuthError } from "../oauth-error.ts";
import { accessTokens, deviceAuthorizations } from "../tables.ts";

/** A program that waits as long as it was told may arrive this much earlier, as networks vary. ms */
const EARLY_MS = 1000;

const isTooSoon = (now: number): SQL<boolean> =>
	sql<boolean>`coalesce(${deviceAuthorizations.polledAt} + ${deviceAuthorizations.pollSeconds} * 1000 > ${now + EARLY_MS}, 0)`;

/** Returns the authorization with whom it was confirmed by, and counts the poll; one round trip. */
async function countPoll(ctx: Ctx, own: SQL | undefined) {
	const now = ctx.now();
	const [[row]] = await ctx.db.batch([
		ctx.db
			.select({
				authorization: deviceAuthorizations,
				isTooSoon: isTooSoon(now).mapWith(Boolean),
				email: users.email,
				locale: users.locale,
			})
			.from(deviceAuthorizations)
			.leftJoin(users, eq(users.id, deviceAuthorizations.userId))
			.where(own),
		ctx.db
			.update(deviceAuthorizations)
			.set({
				pollSeconds: sql`${deviceAuthorizations.pollSeconds} + iif(${isTooSoon(now)}, ${POLL_SECONDS}, 0)`,
				polledAt: now,
			})
			.where(own),
	]);
	return row;
}

/**
 * Gives a program its token once the creator has confirmed (RFC 8628, 3.4). The token is made now, in one batch
 * with the end of the confirmation, so that no text of it is ever stored and no second poll gets another.
 * Throws OAuthError `authorization_pending`, `slow_down`, `access_denied`, `expired_token`, `invalid_grant`,
 * `unsupported_grant_type`.
 */
export async function pollDeviceAuthorization(
	ctx: Ctx,
	{ grant_type, device_code, client_id }: z.output<typeof deviceTokenInput>,
): Promise<DeviceTokenResponse> {
	if (grant_type !== DEVICE_GRANT)
		throw new OAuthError("unsupported_grant_type", `grant_type has to be ${DEVICE_GRANT}.`);
	const own = and(
		eq(deviceAuthorizations.deviceCodeHash, await sha256(device_code)),
		eq(deviceAuthorizations.clientId, client_id),
	);
	const found = await countPoll(ctx, own);
	if (!found) throw new OAuthError("invalid_grant", "This device code is unknown.");
	const { authorization, email, locale } = found;
	if (authorization.state === "used")
		throw new OAuthError("invalid_grant", "This device code has been used.");
	if (authorization.state === "denied")
		throw new OAuthError("access_denied", "The request was denied.");
	if (authorization.expiresAt <= ctx.now())
		throw new OAuthError("expired_token", "This device code has expired. Begin again.");
	if (found.isTooSoon) {
		const interval = authorization.pollSeconds + POLL_SECONDS;
		throw new OAuthError("slow_down", `Wait ${interval} seconds between two polls.`, { interval });
	}
	const { userId, name, scopes } = authorization;
	if (authorization.state === "waiting" || userId === null || email === null || locale === null)
		throw new OAuthError("authorization_pending", "The request hasn't been confirmed yet.");
	const { token, row } = await newToken(ctx, {
		userId,
		name,
		scopes,
		expiresAt: ctx.now() + DEVICE_TOKEN_DAYS * DAY_MS,
	});
	const isConfirmed = and(
		own,
		eq(deviceAuthorizations.state, "confirmed"),
		gt(deviceAuthorizations.expiresAt, ctx.now()),
	);
	const [, , added] = await ctx.db.batch([
		...addingToken(
			ctx,
			// Who confirmed had a confirmed address.
			{ email, locale, emailVerified: true },
			row,
			sql`exists (select 1 from ${deviceAuthorizations} where ${isConfirmed})`,
		),
		ctx.db
			.update(deviceAuthorizations)
			.set({ state: "used" })
			.where(
				and(
					isConfirmed,
					sql`exists (select 1 from ${accessTokens} where ${accessTokens.id} = ${row.id})`,
				),
			),
	]);
	if (added.length === 0) await refuseToken(ctx, own);
	flushOutbox(ctx);
	return {
		access_token: token,
		token_type: "Bearer",
		expires_in: (DEVICE_TOKEN_DAYS * DAY_MS) / 1000,
		scope: scopes.join(" "),
	};
}

/** Says why a confirmed authorization gave no token: another poll was first, or there is no room for it. */
async function refuseToken(ctx: Ctx, own: SQL | undefined): Promise<never> {
	const [row] = await ctx.db
		.select({ state: deviceAuthorizations.state })
		.from(deviceAuthorizations)
		.where(own);
	if (row?.state === "confirmed")
		throw new OAuthError(
			"access_denied",
			"The account has as many access tokens as it can have. Remove one in Settings first.",
		);
	throw new OAuthError("invalid_grant", "This device code has been used.");
}
