import { Hono } from "hono";
import type { AppEnv } from "../../core/context.ts";
import { valid } from "../../platform/http/validation.ts";
import { rateLimit } from "../../platform/security/rate-limit.ts";
import { requireChallenge } from "../../platform/security/turnstile.ts";
import { reportInput, supportInput } from "./contract.ts";
import { createSupportRequest } from "./create-support-request.ts";
import { reportShare } from "./report-share.ts";

export const support = new Hono<AppEnv>()
	.post(
		"/api/support",
		rateLimit("support"),
		valid("json", supportInput),
		requireChallenge("support"),
		async (c) => c.json(await createSupportRequest(c.var.ctx, c.req.valid("json")), 201),
	)
	.post(
		"/api/reports",
		rateLimit("reports"),
		valid("json", reportInput),
		requireChallenge("report"),
		async (c) => c.json(await reportShare(c.var.ctx, c.req.valid("json")), 201),
	);
