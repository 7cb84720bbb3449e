import { Hono } from "hono";
import { z } from "zod";
import type { AppEnv } from "../context.ts";
import { valid } from "../platform/http/validation.ts";
import { creators } from "./creators/routes.ts";
import { shareCard } from "./share-card.ts";
import { countView, serveSharePage } from "./share-page.ts";
import { shareResponse } from "./share-response.ts";

// Less strict than an id: an invalid one is simply unknown (404), like any mistyped link.
const share = valid("param", z.object({ shareId: z.string().min(1).max(1024) }));

export const storefront = new Hono<AppEnv>()
	.get("/api/file-shares/:shareId", share, async (c) => {
		const ctx = c.var.ctx;
		const page = await shareResponse(ctx, c.req.valid("param").shareId);
		countView(ctx, c.req.raw, page.fileShare);
		c.header("Cache-Control", "private, no-store");
		c.header("Vary", "Cookie");
		return c.json(page);
	})
	.get("/share/:shareId", share, (c) =>
		serveSharePage(c.var.ctx, c.req.valid("param").shareId, c.req.raw),
	)
	.get("/share/:shareId/card.jpg", share, async (c) => {
		const card = await shareCard(c.var.ctx, c.req.valid("param").shareId);
		return c.body(new Uint8Array(card.bytes), 200, {
			"Content-Type": card.mimeType,
			// The address stays valid after the content changes: a share that was taken down must not be
			// visible for long.
			"Cache-Control": "public, max-age=300",
			"X-Content-Type-Options": "nosniff",
		});
	})
	.route("/", creators);
