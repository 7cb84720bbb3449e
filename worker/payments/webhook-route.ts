import { Hono } from "hono";
import type { AppEnv } from "../core/context.ts";
import { flushOutbox } from "../platform/mail/outbox.ts";
import { receiveWebhook } from "./settlement/provider-events.ts";

/** The signature over the raw body is the only credential. */
export const webhookRoute = new Hono<AppEnv>().post("/api/stripe/webhook", async (c) => {
	const ctx = c.var.ctx;
	await receiveWebhook(ctx, {
		body: await c.req.text(),
		signature: c.req.header("stripe-signature") ?? "",
	});
	flushOutbox(ctx);
	return c.json({ received: true });
});
