import { Hono } from "hono";
import * as z from "zod";
import { unlockInput } from "../../catalogue/shares/contract/shares.ts";
import { idField } from "../../contract/fields.ts";
import type { AppEnv } from "../../core/context.ts";
import { setEtag } from "../../core/if-match.ts";
import { anyOrigin } from "../../platform/http/any-origin.ts";
import { valid } from "../../platform/http/validation.ts";
import { rateLimit } from "../../platform/security/rate-limit.ts";
import { addUnlockToken } from "../../purchases/entitlements/unlock-cookie.ts";
import { fileCountsInput } from "../../purchases/views/contract.ts";
import { countFiles } from "../../purchases/views/count-files.ts";
import { creators } from "./creators/routes.ts";
import { embeds } from "./embed/routes.ts";
import { hasImprint, IMPRINT_PATH, serveImprint } from "./imprint.tsx";
import { shareCard } from "./share-card.ts";
import { codeOf, countView, serveSharePage } from "./share-page.ts";
import { findSharePage } from "./share-response.ts";
import { sitemaps } from "./sitemap/routes.ts";
import { unlockByForm, unlockShare } from "./unlock-share.ts";

const shareQuery = z.strictObject({
	/** a discount code that the price includes */
	code: z.string().optional(),
	/** the id of a checkout, to show its share */
	checkout: idField.optional(),
});
// Not `idField`: a mistyped link gets 404, not 400.
const share = valid("param", z.object({ shareId: z.string().min(1).max(1024) }));

export const storefront = new Hono<AppEnv>()
	.get("/api/file-shares/:shareId", anyOrigin, share, valid("query", shareQuery), async (c) => {
		const ctx = c.var.ctx;
		const { code, checkout } = c.req.valid("query");
		const { page, share } = await findSharePage(ctx, c.req.valid("param").shareId, {
			code: codeOf(code),
			checkout: checkout ?? null,
		});
		if (page.fileShare.isOwner) setEtag(c, share);
		countView(ctx, c.req.raw, page.fileShare);
		c.header("Cache-Control", "private, no-store");
		c.header("Vary", "Cookie");
		return c.json(page);
	})
	.get("/share/:shareId", share, (c) =>
		serveSharePage(c.var.ctx, c.req.valid("param").shareId, c.req.raw),
	)
	.post("/api/file-shares/:shareId/unlock", share, valid("json", unlockInput), async (c) => {
		const { shareId: slug } = c.req.valid("param");
		const token = await unlockShare(c.var.ctx, { slug, ...c.req.valid("json") });
		if (token) addUnlockToken(c, token);
		return c.body(null, 204);
	})
	.post(
		"/api/file-shares/:shareId/counts",
		rateLimit("file-counts"),
		share,
		valid("json", fileCountsInput),
		async (c) => {
			const { shareId: slug } = c.req.valid("param");
			await countFiles(c.var.ctx, c.req.raw, { slug, ...c.req.valid("json") });
			return c.body(null, 204);
		},
	)
	// The locked page has no script, so its form is posted here.
	.post("/share/:shareId/unlock", share, async (c) => {
		const { shareId: slug } = c.req.valid("param");
		const form = await c.req.parseBody().catch(() => ({}));
		const input = unlockInput.strip().safeParse(form);
		return unlockByForm(c, slug, input.success ? input.data.password : "");
	})
	.get("/share/:shareId/card.jpg", anyOrigin, share, async (c) => {
		const card = await shareCard(c.var.ctx, c.req.valid("param").shareId);
		return c.body(card, 200, {
			"Content-Type": "image/jpeg",
			// The address stays the same, and a share that was taken down must disappear soon.
			"Cache-Control": "public, max-age=300",
			"X-Content-Type-Options": "nosniff",
		});
	})
	.get(IMPRINT_PATH, async (c, next) => {
		if (!hasImprint(c.var.ctx)) return next();
		return serveImprint(c.var.ctx);
	})
	.route("/", embeds)
	.route("/", sitemaps)
	.route("/", creators);
