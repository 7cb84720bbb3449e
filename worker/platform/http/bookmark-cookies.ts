import { sql } from "drizzle-orm";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { PlatformEnv } from "../context.ts";
import { randomId } from "../ids.ts";
import { privateCookies, setTokenCookie } from "./cookies.ts";

const PREFIX = "bookmark-";
const LIFE_S = 60 * 60;

export function bookmarksOf(c: Context): string[] {
	return privateCookies(c, PREFIX).map(([, bookmark]) => bookmark);
}

/**
 * Gives the browser the database state that its request has seen. Each has its own cookie: with a single one, the
 * earlier of two concurrent requests could replace the later state. After a failed query, which may have changed
 * something, the state is queried; if that fails too, the browser reads at the primary.
 */
export const carryBookmarks = createMiddleware<PlatformEnv>(async (c, next) => {
	await next();
	const { bookmarks, db } = c.var.ctx;
	if (bookmarks.isDoubtful) await db.run(sql`select 1`).catch(() => bookmarks.lose());
	const { fresh } = bookmarks;
	const { headers } = c.res;
	if (fresh === null || headers.has("Accept-Ranges")) return;
	if (headers.get("Cache-Control")?.includes("public")) return;
	for (const [name] of privateCookies(c, PREFIX)) setTokenCookie(c, name, "", 0);
	setTokenCookie(c, `${PREFIX}${randomId(4)}`, fresh, LIFE_S);
});
