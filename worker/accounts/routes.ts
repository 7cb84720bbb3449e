import { Hono } from "hono";
import type { AppEnv } from "../core/context.ts";
import { whileRunning } from "../core/switches.ts";
import { valid } from "../platform/http/validation.ts";
import { rateLimit } from "../platform/security/rate-limit.ts";
import { requireChallenge } from "../platform/security/turnstile.ts";
import { accessTokenRoutes } from "./access-tokens/routes.ts";
import { addressChangeRoutes } from "./address-change/routes.ts";
import { applicationRoutes } from "./applications/routes.ts";
import {
	forgotPasswordInput,
	loginInput,
	registerInput,
	resetPasswordInput,
	verifyEmailInput,
} from "./contract.ts";
import { browserOf, deviceHashOf } from "./devices/devices.ts";
import { ownAccount } from "./own-account-routes.ts";
import { passkeyRoutes } from "./passkeys/routes.ts";
import { register } from "./register.ts";
import { forgotPassword, resetPassword } from "./reset-password.ts";
import { clearSessionCookie, setSessionCookie } from "./session-cookie.ts";
import { endCurrentSession, SESSION_MAX_MS } from "./sessions.ts";
import { signIn } from "./sign-in.ts";
import { verifyEmail } from "./verify-email.ts";

export const accounts = new Hono<AppEnv>()
	.post(
		"/api/register",
		whileRunning("registration"),
		rateLimit("register"),
		valid("json", registerInput),
		requireChallenge("register"),
		async (c) => {
			const { browser, remember } = await browserOf(c);
			const { user, token } = await register(c.var.ctx, { ...c.req.valid("json"), browser });
			setSessionCookie(c, token, SESSION_MAX_MS);
			remember();
			return c.json(user, 201);
		},
	)
	.post("/api/login", rateLimit("login"), valid("json", loginInput), async (c) => {
		const { browser, remember } = await browserOf(c);
		const { user, token } = await signIn(c.var.ctx, { ...c.req.valid("json"), browser });
		setSessionCookie(c, token, SESSION_MAX_MS);
		remember();
		return c.json(user);
	})
	.post("/api/logout", async (c) => {
		await endCurrentSession(c.var.ctx);
		clearSessionCookie(c);
		return c.body(null, 204);
	})
	.post(
		"/api/password/forgot",
		rateLimit("forgot"),
		valid("json", forgotPasswordInput),
		async (c) => {
			await forgotPassword(c.var.ctx, c.req.valid("json"));
			return c.body(null, 204);
		},
	)
	.post("/api/password/reset", rateLimit("reset"), valid("json", resetPasswordInput), async (c) => {
		await resetPassword(c.var.ctx, {
			...c.req.valid("json"),
			deviceHash: await deviceHashOf(c),
		});
		clearSessionCookie(c);
		return c.body(null, 204);
	})
	.post("/api/email/verify", rateLimit("verify"), valid("json", verifyEmailInput), async (c) => {
		await verifyEmail(c.var.ctx, c.req.valid("json"));
		return c.body(null, 204);
	})
	.route("/", accessTokenRoutes)
	.route("/", applicationRoutes)
	.route("/", passkeyRoutes)
	.route("/", addressChangeRoutes)
	.route("/", ownAccount);
