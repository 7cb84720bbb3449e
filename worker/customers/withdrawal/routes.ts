import { Hono } from "hono";
import type { AppEnv } from "../../core/context.ts";
import { valid } from "../../platform/http/validation.ts";
import { flushOutbox } from "../../platform/mail/outbox.ts";
import { rateLimit } from "../../platform/security/rate-limit.ts";
import { requireChallenge } from "../../platform/security/turnstile.ts";
import { purchaseParam } from "../../purchases/entitlements/contract.ts";
import { withdrawByReferenceInput, withdrawInput } from "./contract.ts";
import { withdrawByReference, withdrawOwn } from "./withdraw.ts";

export const withdrawalRoutes = new Hono<AppEnv>()
	.post(
		"/api/receipts/:id/withdrawal",
		rateLimit("withdraw"),
		valid("param", purchaseParam),
		valid("json", withdrawInput),
		async (c) => {
			const withdrawal = await withdrawOwn(c.var.ctx, {
				...c.req.valid("param"),
				...c.req.valid("json"),
			});
			flushOutbox(c.var.ctx);
			return c.json(withdrawal);
		},
	)
	.post(
		"/api/withdrawals",
		rateLimit("withdraw"),
		valid("json", withdrawByReferenceInput),
		requireChallenge("withdraw"),
		async (c) => {
			const received = await withdrawByReference(c.var.ctx, c.req.valid("json"));
			flushOutbox(c.var.ctx);
			return c.json(received, 202);
		},
	);
