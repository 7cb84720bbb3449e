import type { SQL } from "drizzle-orm";
import { createMiddleware } from "hono/factory";
import type { CreatorEnv, Ctx } from "../context.ts";
import { failure } from "../platform/errors.ts";
import { presentUser } from "./present.ts";
import { sessionOwner, sessionUser } from "./sessions.ts";

/** Middleware: requires a signed-in creator and sets their context as `c.var.creator`; 401 otherwise. */
export const signedIn = createMiddleware<CreatorEnv>(async (c, next) => {
	const ctx = c.var.ctx;
	const user = await sessionUser(ctx, c.req.method === "GET" ? ctx.replica : ctx.db);
	if (!user) throw failure("auth.required");
	c.set("creator", { ...ctx, user: presentUser(user, ctx.now()) });
	await next();
});

/**
 * Reads something of the signed-in creator while the session is looked up, so that both are one wait;
 * `read` gets the creator's id for its queries. @throws `auth.required`
 */
export async function readSignedIn<T>(
	ctx: Ctx,
	read: (creatorId: SQL<string | null>) => Promise<T>,
): Promise<T> {
	const [user, result] = await Promise.all([
		sessionUser(ctx, ctx.replica),
		read(sessionOwner(ctx)),
	]);
	if (!user) throw failure("auth.required");
	return result;
}
