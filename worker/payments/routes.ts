import { Hono } from "hono";
import type { AppEnv } from "../core/context.ts";
import { buyerRoutes } from "./buyer-routes.ts";
import { creatorRoutes } from "./creator-routes.ts";
import { webhookRoute } from "./webhook-route.ts";

export const payments = new Hono<AppEnv>()
	.route("/", buyerRoutes)
	.route("/", creatorRoutes)
	.route("/", webhookRoute);
