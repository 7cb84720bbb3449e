import { Hono } from "hono";
import * as z from "zod";
import { authorized, notSuspended } from "../../accounts/signed-in.ts";
import { shareParam } from "../../catalogue/shares/contract/shares.ts";
import { idField } from "../../contract/fields.ts";
import type { AppEnv, CreatorCtx, CreatorEnv } from "../../core/context.ts";
import { whileRunning } from "../../core/switches.ts";
import { ApiError, failure } from "../../platform/errors.ts";
import { anyOrigin } from "../../platform/http/any-origin.ts";
import { valid } from "../../platform/http/validation.ts";
import { chargeFlood, limitFlood } from "../../platform/security/rate-limit.ts";
import { uploadFileParam } from "../uploads/contract.ts";
import type { Announced } from "./check-rendition.ts";
import {
	filePreviewQuery,
	previewFailureInput,
	putPreviewQuery,
	renditionQuery,
	SHARE_PICTURES,
	type StoredRendition,
} from "./contract/previews.ts";
import { listMissingPreviews, recordPreviewFailure } from "./missing-previews.ts";
import { putFilePreview } from "./put-file-preview.ts";
import { putRendition } from "./put-rendition.ts";
import { putSharePicture } from "./put-share-picture.ts";
import { servePreview, serveStream } from "./serve.ts";
import { serveRendition } from "./serve-rendition.ts";

// Looser than an id: an invalid one is simply unknown (404), like any mistyped link.
const word = z.string().min(1).max(1024);
const fileParam = z.object({ id: word });
const ownFileParam = z.object({ id: idField });
const hashParam = z.object({ hash: word });

/** An invalid clip counts as this many calls; our own clip maker produces none. */
const REFUSED_CLIP_CALLS = 10;
const COSTLY_REFUSALS: readonly string[] = ["file.type_not_accepted", "request.invalid"];

/** Throws `request.malformed` without a declared size in bytes. */
function declaredBody({ body: stream, headers }: Request) {
	const size = Number(headers.get("content-length") ?? Number.NaN);
	if (!stream || !Number.isSafeInteger(size)) throw failure("request.malformed");
	return { stream, size };
}

/** Each clip is stored and read completely to be checked, which costs more than a picture's header. */
async function limited(
	env: Env,
	{ user }: CreatorCtx,
	{ kind }: Announced,
	put: () => Promise<StoredRendition>,
): Promise<StoredRendition> {
	if (kind !== "clip") return put();
	await limitFlood(env, "clip", user.id);
	try {
		return await put();
	} catch (error) {
		if (error instanceof ApiError && COSTLY_REFUSALS.includes(error.code))
			await chargeFlood(env, "clip", user.id, REFUSED_CLIP_CALLS - 1);
		throw error;
	}
}

export const previews = new Hono<AppEnv & CreatorEnv>()
	.get(
		"/api/files/:id/preview",
		valid("param", fileParam),
		valid("query", filePreviewQuery),
		(c) => {
			const { width = null } = c.req.valid("query");
			return servePreview(c.var.ctx, c.req.valid("param").id, width, c.req.raw);
		},
	)
	.get("/api/files/:id/stream", valid("param", fileParam), (c) =>
		serveStream(c.var.ctx, c.req.valid("param").id, c.req.raw),
	)
	.get(
		"/api/renditions/:hash",
		anyOrigin,
		valid("param", hashParam),
		valid("query", renditionQuery),
		(c) => {
			const { width = null } = c.req.valid("query");
			return serveRendition(c.var.ctx, c.req.valid("param").hash, width, c.req.raw);
		},
	)
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
	.get("/api/missing-previews", authorized("shares:read"), async (c) =>
		c.json(await listMissingPreviews(c.var.creator)),
	)
	.put(
		"/api/files/:id/preview",
		whileRunning("uploads"),
		authorized("shares:write"),
		notSuspended,
		valid("param", ownFileParam),
		valid("query", putPreviewQuery),
		async (c) => {
			const { id: fileId } = c.req.valid("param");
			const announced = c.req.valid("query");
			const body = declaredBody(c.req.raw);
			const put = () => putFilePreview(c.var.creator, { fileId, announced, body });
			return c.json(await limited(c.env, c.var.creator, announced, put));
		},
	)
	.put(
		"/api/files/:id/preview-failure",
		authorized("shares:write"),
		notSuspended,
		valid("param", ownFileParam),
		valid("json", previewFailureInput),
		async (c) => {
			const { id: fileId } = c.req.valid("param");
			await recordPreviewFailure(c.var.creator, { fileId, ...c.req.valid("json") });
			return c.body(null, 204);
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
			const room = ctx.handlers.renditionRoom(ctx, c.req.valid("param").id);
			const put = () => putRendition(ctx, { file, announced, body, room });
			return c.json(await limited(c.env, ctx, announced, put));
		},
	);
