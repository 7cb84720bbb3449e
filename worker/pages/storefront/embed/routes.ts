import { Hono } from "hono";
import * as z from "zod";
import type { AppEnv } from "../../../core/context.ts";
import { ApiError } from "../../../platform/errors.ts";
import { anyOrigin } from "../../../platform/http/any-origin.ts";
import { valid } from "../../../platform/http/validation.ts";
import { findPublicShare } from "../public-share.ts";
import { embedPage, missingEmbedPage } from "./embed-page.tsx";
import { oembedQuery, oembedResponse } from "./oembed.ts";

const share = valid("param", z.object({ shareId: z.string().min(1).max(1024) }));

export const embeds = new Hono<AppEnv>()
	.get("/embed/:shareId", share, async (c) => {
		const ctx = c.var.ctx;
		try {
			return await embedPage(ctx, await findPublicShare(ctx, c.req.valid("param").shareId));
		} catch (error) {
			if (error instanceof ApiError && error.code === "share.not_found")
				return missingEmbedPage(ctx);
			throw error;
		}
	})
	.get("/oembed", anyOrigin, valid("query", oembedQuery), (c) =>
		oembedResponse(c.var.ctx, c.req.valid("query")),
	);
