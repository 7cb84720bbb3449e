import { Hono } from "hono";
import { transactionLimits } from "../../accounts/plans/upload-slots.ts";
import { authorized, notSuspended } from "../../accounts/signed-in.ts";
import type { AppEnv, CreatorEnv } from "../../core/context.ts";
import { ifMatch, setEtag } from "../../core/if-match.ts";
import { whileRunning } from "../../core/switches.ts";
import { failure } from "../../platform/errors.ts";
import { valid } from "../../platform/http/validation.ts";
import {
	type CreatedShare,
	chosenFilesInput,
	editShareInput,
	shareParam,
} from "./contract/shares.ts";
import { createShare } from "./create-share.ts";
import { editShare } from "./edit-share.ts";
import { givingExternalId } from "./external-id.ts";
import { OWNER, presentFile, presentOwn, presentShare } from "./present.ts";
import { removeFiles } from "./remove-files.ts";

export const shareRoutes = new Hono<AppEnv & CreatorEnv>()
	.get("/api/user/transaction-limits", authorized("shares:read"), async (c) =>
		c.json(await transactionLimits(c.var.creator)),
	)
	.post(
		"/api/file-shares",
		whileRunning("uploads"),
		authorized("shares:write"),
		notSuspended,
		async (c) => {
			const body = c.req.raw.body;
			if (!body) throw failure("request.malformed");
			const length = c.req.header("content-length");
			const { share, files } = await createShare(c.var.creator, {
				body,
				contentType: c.req.header("content-type") ?? "",
				contentLength: length === undefined ? null : Number(length),
			});
			const created: CreatedShare = {
				fileShare: presentShare(share, OWNER, c.var.creator.now()),
				files: files.map((file) => presentFile(file, null)),
			};
			return c.json(created, 201);
		},
	)
	.patch(
		"/api/file-shares/:shareId",
		authorized("shares:write"),
		notSuspended,
		ifMatch,
		valid("param", shareParam),
		valid("json", editShareInput),
		async (c) => {
			const ctx = c.var.creator;
			const edit = { slug: c.req.valid("param").shareId, ...c.req.valid("json") };
			const share = await givingExternalId(ctx, edit.externalId, () => editShare(ctx, edit));
			setEtag(c, share);
			return c.json({
				fileShare: { ...presentShare(share, OWNER, ctx.now()), ...presentOwn(share) },
			});
		},
	)
	.post(
		"/api/file-shares/:shareId/files/remove",
		authorized("shares:write"),
		valid("param", shareParam),
		valid("json", chosenFilesInput),
		async (c) => {
			await removeFiles(c.var.creator, {
				slug: c.req.valid("param").shareId,
				fileIds: c.req.valid("json").files,
			});
			return c.body(null, 204);
		},
	);
