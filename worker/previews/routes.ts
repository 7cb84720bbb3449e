import { Hono } from "hono";
import { z } from "zod";
import type { AppEnv } from "../context.ts";
import { valid } from "../platform/validation.ts";
import { servePreview, serveRendition, serveStream } from "./serve.ts";

// Looser than an id: what cannot be one is simply unknown (404), as in any link that was mistyped.
const word = z.string().min(1).max(1024);
const fileParam = z.object({ id: word });
const hashParam = z.object({ hash: word });

export const previews = new Hono<AppEnv>()
	.get("/api/files/:id/preview", valid("param", fileParam), (c) =>
		servePreview(c.var.ctx, c.req.valid("param").id, c.req.raw),
	)
	.get("/api/files/:id/stream", valid("param", fileParam), (c) =>
		serveStream(c.var.ctx, c.req.valid("param").id, c.req.raw),
	)
	.get("/api/renditions/:hash", valid("param", hashParam), (c) =>
		serveRendition(c.var.ctx, c.req.valid("param").hash, c.req.raw),
	);
