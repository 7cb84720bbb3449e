import { Hono } from "hono";
import type { AppEnv } from "../../core/context.ts";
import { valid } from "../../platform/http/validation.ts";
import { rateLimit } from "../../platform/security/rate-limit.ts";
import { changeAddressInput, mailedTokenInput } from "../contract.ts";
import { signedIn } from "../signed-in.ts";
import { beginAddressChange } from "./begin-address-change.ts";
import {
	cancelAddressChange,
	confirmAddressChange,
	refuseAddressChange,
} from "./confirm-address-change.ts";
import { pendingChange } from "./pending-change.ts";

export const addressChangeRoutes = new Hono<AppEnv>()
	.get("/api/email/change", signedIn, async (c) =>
		c.json({ change: await pendingChange(c.var.creator) }),
	)
	.post("/api/email/change", signedIn, valid("json", changeAddressInput), async (c) =>
		c.json({ change: await beginAddressChange(c.var.creator, c.req.valid("json")) }),
	)
	.delete("/api/email/change", signedIn, async (c) => {
		await cancelAddressChange(c.var.creator);
		return c.body(null, 204);
	})
	.post(
		"/api/email/change/confirm",
		rateLimit("verify"),
		valid("json", mailedTokenInput),
		async (c) => c.json(await confirmAddressChange(c.var.ctx, c.req.valid("json"))),
	)
	.post(
		"/api/email/change/refuse",
		rateLimit("verify"),
		valid("json", mailedTokenInput),
		async (c) => {
			await refuseAddressChange(c.var.ctx, c.req.valid("json"));
			return c.body(null, 204);
		},
	);
