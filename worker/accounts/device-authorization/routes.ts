import { Hono } from "hono";
import {
	deviceCodeInput,
	deviceDecisionInput,
	deviceLookupInput,
	deviceTokenInput,
} from "../../contract/accounts/device-authorization.ts";
import type { AppEnv, CreatorEnv } from "../../core/context.ts";
import { valid } from "../../platform/http/validation.ts";
import { rateLimit } from "../../platform/security/rate-limit.ts";
import { DEVICE_CODE_PATH } from "../applications/metadata.ts";
import { oauthHandler } from "../oauth-error.ts";
import { signedIn } from "../signed-in.ts";
import { beginDeviceAuthorization } from "./begin-device-authorization.ts";
import { decideDeviceRequest, showDeviceRequest } from "./decide-device-authorization.ts";
import { pollDeviceAuthorization } from "./poll-device-authorization.ts";

const TOKEN_PATH = "/api/device/token";

/** The routes of programs: no cookie counts there, so no other site can use one. */
export const DEVICE_PATHS = [DEVICE_CODE_PATH, TOKEN_PATH] as const;

/**
 * Access tokens for programs without a browser (RFC 8628): a program asks for a code, its creator confirms that
 * on the website, and the program gets a token. The first two routes speak OAuth, in errors too.
 */
export const deviceAuthorizationRoutes = new Hono<AppEnv & CreatorEnv>()
	.post(
		DEVICE_CODE_PATH,
		rateLimit("device-code"),
		oauthHandler(deviceCodeInput, ({ var: { ctx }, req }, input) =>
			beginDeviceAuthorization(ctx, { ...input, userAgent: req.header("user-agent") ?? null }),
		),
	)
	.post(
		TOKEN_PATH,
		rateLimit("device-token"),
		oauthHandler(deviceTokenInput, ({ var: { ctx } }, input) =>
			pollDeviceAuthorization(ctx, input),
		),
	)
	.post("/api/device/lookup", signedIn, valid("json", deviceLookupInput), async (c) =>
		c.json(await showDeviceRequest(c.var.creator, c.req.valid("json"))),
	)
	.post("/api/device/decision", signedIn, valid("json", deviceDecisionInput), async (c) => {
		await decideDeviceRequest(c.var.creator, c.req.valid("json"));
		return c.body(null, 204);
	});
