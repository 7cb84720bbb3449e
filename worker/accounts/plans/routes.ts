import { Hono } from "hono";
import type { AppEnv } from "../../core/context.ts";
import { publicConfig } from "./public-config.ts";

export const config = new Hono<AppEnv>().get("/api/config", (c) => {
	// Changes only with a deploy.
	c.header("Cache-Control", "public, max-age=60");
	return c.json(publicConfig(c.var.ctx));
});
