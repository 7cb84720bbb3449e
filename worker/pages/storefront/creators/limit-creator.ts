import { createMiddleware } from "hono/factory";
import type { CreatorEnv } from "../../../core/context.ts";
import { withTrait } from "../../../platform/http/traits.ts";
import { limitFlood } from "../../../platform/security/rate-limit.ts";

export const limitCreator = withTrait(
	{ errors: ["rate.limited"] },
	createMiddleware<CreatorEnv>(async (c, next) => {
		await limitFlood(c.env, "creator-page", c.var.creator.user.id);
		await next();
	}),
);
