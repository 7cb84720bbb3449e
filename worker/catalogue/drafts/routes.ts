import { Hono } from "hono";
import { authorized, notSuspended } from "../../accounts/signed-in.ts";
import type { AppEnv, CreatorEnv } from "../../core/context.ts";
import { valid } from "../../platform/http/validation.ts";
import { shareParam } from "../shares/contract/shares.ts";
import { draftInput, draftParam } from "./contract.ts";
import { deleteDraft, duplicateShare, listDrafts, saveDraft } from "./own-drafts.ts";

export const draftRoutes = new Hono<AppEnv & CreatorEnv>()
	.get("/api/drafts", authorized("shares:read"), async (c) =>
		c.json(await listDrafts(c.var.creator)),
	)
	.put(
		"/api/drafts/:id",
		authorized("shares:write"),
		notSuspended,
		valid("param", draftParam),
		valid("json", draftInput),
		async (c) =>
			c.json(await saveDraft(c.var.creator, c.req.valid("param").id, c.req.valid("json"))),
	)
	.delete("/api/drafts/:id", authorized("shares:write"), valid("param", draftParam), async (c) => {
		await deleteDraft(c.var.creator, c.req.valid("param").id);
		return c.body(null, 204);
	})
	.post(
		"/api/file-shares/:shareId/duplicate",
		authorized("shares:write"),
		notSuspended,
		valid("param", shareParam),
		async (c) => c.json(await duplicateShare(c.var.creator, c.req.valid("param").shareId), 201),
	);
