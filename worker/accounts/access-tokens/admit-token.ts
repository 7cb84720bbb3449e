import { and, eq, gt, isNull, or, type SQL, sql } from "drizzle-orm";
import { createMiddleware } from "hono/factory";
import { matchedRoutes } from "hono/route";
import type { AppEnv, Ctx } from "../../core/context.ts";
import { users } from "../../core/tables.ts";
import { ApiError, failure } from "../../platform/errors.ts";
import { accessTokens } from "../tables.ts";
import { invalidToken } from "./bearer.ts";
import { SCOPES, type Scope } from "./contract.ts";

/** Calls are counted per window, in ms. */
const WINDOW_MS = 60_000;

/** `resetsIn` in seconds. */
type TokenLimit = { limit: number; remaining: number; resetsIn: number };

const isValidNow = (now: number): SQL | undefined =>
	or(isNull(accessTokens.expiresAt), gt(accessTokens.expiresAt, now));

export function tokenOwner(ctx: Ctx, tokenHash: string): SQL<string | null> {
	const own = and(eq(accessTokens.tokenHash, tokenHash), isValidNow(ctx.now()));
	return sql`(select ${accessTokens.userId} from ${accessTokens} where ${own})`;
}

type KnownToken = {
	user: typeof users.$inferSelect;
	scopes: readonly Scope[];
	/** in this window, including this one */
	calls: number;
	limit: TokenLimit;
};

/** Copies of a request's context share their credentials, so its token is looked up and counted once. */
const known = new WeakMap<Ctx["credentials"], Promise<KnownToken>>();

/** Returns the token's owner and counts the call, in one round trip to the primary database. */
export async function admitToken(
	ctx: Ctx,
	tokenHash: string,
	scopes: readonly Scope[],
): Promise<Omit<KnownToken, "calls">> {
	let found = known.get(ctx.credentials);
	if (!found) {
		found = findToken(ctx, tokenHash);
		known.set(ctx.credentials, found);
	}
	const token = await found;
	const { limit, calls } = token;
	if (calls > limit.limit)
		throw failure("rate.limited", {
			headers: { ...limitHeaders(limit), "Retry-After": String(limit.resetsIn) },
		});
	requireScopes(token, scopes);
	return token;
}

const TRUSTED_MS = 2_000;

const lastValid = new Map<string, number>();
const MOST_REMEMBERED = 1_000;

/** A token counts for two more seconds: a look-up for each small part would cost half as much as the part. */
export async function requireValidToken(ctx: Ctx, tokenHash: string): Promise<void> {
	const age = ctx.now() - (lastValid.get(tokenHash) ?? Number.NEGATIVE_INFINITY);
	if (age >= 0 && age < TRUSTED_MS) return;
	lastValid.delete(tokenHash);
	const [found] = await ctx.db
		.select({ id: accessTokens.id })
		.from(accessTokens)
		.where(and(eq(accessTokens.tokenHash, tokenHash), isValidNow(ctx.now())));
	if (!found) throw invalidToken();
	if (lastValid.size >= MOST_REMEMBERED) lastValid.clear();
	lastValid.set(tokenHash, ctx.now());
}

/** Names the first missing scope, and all that an application would have to request (RFC 6750, 3.1). */
export function requireScopes(token: Pick<KnownToken, "scopes">, scopes: readonly Scope[]): void {
	const scope = scopes.find((needed) => !token.scopes.includes(needed));
	if (scope === undefined) return;
	const all = SCOPES.filter((one) => token.scopes.includes(one) || scopes.includes(one));
	throw failure("access_token.scope_missing", {
		message: `This token lacks the permission ${scope}.`,
		details: { scope },
		headers: {
			"WWW-Authenticate": `Bearer error="insufficient_scope", scope="${all.join(" ")}"`,
		},
	});
}

async function findToken(ctx: Ctx, tokenHash: string): Promise<KnownToken> {
	const now = ctx.now();
	const most = ctx.config.TOKEN_CALLS_PER_MINUTE;
	const own = eq(accessTokens.tokenHash, tokenHash);
	const isNewWindow = sql`${accessTokens.windowAt} <= ${now - WINDOW_MS}`;
	const [[token], [user]] = await ctx.db.batch([
		ctx.db
			.update(accessTokens)
			.set({
				lastUsedAt: now,
				windowAt: sql`case when ${isNewWindow} then ${now} else ${accessTokens.windowAt} end`,
				calls: sql`case when ${isNewWindow} then 1 else ${accessTokens.calls} + 1 end`,
			})
			.where(and(own, isValidNow(now)))
			.returning({
				scopes: accessTokens.scopes,
				windowAt: accessTokens.windowAt,
				calls: accessTokens.calls,
			}),
		ctx.db
			.select()
			.from(users)
			.where(
				and(
					eq(users.id, sql`(select ${accessTokens.userId} from ${accessTokens} where ${own})`),
					// A token may have been created during the deletion.
					isNull(users.deletedAt),
				),
			),
	]);
	if (!token || !user) throw invalidToken();
	const { scopes, calls, windowAt } = token;
	const resetsIn = Math.max(1, Math.ceil((windowAt + WINDOW_MS - now) / 1000));
	const limit = { limit: most, remaining: Math.max(0, most - calls), resetsIn };
	return { user, scopes, calls, limit };
}

/** See draft-ietf-httpapi-ratelimit-headers. */
function limitHeaders({ limit, remaining, resetsIn }: TokenLimit): Record<string, string> {
	return {
		"RateLimit-Policy": `"token";q=${limit};w=${WINDOW_MS / 1000}`,
		RateLimit: `"token";r=${remaining};t=${resetsIn}`,
	};
}

/** Counts every request with a valid token, even on public routes, except `uncounted` ones. */
export const countCalls = (uncounted: readonly string[]) =>
	createMiddleware<AppEnv>(async (c, next) => {
		const { ctx } = c.var;
		const { tokenHash } = ctx.credentials;
		if (!tokenHash || matchedRoutes(c).some(({ path }) => uncounted.includes(path))) return next();
		const token = await admitToken(ctx, tokenHash, []).catch((error: unknown) => {
			if (error instanceof ApiError && error.code === "access_token.invalid") return null;
			throw error;
		});
		await next();
		if (!token) return;
		// Streamed responses drop headers set before the route.
		for (const [name, value] of Object.entries(limitHeaders(token.limit))) c.header(name, value);
	});
