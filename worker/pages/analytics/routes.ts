import { Hono } from "hono";
import { readAuthorized } from "../../accounts/signed-in.ts";
import { notYours } from "../../catalogue/shares/fetch-own-share.ts";
import type { AppEnv } from "../../core/context.ts";
import { valid } from "../../platform/http/validation.ts";
import { analyticsCsv } from "./analytics-csv.ts";
import { analyticsCsvQuery, analyticsQuery } from "./contract.ts";
import { readAnalytics } from "./read-analytics.ts";

const query = valid("query", analyticsQuery);

export const analyticsRoutes = new Hono<AppEnv>()
	.get("/api/analytics", query, async (c) => {
		const { ctx } = c.var;
		const found = await readAuthorized(c, "sales:read", (id) =>
			readAnalytics(ctx, id, c.req.valid("query")),
		);
		if (!found) throw notYours();
		return c.json(found);
	})
	.get("/api/analytics.csv", valid("query", analyticsCsvQuery), async (c) => {
		const { ctx } = c.var;
		const text = await readAuthorized(c, "sales:read", (id) =>
			analyticsCsv(ctx, id, c.req.valid("query")),
		);
		if (text === null) throw notYours();
		return new Response(text, {
			headers: {
				"Content-Type": "text/csv; charset=utf-8",
				"Content-Disposition": 'attachment; filename="analytics.csv"',
			},
		});
	});
