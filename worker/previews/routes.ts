import { Hono } from "hono";
import * as z from "zod";
import { authorized, notSuspended } from "../accounts/signed-in.ts";
import type { AppEnv, CreatorEnv } from "../context.ts";
import { putPreviewQuery, renditionQuery, SHARE_PICTURES } from "../contract/previews.ts";
import { shareParam } from "../contract/shares.ts";
import { uploadFileParam } from "../contract/uploads.ts";
import { ApiError, failure } from "../platform/errors.ts";
import { valid } from "../platform/http/validation.ts";
import { chargeFlood, limitFlood } from "../platform/security/rate-limit.ts";
import { whileRunning } from "../switches.ts";
import { putRendition } from "./put-rendition.ts";
import { putSharePicture } from "./put-share-picture.ts";
import { servePreview, serveStream } from "./serve.ts";
import { serveRendition } from "./serve-rendition.ts";

// Less strict than an id: an invalid one is simply unknown (404), like any mistyped link.
const word = z.string().min(1).max(1024);
const fileParam = z.object({ id: word });
const hashParam = z.object({ hash: word });

/** An invalid clip counts as this many calls; our own clip maker produces none. */
const REFUSED_CLIP_CALLS = 10;
const COSTLY_REFUSALS: readonly string[] = ["file.type_not_accepted", "request.invalid"];

/** The body of a request with its declared size in bytes. @throws ApiError `request.malformed`. */
function declaredBody({ body: stream, headers }: Request) {
	const size = Number(headers.get("content-length") ?? Number.NaN);
	if (!stream || !Number.isSafeInteger(size)) throw failure("request.malformed");
	return { stream, size };
}

export const previews = new Hono<AppEnv & CreatorEnv>()
	.get("/api/files/:id/preview", valid("param", fileParam), (c) =>
		servePreview(c.var.ctx, c.req.valid("param").id, c.req.raw),
	)
	.get("/api/files/:id/stream", valid("param", fileParam), (c) =>
		serveStream(c.var.ctx, c.req.valid("param").id, c.req.raw),
	)
	.get("/api/renditions/:hash", valid("param", hashParam), valid("query", renditionQuery), (c) => {
		const { width = null } = c.req.valid("query");
		return serveRendition(c.var.ctx, c.req.valid("param").hash, width, c.req.raw);
	})
	.put(
		"/api/file-shares/:shareId/pictures/:kind",
		whileRunning("uploads"),
		authorized("shares:write"),
		notSuspended,
		valid("param", shareParam.extend({ kind: z.enum(SHARE_PICTURES) })),
		async (c) => {
			const body = declaredBody(c.req.raw);
			const { shareId: slug, kind } = c.req.valid("param");
			await limitFlood(c.env, "picture", c.var.creator.user.id);
			return c.json(await putSharePicture(c.var.creator, { slug, kind, body }));
		},
	)
	.put(
		"/api/uploads/:id/files/:fileId/preview",
		whileRunning("uploads"),
		authorized("shares:write"),
		notSuspended,
		valid("param", uploadFileParam),
		valid("query", putPreviewQuery),
		async (c) => {
			const ctx = c.var.creator;
			const body = declaredBody(c.req.raw);
			const file = await ctx.handlers.fetchUploadingFile(ctx, c.req.valid("param"));
			const announced = c.req.valid("query");
			// A clip is stored and read completely to validate it, which costs more than a picture's header.
			const isClip = announced.kind === "clip";
			if (isClip) await limitFlood(c.env, "clip", ctx.user.id);
			const room = ctx.handlers.renditionRoom(ctx, c.req.valid("param").id);
			try {
				return c.json(await putRendition(ctx, { file, announced, body, room }));
			} catch (error) {
				if (isClip && error instanceof ApiError && COSTLY_REFUSALS.includes(error.code))
					await chargeFlood(c.env, "clip", ctx.user.id, REFUSED_CLIP_CALLS - 1);
				throw error;
			}
		},
	);
