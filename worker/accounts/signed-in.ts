import { type SQL, sql } from "drizzle-orm";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { ErrorCode } from "../contract/errors.ts";
import type { CreatorEnv, Ctx } from "../core/context.ts";
import { failure } from "../platform/errors.ts";
import { withTrait } from "../platform/http/traits.ts";
import { admitToken } from "./access-tokens/admit-token.ts";
import { nobodySignedIn } from "./access-tokens/bearer.ts";
import type { Scope } from "./access-tokens/contract.ts";
import { presentUser } from "./present.ts";
import { sessionOwner, sessionUser } from "./sessions.ts";

/** Refuses access tokens: routes that accept them use `authorized`. */
export const signedIn = withTrait(
	{ errors: ["auth.required", "access_token.not_allowed"], caller: "session" },
	createMiddleware<CreatorEnv>(async (c, next) => {
		const ctx = c.var.ctx;
		if (ctx.credentials.tokenHash) throw failure("access_token.not_allowed");
		const isReading = c.req.method === "GET" || c.req.method === "HEAD";
		const user = await sessionUser(ctx, isReading ? ctx.replica : ctx.db);
		if (!user) throw nobodySignedIn(c);
		c.set("creator", { ...ctx, user: presentUser(user, ctx.now()) });
		await next();
	}),
);

const TOKEN_ERRORS: readonly ErrorCode[] = [
	...(["auth.required", "access_token.invalid", "access_token.scope_missing"] as const),
	"rate.limited",
];

/** Like `signedIn`, but accepts access tokens with these permissions; null for any token. */
export const authorized = (
	scope: Scope | null,
	/** permissions that depend on the request */
	more: (c: Context) => readonly Scope[] = () => [],
) => {
	const scopes = scope === null ? [] : [scope];
	return withTrait(
		{ errors: TOKEN_ERRORS, caller: { scopes } },
		createMiddleware<CreatorEnv>(async (c, next) => {
			const ctx = c.var.ctx;
			const { tokenHash } = ctx.credentials;
			if (!tokenHash) return signedIn(c, next);
			const { user } = await admitToken(ctx, tokenHash, [...scopes, ...more(c)]);
			c.set("creator", { ...ctx, user: presentUser(user, ctx.now()) });
			await next();
		}),
	);
};

/** Must follow `signedIn`. */
export const notSuspended = withTrait(
	{ errors: ["account.suspended"] },
	createMiddleware<CreatorEnv>(async (c, next) => {
		if (c.var.creator.user.suspended) throw failure("account.suspended");
		await next();
	}),
);

/** Reads while the session is looked up, so that both take one round trip. */
export async function readAuthorized<T>(
	c: Pick<Context, "req"> & { readonly var: { readonly ctx: Ctx } },
	scope: Scope,
	read: (creatorId: SQL<string | null>) => Promise<T>,
): Promise<T> {
	const { ctx } = c.var;
	const { tokenHash } = ctx.credentials;
	if (tokenHash) return read(sql`${(await admitToken(ctx, tokenHash, [scope])).user.id}`);
	const [user, result] = await Promise.all([
		sessionUser(ctx, ctx.replica),
		read(sessionOwner(ctx)),
	]);
	if (!user) throw nobodySignedIn(c);
	return result;
}
