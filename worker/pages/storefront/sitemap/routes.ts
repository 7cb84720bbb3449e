import { Hono } from "hono";
import * as z from "zod";
import { LOCALES } from "../../../contract/locales.ts";
import { paths } from "../../../contract/paths.ts";
import { DAY_MS } from "../../../contract/retention.ts";
import type { AppEnv, Ctx } from "../../../core/context.ts";
import { failure } from "../../../platform/errors.ts";
import { builtFile } from "../../../platform/http/built-file.ts";
import { type SitemapKind, screensSitemap, sitemapIndex, sitemapPage } from "./sitemap.ts";

const FRESH_S = 300;
const KEPT_S = 3600;
const SECURITY_DAYS = 180;

const nameParam = z.object({
	name: z.string().regex(/^(?:screens|(?:shares|creators)-[1-9]\d{0,4})\.xml$/),
});

/**
 * The key isn't one of our addresses, so only this function reads or fills the cache. Empty pages are cached as
 * well.
 */
async function kept(ctx: Ctx, name: string, make: () => Promise<string | null>): Promise<Response> {
	const key = `https://sitemaps.invalid/${encodeURIComponent(ctx.config.APP_ORIGIN)}/${name}`;
	const known = await caches.default.match(key);
	const xml = known ? await known.text() : ((await make()) ?? "");
	if (!known)
		await caches.default.put(
			key,
			new Response(xml, { headers: { "Cache-Control": `max-age=${KEPT_S}` } }),
		);
	if (xml === "") throw failure("not_found");
	return new Response(xml, {
		headers: {
			"Content-Type": "application/xml; charset=utf-8",
			"Cache-Control": `public, max-age=${FRESH_S}`,
			"X-Content-Type-Options": "nosniff",
		},
	});
}

export const sitemaps = new Hono<AppEnv>()
	.get("/robots.txt", async (c) => {
		const ctx = c.var.ctx;
		const rules = await (await builtFile(ctx, "/robots.txt")).text();
		return c.text(`${rules.trim()}\n\nSitemap: ${ctx.config.APP_ORIGIN}/sitemap.xml\n`, 200, {
			"Cache-Control": `public, max-age=${FRESH_S}`,
		});
	})
	.get("/.well-known/security.txt", ({ text, var: { ctx } }) => {
		const { APP_ORIGIN, OPERATOR_EMAIL } = ctx.config;
		const expires = new Date(ctx.now() + SECURITY_DAYS * DAY_MS).toISOString();
		return text(
			`Contact: mailto:${OPERATOR_EMAIL}\nExpires: ${expires}\nPreferred-Languages: ${Object.keys(LOCALES).join(", ")}\nCanonical: ${APP_ORIGIN}/.well-known/security.txt\n`,
		);
	})
	.get("/.well-known/change-password", (c) => c.redirect(paths.settingsSecurity))
	.get("/sitemap.xml", (c) => kept(c.var.ctx, "index", () => sitemapIndex(c.var.ctx)))
	.get("/sitemap/:name", async (c) => {
		const ctx = c.var.ctx;
		const { success, data } = nameParam.safeParse(c.req.param());
		if (!success) throw failure("not_found");
		const { name } = data;
		const [kind, page] = name.replace(".xml", "").split("-");
		return kept(ctx, name, async () =>
			page === undefined
				? screensSitemap(ctx)
				: // The pattern of the name allows these two.
					sitemapPage(ctx, kind as SitemapKind, Number(page)),
		);
	});
