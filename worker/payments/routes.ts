import { Hono } from "hono";
import type { AppEnv } from "../core/context.ts";
import { flushOutbox } from "../platform/mail/outbox.ts";
import { buyerRoutes } from "./buyer-routes.ts";
import { creatorRoutes } from "./creator-routes.ts";
import { receiveWebhook } from "./settlement/provider-events.ts";

export const payments = new Hono<AppEnv>()
	.route("/", buyerRoutes)
	.route("/", creatorRoutes)
	// The signature over the raw body is the only credential.
	.post("/api/stripe/webhook", async (c) => {
		const { ctx } = c.var;
		const signature = c.req.header("stripe-signature") ?? "";
		await receiveWebhook(ctx, { body: await c.req.text(), signature });
		flushOutbox(ctx);
		return c.json({ received: true });
	});
