import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { dbOf } from "./db.ts";
import { namedBatch } from "./named-batch.ts";

const db = dbOf(env.DB);
const select = (value: string) =>
	db.select({ value: sql<string>`${value}`.as("value") }).from(sql`(select 1)`);

describe("a batch of named statements", () => {
	it("returns each statement's result by its name, whatever was left out", async () => {
		const results = await namedBatch(db, {
			absent: null,
			first: select("one"),
			followUps: [select("two"), select("three")],
			last: select("four"),
		});
		expect(results).toEqual({ first: [{ value: "one" }], last: [{ value: "four" }] });
	});

	it("returns nothing for no statements", async () => {
		expect(await namedBatch(db, { absent: null, followUps: [] })).toEqual({});
	});
});
