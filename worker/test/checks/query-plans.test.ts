import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { growingSteps } from "./query-plans.ts";

async function stepsOf(text: string): Promise<string[]> {
	const { results } = await env.DB.prepare(`explain query plan ${text}`).all<{ detail: string }>();
	return growingSteps(
		text,
		results.map(({ detail }) => detail),
	);
}

describe("what grows with the number of rows", () => {
	it.each([
		["a whole table", "select id from shares where title = 'x'"],
		["a whole index", "select title from shares order by slug"],
		["an open range", "select id from ledger where at > 1"],
		["sorting a range", "select id from ledger where at > 1 order by amount_cents limit 5"],
		["a table inside", "select id from users where id in (select creator_id from shares)"],
	])("is %s", async (_, text) => {
		expect(await stepsOf(text)).not.toEqual([]);
	});

	it.each([
		["a row by its key", "select title from shares where slug = 'x'"],
		["one share's files, sorted", "select id from files where share_id = 'x' order by size"],
		["the next of a range", "select id from ledger where at > 1 order by at limit 5"],
		[
			"a list that was passed",
			"select id from shares where id in (select value from json_each('[]'))",
		],
		["a small table", "select name from job_cursors"],
	])("is not %s", async (_, text) => {
		expect(await stepsOf(text)).toEqual([]);
	});
});
