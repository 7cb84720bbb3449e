import { Hono } from "hono";
import type { AppEnv } from "../context.ts";
import { loginInput, registerInput } from "../contract/accounts.ts";
import { clearSessionCookie, setSessionCookie } from "../platform/cookies.ts";
import { rateLimit } from "../platform/rate-limit.ts";
import { valid } from "../platform/validation.ts";
import { register } from "./register.ts";
import { endPresentedSession, SESSION_MAX_MS } from "./sessions.ts";
import { signIn } from "./sign-in.ts";
import { signedIn } from "./signed-in.ts";

/** Who a creator is: register, sign in and out, the current user. */
export const accounts = new Hono<AppEnv>()
	.post("/api/register", rateLimit("register"), valid("json", registerInput), async (c) => {
		const userAgent = c.req.header("user-agent") ?? null;
		const { user, token } = await register(c.var.ctx, { ...c.req.valid("json"), userAgent });
		setSessionCookie(c, token, SESSION_MAX_MS);
		return c.json(user, 201);
	})
	.post("/api/login", rateLimit("login"), valid("json", loginInput), async (c) => {
		const userAgent = c.req.header("user-agent") ?? null;
		const { user, token } = await signIn(c.var.ctx, { ...c.req.valid("json"), userAgent });
		setSessionCookie(c, token, SESSION_MAX_MS);
		return c.json(user);
	})
	.post("/api/logout", async (c) => {
		await endPresentedSession(c.var.ctx);
		clearSessionCookie(c);
		return c.body(null, 204);
	})
	.get("/api/user", signedIn, (c) => c.json(c.var.creator.user))
	.get("/api/me", signedIn, (c) => c.json(c.var.creator.user));
