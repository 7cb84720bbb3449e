import { Hono } from "hono";
import { CHALLENGE_HEADER } from "../contract/config.ts";
import type { AppEnv } from "../core/context.ts";
import { valid } from "../platform/http/validation.ts";
import { flushOutbox } from "../platform/mail/outbox.ts";
import { rateLimit } from "../platform/security/rate-limit.ts";
import { requireChallenge } from "../platform/security/turnstile.ts";
import { setBuyerCookie } from "../purchases/entitlements/buyer-cookie.ts";
import { purchaseParam } from "../purchases/entitlements/contract.ts";
import {
	beginCardInput,
	beginPaymentInput,
	getFreeInput,
	paymentSuccessInput,
} from "./checkout/contract.ts";
import { createPaymentIntent } from "./checkout/create-payment-intent.ts";
import { paymentSuccess } from "./checkout/payment-success.ts";
import { whereCheckoutLeads } from "./checkout-links/open-checkout.ts";
import { beginDirect } from "./direct/begin-direct.ts";
import { confirmDirect } from "./direct/confirm-direct.ts";
import { claimTokenInput, confirmDirectInput, decideClaimInput } from "./direct/contract/direct.ts";
import { decideClaimByLink, getClaim } from "./direct/decide-claim.ts";
import { fetchClaim } from "./direct/list-claims.ts";
import { getFree } from "./free/get-free.ts";

/** Public; the buyer's cookie selects the purchase. */
export const buyerRoutes = new Hono<AppEnv>()
	.post(
		"/api/create-payment-intent",
		rateLimit("checkout"),
		valid("json", beginCardInput),
		async (c) => {
			const { shareId: slug, ...input } = c.req.valid("json");
			const challenge = c.req.header(CHALLENGE_HEADER);
			const terms = { slug, challenge, ...input };
			const { response, buyerToken } = await createPaymentIntent(c.var.ctx, terms);
			if (buyerToken) setBuyerCookie(c, buyerToken);
			return c.json(response);
		},
	)
	.post("/api/payment-success", valid("json", paymentSuccessInput), async (c) => {
		const response = await paymentSuccess(c.var.ctx, c.req.valid("json"));
		flushOutbox(c.var.ctx);
		return c.json(response);
	})
	.post(
		"/api/get-free",
		rateLimit("checkout"),
		valid("json", getFreeInput),
		requireChallenge("claim"),
		async (c) => {
			const { shareId: slug, ...input } = c.req.valid("json");
			const { response, buyerToken } = await getFree(c.var.ctx, { slug, ...input });
			if (buyerToken) setBuyerCookie(c, buyerToken);
			flushOutbox(c.var.ctx);
			return c.json(response);
		},
	)
	.post(
		"/api/begin-direct-payment",
		rateLimit("checkout"),
		valid("json", beginPaymentInput),
		async (c) => {
			const { shareId: slug, ...input } = c.req.valid("json");
			const { response, buyerToken } = await beginDirect(c.var.ctx, { slug, ...input });
			if (buyerToken) setBuyerCookie(c, buyerToken);
			return c.json(response);
		},
	)
	.post(
		"/api/confirm-direct-payment",
		rateLimit("checkout"),
		valid("json", confirmDirectInput),
		requireChallenge("claim"),
		async (c) => {
			const { shareId: slug, ...input } = c.req.valid("json");
			const { response, buyerToken } = await confirmDirect(c.var.ctx, { slug, ...input });
			if (buyerToken) setBuyerCookie(c, buyerToken);
			flushOutbox(c.var.ctx);
			return c.json(response);
		},
	)
	// An unknown id gets the same answer as any other unknown address.
	.get("/checkout/:id", async (c, next) => {
		const address = await whereCheckoutLeads(c.var.ctx, c.req.param("id"));
		if (address === null) return next();
		c.header("Cache-Control", "no-store");
		const hasFailed = c.req.query("failed") !== undefined && address.startsWith("/payment/");
		return c.redirect(hasFailed ? `${address}&failed` : address, 303);
	})
	.get("/api/direct-claims/:id", valid("param", purchaseParam), async (c) =>
		c.json(await fetchClaim(c.var.ctx, c.req.valid("param"))),
	)
	.post(
		"/api/direct-claims/:id/details",
		rateLimit("claim-link"),
		valid("param", purchaseParam),
		valid("json", claimTokenInput),
		async (c) =>
			c.json(await getClaim(c.var.ctx, { ...c.req.valid("param"), ...c.req.valid("json") })),
	)
	.post(
		"/api/direct-claims/:id/decision",
		rateLimit("claim-link"),
		valid("param", purchaseParam),
		valid("json", decideClaimInput),
		async (c) => {
			const claim = await decideClaimByLink(c.var.ctx, {
				...c.req.valid("param"),
				...c.req.valid("json"),
			});
			flushOutbox(c.var.ctx);
			return c.json(claim);
		},
	);
