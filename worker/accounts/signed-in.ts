import { createMiddleware } from "hono/factory";
import type { CreatorEnv } from "../context.ts";
import { failure } from "../platform/errors.ts";
import { presentUser } from "./present.ts";
import { sessionUser } from "./sessions.ts";

/** Middleware: requires a signed-in creator and sets their context as `c.var.creator`; 401 otherwise. */
export const signedIn = createMiddleware<CreatorEnv>(async (c, next) => {
	const ctx = c.var.ctx;
	const user = await sessionUser(ctx);
	if (!user) throw failure("auth.required");
	c.set("creator", { ...ctx, user: presentUser(user, ctx.now()) });
	await next();
});
