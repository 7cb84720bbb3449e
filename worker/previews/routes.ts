import { Hono } from "hono";
import { z } from "zod";
import { signedIn } from "../accounts/signed-in.ts";
import type { AppEnv, CreatorEnv } from "../context.ts";
import { putPreviewQuery } from "../contract/previews.ts";
import { uploadFileParam } from "../contract/uploads.ts";
import { failure } from "../platform/errors.ts";
import { valid } from "../platform/http/validation.ts";
import { limitFlood } from "../platform/security/rate-limit.ts";
import { putRendition } from "./put-rendition.ts";
import { servePreview, serveRendition, serveStream } from "./serve.ts";

// Looser than an id: what cannot be one is simply unknown (404), as in any link that was mistyped.
const word = z.string().min(1).max(1024);
const fileParam = z.object({ id: word });
const hashParam = z.object({ hash: word });

export const previews = new Hono<AppEnv & CreatorEnv>()
	.get("/api/files/:id/preview", valid("param", fileParam), (c) =>
		servePreview(c.var.ctx, c.req.valid("param").id, c.req.raw),
	)
	.get("/api/files/:id/stream", valid("param", fileParam), (c) =>
		serveStream(c.var.ctx, c.req.valid("param").id, c.req.raw),
	)
	.get("/api/renditions/:hash", valid("param", hashParam), (c) =>
		serveRendition(c.var.ctx, c.req.valid("param").hash, c.req.raw),
	)
	.put(
		"/api/uploads/:id/files/:fileId/preview",
		signedIn,
		valid("param", uploadFileParam),
		valid("query", putPreviewQuery),
		async (c) => {
			const ctx = c.var.creator;
			const stream = c.req.raw.body;
			const size = Number(c.req.header("content-length") ?? Number.NaN);
			if (!stream || !Number.isSafeInteger(size)) throw failure("request.malformed");
			const file = await ctx.handlers.fetchUploadingFile(ctx, c.req.valid("param"));
			const announced = c.req.valid("query");
			// A clip is stored and read whole to check it, which costs more than a picture's header.
			if (announced.kind === "clip") await limitFlood(c.env, "clip", ctx.user.id);
			return c.json(await putRendition(ctx, { file, announced, body: { stream, size } }));
		},
	);
