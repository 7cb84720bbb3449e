import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { Bookmarks } from "./bookmarks.ts";
import { primaryDb } from "./db.ts";

it("doesn't know the primary's state after a failed query until another one succeeds", async () => {
	const bookmarks = new Bookmarks();
	const db = primaryDb(env.DB, bookmarks);
	await db.run(sql`select 1`);
	expect(bookmarks.isDoubtful).toBe(false);
	await expect(db.run(sql`select nothing`)).rejects.toThrow();
	expect(bookmarks.isDoubtful).toBe(true);
	await db.run(sql`select 1`);
	expect(bookmarks.isDoubtful).toBe(false);
});

it("a state that could not be learnt is the newest, until one is noted", () => {
	const lost = new Bookmarks(["00000001-2"]);
	lost.lose();
	expect([lost.newest, lost.fresh]).toEqual(["first-primary", "first-primary"]);
	const next = new Bookmarks(["00000003-4", "first-primary"]);
	expect([next.newest, next.fresh]).toEqual(["first-primary", null]);
	next.note("00000002-1");
	expect([next.newest, next.fresh]).toEqual(["00000002-1", "00000002-1"]);
});
