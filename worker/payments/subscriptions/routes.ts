import { Hono } from "hono";
import { signedIn } from "../../accounts/signed-in.ts";
import type { CreatorEnv } from "../../core/context.ts";
import { whileRunning } from "../../core/switches.ts";
import { rateLimit } from "../../platform/security/rate-limit.ts";
import { cancelSubscription, resumeSubscription } from "./change-subscription.ts";
import { createSubscription } from "./create-subscription.ts";
import { subscriptionStatus } from "./subscription-status.ts";

export const subscriptionRoutes = new Hono<CreatorEnv>()
	.get("/api/subscription-status", signedIn, async (c) =>
		c.json(await subscriptionStatus(c.var.creator)),
	)
	.post(
		"/api/create-subscription",
		whileRunning("cardPayments"),
		rateLimit("subscribe"),
		signedIn,
		async (c) => c.json(await createSubscription(c.var.creator)),
	)
	.post("/api/cancel-subscription", signedIn, async (c) =>
		c.json(await cancelSubscription(c.var.creator)),
	)
	.post("/api/resume-subscription", signedIn, async (c) =>
		c.json(await resumeSubscription(c.var.creator)),
	);
