import { Hono } from "hono";
import { etag } from "hono/etag";
import { createMiddleware } from "hono/factory";
import * as z from "zod";
import { notSuspended, signedIn } from "../../../accounts/signed-in.ts";
import { paths } from "../../../contract/paths.ts";
import type { AppEnv, CreatorEnv } from "../../../core/context.ts";
import { whileRunning } from "../../../core/switches.ts";
import { anyOrigin } from "../../../platform/http/any-origin.ts";
import { withTrait } from "../../../platform/http/traits.ts";
import { valid } from "../../../platform/http/validation.ts";
import { limitFlood } from "../../../platform/security/rate-limit.ts";
import { creatorPageInput, handleParam } from "../contract/creator-page.ts";
import { handleField } from "../contract/handles.ts";
import { removeAvatar, serveAvatar, setAvatar } from "./avatar.ts";
import { creatorDocument, missingCreatorDocument } from "./creator-document.ts";
import { creatorFeed } from "./creator-feed.ts";
import { creatorResponse, currentCreatorPage } from "./creator-response.ts";
import { handleAvailability, ownCreatorPage } from "./own-creator-page.ts";
import { deleteCreatorPage, setCreatorPage } from "./set-creator-page.ts";

const limitCreator = withTrait(
	{ errors: ["rate.limited"] },
	createMiddleware<CreatorEnv>(async (c, next) => {
		await limitFlood(c.env, "creator-page", c.var.creator.user.id);
		await next();
	}),
);

const avatarParam = z.object({ avatarId: z.string().min(1).max(64) });
/** No cache may keep the redirect: a former handle can be taken again. */
const MOVED = { "Cache-Control": "private, no-store" } as const;

export const creators = new Hono<AppEnv & CreatorEnv>()
	.get("/c/:handle", valid("param", handleParam), async (c) => {
		const ctx = c.var.ctx;
		let found: Awaited<ReturnType<typeof creatorResponse>>;
		try {
			found = await creatorResponse(ctx, c.req.valid("param").handle);
		} catch (error) {
			return missingCreatorDocument(ctx, c.req.raw, error);
		}
		if (found.movedTo === undefined) return creatorDocument(ctx, c.req.raw, found.page);
		return c.body(null, 308, { ...MOVED, Location: paths.creator(found.movedTo) });
	})
	.get("/c/:handle/feed.xml", anyOrigin, etag(), valid("param", handleParam), (c) =>
		creatorFeed(c.var.ctx, c.req.valid("param").handle),
	)
	.get("/avatars/:avatarId", anyOrigin, valid("param", avatarParam), (c) =>
		serveAvatar(c.var.ctx, c.req.valid("param").avatarId, c.req.raw),
	)
	.get("/api/creators/:handle", anyOrigin, valid("param", handleParam), async (c) => {
		const page = await currentCreatorPage(c.var.ctx, c.req.valid("param").handle);
		return c.json(page);
	})
	.get("/api/creator-page", signedIn, async (c) =>
		c.json({ page: await ownCreatorPage(c.var.creator) }),
	)
	.get(
		"/api/creator-page/handles/:handle",
		signedIn,
		limitCreator,
		valid("param", z.object({ handle: handleField })),
		async (c) => c.json(await handleAvailability(c.var.creator, c.req.valid("param").handle)),
	)
	.put(
		"/api/creator-page",
		signedIn,
		notSuspended,
		limitCreator,
		valid("json", creatorPageInput),
		async (c) => c.json({ page: await setCreatorPage(c.var.creator, c.req.valid("json")) }),
	)
	.delete("/api/creator-page", signedIn, limitCreator, async (c) => {
		await deleteCreatorPage(c.var.creator);
		return c.body(null, 204);
	})
	.put(
		"/api/creator-page/avatar",
		signedIn,
		notSuspended,
		limitCreator,
		whileRunning("uploads"),
		async (c) => {
			const bytes = new Uint8Array(await c.req.arrayBuffer());
			return c.json({ page: await setAvatar(c.var.creator, bytes) });
		},
	)
	.delete("/api/creator-page/avatar", signedIn, limitCreator, async (c) =>
		c.json({ page: await removeAvatar(c.var.creator) }),
	);
