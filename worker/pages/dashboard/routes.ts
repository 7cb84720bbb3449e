import { Hono } from "hono";
import { etag, RETAINED_304_HEADERS } from "hono/etag";
import { createMiddleware } from "hono/factory";
import { readAuthorized, signedIn } from "../../accounts/signed-in.ts";
import { shareListQuery } from "../../catalogue/shares/contract/share-list.ts";
import type { AppEnv, CreatorEnv } from "../../core/context.ts";
import { linkToNext } from "../../platform/http/next-page.ts";
import { valid } from "../../platform/http/validation.ts";
import { purchaseParam } from "../../purchases/entitlements/contract.ts";
import { evidencePage } from "./evidence-page.tsx";
import { dashboardMetrics } from "./metrics.ts";
import { myShares } from "./my-shares.ts";

/** The dashboard polls these, so the browser revalidates its private copy. */
const revalidated = createMiddleware(async (c, next) => {
	await next();
	c.header("Cache-Control", "private, no-cache");
	c.header("Vary", "Cookie, Authorization");
});

/** The link to the next page may change while the page itself doesn't. */
const etagOfPage = etag({ retainedHeaders: [...RETAINED_304_HEADERS, "link"] });

export const dashboard = new Hono<AppEnv & CreatorEnv>()
	.get(
		"/api/my-file-shares",
		etagOfPage,
		revalidated,
		valid("query", shareListQuery),
		async (c) => {
			const { most, limit = most, ...wanted } = c.req.valid("query");
			const { shares, next } = await readAuthorized(c, "shares:read", (id) =>
				myShares(c.var.ctx, id, { ...wanted, limit }),
			);
			linkToNext(c, next);
			return c.json(shares);
		},
	)
	.get("/api/dashboard", etag(), revalidated, async (c) =>
		c.json(await readAuthorized(c, "sales:read", (id) => dashboardMetrics(c.var.ctx, id))),
	)
	.get("/api/purchases/:id/evidence", signedIn, valid("param", purchaseParam), (c) =>
		evidencePage(c.var.creator, c.req.valid("param")),
	);
