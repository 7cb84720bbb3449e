import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { AppEnv } from "../context.ts";
import { paymentIntentInput, paymentSuccessInput } from "../contract/payments.ts";
import { setBuyerCookie } from "../platform/cookies.ts";
import { failure } from "../platform/errors.ts";
import { kickMail } from "../platform/outbox.ts";
import { valid } from "../platform/validation.ts";
import { createPaymentIntent } from "./create-payment-intent.ts";
import { paymentSuccess } from "./payment-success.ts";
import { receiveWebhook } from "./provider-events.ts";

const MOST_WEBHOOK_BYTES = 1024 * 1024;

export const payments = new Hono<AppEnv>()
	.post("/api/create-payment-intent", valid("json", paymentIntentInput), async (c) => {
		const { answer, buyerToken } = await createPaymentIntent(c.var.ctx, c.req.valid("json"));
		if (buyerToken) setBuyerCookie(c, buyerToken);
		return c.json(answer);
	})
	.post("/api/payment-success", valid("json", paymentSuccessInput), async (c) => {
		const answer = await paymentSuccess(c.var.ctx, c.req.valid("json"));
		kickMail(c.var.ctx);
		return c.json(answer);
	})
	.post(
		"/api/stripe/webhook",
		bodyLimit({
			maxSize: MOST_WEBHOOK_BYTES,
			onError: () => {
				throw failure("request.too_large");
			},
		}),
		async (c) => {
			await receiveWebhook(c.var.ctx, {
				body: await c.req.text(),
				signature: c.req.header("stripe-signature") ?? "",
			});
			kickMail(c.var.ctx);
			return c.json({ received: true });
		},
	);
