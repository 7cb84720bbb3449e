import { Hono } from "hono";
import type { PublicConfig } from "../../contract/config.ts";
import { PLANS } from "../../contract/plans.ts";
import type { AppEnv, Ctx } from "../../core/context.ts";
import { pausedOf } from "../../core/switches.ts";
import { storageLimits } from "./upload-slots.ts";

export function publicConfig({ config }: Pick<Ctx, "config">): PublicConfig {
	const sandbox = config.STRIPE_API_BASE;
	return {
		appName: config.APP_NAME,
		origin: config.APP_ORIGIN,
		stripe: {
			publishableKey: config.STRIPE_PUBLISHABLE_KEY,
			scriptUrl: sandbox ? new URL("/v3/stripe.js", sandbox).href : null,
		},
		plans: PLANS,
		storage: storageLimits({ config }),
		processingFeeBorneBy: config.PROCESSING_FEE_BORNE_BY,
		deletedShareKeepDays: config.DELETED_SHARE_KEEP_DAYS,
		turnstileSiteKey: config.TURNSTILE_SITE_KEY || null,
		showTestimonials: config.SHOW_SAMPLES === "true",
		paused: pausedOf({ config }),
	};
}

export const config = new Hono<AppEnv>().get("/api/config", (c) => {
	// Changes only with a deploy.
	c.header("Cache-Control", "public, max-age=60");
	return c.json(publicConfig(c.var.ctx));
});
