import { Hono } from "hono";
import * as z from "zod";
import { signedIn } from "../../accounts/signed-in.ts";
import { idField } from "../../contract/fields.ts";
import type { AppEnv, CreatorEnv } from "../../core/context.ts";
import { valid } from "../../platform/http/validation.ts";
import { rateLimit } from "../../platform/security/rate-limit.ts";
import { appealInput } from "./contract.ts";
import { appeal, ownSanctions } from "./sanctions/own-sanctions.ts";

export const decisionRoutes = new Hono<AppEnv & CreatorEnv>()
	.get("/api/decisions", signedIn, async (c) => c.json(await ownSanctions(c.var.creator)))
	.post(
		"/api/decisions/:id/appeal",
		rateLimit("appeal"),
		signedIn,
		valid("param", z.object({ id: idField })),
		valid("json", appealInput),
		async (c) => {
			await appeal(c.var.creator, { ...c.req.valid("param"), ...c.req.valid("json") });
			return c.body(null, 204);
		},
	);
