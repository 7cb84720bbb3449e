import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { AppEnv } from "../context.ts";
import { failure } from "../platform/errors.ts";
import { kickMail } from "../platform/outbox.ts";
import { receiveWebhook } from "./provider-events.ts";

const MOST_BYTES = 1024 * 1024;

const limited = bodyLimit({
	maxSize: MOST_BYTES,
	onError: () => {
		throw failure("request.too_large");
	},
});

/** Where the provider tells of events; the signature over the raw body is its only credential. */
export const webhookRoute = new Hono<AppEnv>().post("/api/stripe/webhook", limited, async (c) => {
	const ctx = c.var.ctx;
	await receiveWebhook(ctx, {
		body: await c.req.text(),
		signature: c.req.header("stripe-signature") ?? "",
	});
	kickMail(ctx);
	return c.json({ received: true });
});
