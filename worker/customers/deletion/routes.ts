import { Hono } from "hono";
import { authorized, signedIn } from "../../accounts/signed-in.ts";
import { deleteShareQuery, shareParam } from "../../catalogue/shares/contract/shares.ts";
import type { CreatorEnv } from "../../core/context.ts";
import { ifMatch } from "../../core/if-match.ts";
import { valid } from "../../platform/http/validation.ts";
import { flushOutbox } from "../../platform/mail/outbox.ts";
import { deleteShare } from "./delete-share.ts";
import { previewAccountDeletion, previewShareDeletion } from "./preview-deletion.ts";

export const deletionRoutes = new Hono<CreatorEnv>()
	.get(
		"/api/file-shares/:shareId/deletion",
		authorized("shares:read"),
		valid("param", shareParam),
		async (c) =>
			c.json(await previewShareDeletion(c.var.creator, { slug: c.req.valid("param").shareId })),
	)
	.delete(
		"/api/file-shares/:shareId",
		// Refunding the buyers moves money as well.
		authorized("shares:write", (c) => (c.req.query("buyers") === "refund" ? ["sales:refund"] : [])),
		ifMatch,
		valid("param", shareParam),
		valid("query", deleteShareQuery),
		async (c) => {
			await deleteShare(c.var.creator, {
				slug: c.req.valid("param").shareId,
				...c.req.valid("query"),
			});
			flushOutbox(c.var.ctx);
			return c.body(null, 204);
		},
	)
	.get("/api/account/deletion", signedIn, async (c) =>
		c.json(await previewAccountDeletion(c.var.creator)),
	);
