import { Hono } from "hono";
import { authorized, notSuspended } from "../../accounts/signed-in.ts";
import type { CreatedShare } from "../../catalogue/shares/contract/shares.ts";
import { givingExternalId } from "../../catalogue/shares/external-id.ts";
import { OWNER, presentFile, presentShare } from "../../catalogue/shares/present.ts";
import { PART_SIZE } from "../../contract/constants.ts";
import { UPLOAD_IDLE_MS } from "../../contract/retention.ts";
import type { AppEnv, CreatorEnv } from "../../core/context.ts";
import { whileRunning } from "../../core/switches.ts";
import { valid } from "../../platform/http/validation.ts";
import { abandonUpload } from "./abandon-upload.ts";
import { beginUpload } from "./begin-upload.ts";
import { completeUpload } from "./complete-upload.ts";
import {
	type BegunUpload,
	beginUploadInput,
	uploadPageQuery,
	uploadParam,
	uploadPartHeaders,
	uploadPartParam,
} from "./contract.ts";
import { sessionOf } from "./fetch-own-upload.ts";
import {
	FILES_PER_PAGE,
	getUpload,
	listUploads,
	presentAnnounced,
	presentUploadFile,
} from "./find-uploads.ts";
import { writePart } from "./write-part.ts";

/** A request without bytes may have a null body. */
function emptyBody(): ReadableStream<Uint8Array> {
	const { readable, writable } = new IdentityTransformStream();
	writable.close();
	return readable;
}

export const uploadRoutes = new Hono<AppEnv & CreatorEnv>()
	.post(
		"/api/uploads",
		whileRunning("uploads"),
		authorized("shares:write"),
		notSuspended,
		valid("json", beginUploadInput),
		async (c) => {
			const ctx = c.var.creator;
			const input = c.req.valid("json");
			const { metadata, files } = await givingExternalId(ctx, input.externalId, () =>
				beginUpload(ctx, input),
			);
			const page = await sessionOf(ctx, metadata.id).page(0, FILES_PER_PAGE);
			const begun: BegunUpload = {
				id: metadata.id,
				shareId: metadata.slug,
				partSize: PART_SIZE,
				expiresAt: new Date(metadata.createdAt + UPLOAD_IDLE_MS).toISOString(),
				files: [
					...(await Promise.all(page.map((file) => presentUploadFile(ctx, metadata.id, file)))),
					...files.slice(page.length).map(presentAnnounced),
				],
			};
			return c.json(begun, 201);
		},
	)
	.get("/api/uploads", authorized("shares:read"), async (c) =>
		c.json(await listUploads(c.var.creator)),
	)
	.get(
		"/api/uploads/:id",
		authorized("shares:write"),
		valid("param", uploadParam),
		valid("query", uploadPageQuery),
		async (c) =>
			c.json(await getUpload(c.var.creator, { ...c.req.valid("param"), ...c.req.valid("query") })),
	)
	// No `authorized`: the upload's token is bound to the session or access token, which saves a query per part.
	.put(
		"/api/uploads/:id/files/:fileId/parts/:n",
		whileRunning("uploads"),
		valid("param", uploadPartParam),
		valid("header", uploadPartHeaders),
		async (c) => {
			const headers = c.req.valid("header");
			const part = await writePart(c.var.ctx, {
				...c.req.valid("param"),
				token: headers["x-upload-token"],
				declared: headers["content-length"] ?? null,
				crc32: headers["x-part-crc32"] ?? null,
				body: c.req.raw.body ?? emptyBody(),
			});
			return c.json(part);
		},
	)
	.post(
		"/api/uploads/:id/complete",
		whileRunning("uploads"),
		authorized("shares:write"),
		notSuspended,
		valid("param", uploadParam),
		async (c) => {
			const ctx = c.var.creator;
			const { id } = c.req.valid("param");
			const done = await completeUpload(ctx, id);
			if (!done) return c.json({ id, state: "completing" as const }, 202, { "Retry-After": "2" });
			const created: CreatedShare = {
				fileShare: presentShare(done.share, OWNER, ctx.now()),
				files: done.files.map((file) => presentFile(file, null)),
			};
			return c.json(created, 201);
		},
	)
	.delete(
		"/api/uploads/:id",
		authorized("shares:write"),
		valid("param", uploadParam),
		async (c) => {
			await abandonUpload(c.var.creator, c.req.valid("param").id);
			return c.body(null, 204);
		},
	);
