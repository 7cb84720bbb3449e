import { sql } from "drizzle-orm";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { PlatformEnv } from "../context.ts";
import { randomId } from "../ids.ts";
import { privateCookies, setTokenCookie } from "./cookies.ts";

const PREFIX = "bookmark-";
/** Far longer than a replica is ever late. */
const LIFE_S = 60 * 60;

/** Returns the states of the database that this browser has seen. */
export function bookmarksOf(c: Context): string[] {
	return privateCookies(c, PREFIX).map(([, bookmark]) => bookmark);
}

/**
 * Gives the browser the state of the primary database that its request has seen, instead of the states it came with.
 * Each has its own cookie: with a single one, the response to the earlier of two concurrent requests could replace
 * the later state by arriving last. After a failed query, which may have changed something, the state is queried; if
 * that fails too, the browser reads at the primary until it is known. Cacheable responses set no cookie, nor do
 * downloads, which change nothing.
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
