import { and, eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { RETENTION } from "../../contract/retention.ts";
import { recordEvents } from "../../core/webhook-events/record-events.ts";
import { creatorEvents } from "../../core/webhook-events/tables.ts";
import { callWithToken, storeToken } from "../../test/fixtures/access-tokens.ts";
import { erase, prune } from "../../test/fixtures/personal-data.ts";
import { makeShare } from "../../test/fixtures/sales.ts";
import { call, makeCreator, request, testCtx } from "../../test/fixtures/test-app.ts";
import type { CreatorEvent, EventPage } from "./contract/webhooks.ts";
import { listEvents } from "./list-events.ts";

const NOON = Date.UTC(2026, 4, 1, 12);
const MINUTE_MS = 60_000;

type Creator = Awaited<ReturnType<typeof makeCreator>>;
let creator: Creator;
beforeEach(async () => {
	creator = await makeCreator();
});

const at = (ms: number) => ({ ...creator.ctx, now: () => ms });

const record = (ms: number, key: string, fields: { type?: string; notBefore?: number } = {}) => {
	const { type = "payout.paid", notBefore = 0 } = fields;
	return recordEvents(at(ms), creator.user.id, {
		type,
		key,
		data: {
			payout: { id: key, status: "paid", saleId: "some-sale", currency: "usd", amount: "1.00" },
		},
		when: sql`true`,
		notBefore: sql`${notBefore}`,
	});
};
const keyOf = ({ data }: CreatorEvent) => ("payout" in data ? data.payout.id : "");
async function keysAt(ms: number, query: { after?: string; limit?: number } = {}) {
	const { events } = await listEvents(at(ms), query);
	return events.map(keyOf);
}
const page = async (query = "", { cookies } = creator): Promise<EventPage> => {
	const response = await request(`/api/events${query}`, { cookies });
	expect(response.status).toBe(200);
	return response.json();
};

describe("the list of events", () => {
	it("lists each event once for a program that continues, in the form of webhooks", async () => {
		const share = await makeShare(creator.user.id, { title: "Dawn" });
		const edit = (title: string) =>
			call("PATCH", `/api/file-shares/${share.slug}`, { title }, creator.cookies);
		await edit("Dusk");
		const first = await page();
		expect(first).toMatchObject({
			events: [
				{
					id: expect.stringMatching(/^\d+$/),
					type: "share.updated",
					timestamp: expect.stringMatching(/Z$/),
					data: { share: { shareId: share.slug, title: "Dusk" } },
				},
			],
			next: null,
		});
		const after = first.events[0]?.id ?? "";
		expect((await page(`?after=${after}`)).events).toEqual([]);
		await edit("Night");
		const then = await page(`?after=${after}`);
		expect(then.events).toMatchObject([{ data: { share: { title: "Night" } } }]);
		const { token } = await storeToken(creator.user.id, ["webhooks:write"]);
		const asProgram = await callWithToken(token, "GET", "/api/v1/events");
		expect(await asProgram.json()).toEqual(await page());
	});

	it("gives nothing of another creator, and nothing to a token without the permission", async () => {
		await record(NOON, "mine");
		const [event] = (await page()).events;
		const other = await makeCreator();
		expect((await page("", other)).events).toEqual([]);
		expect((await page(`?after=${Number(event?.id) - 1}`, other)).events).toEqual([]);
		const { token } = await storeToken(creator.user.id, ["sales:read", "shares:read"]);
		expect((await callWithToken(token, "GET", "/api/v1/events")).status).toBe(403);
		expect((await request("/api/events")).status).toBe(401);
	});

	it("numbers events as they are committed, with a slow clock, at the same time and after a deletion", async () => {
		await record(NOON, "first");
		await record(NOON, "second");
		await record(NOON - 10_000, "of a clock behind");
		await record(NOON, "first");
		expect(await keysAt(NOON + 1)).toEqual(["first", "second", "of a clock behind"]);
		const { events } = await listEvents(at(NOON + 1), {});
		const last = events.at(-1)?.id ?? "";
		await prune(at(NOON + (RETENTION.webhookDays + 1) * 24 * 60 * MINUTE_MS), creatorEvents);
		expect(await keysAt(NOON + 1)).toEqual([]);
		await record(NOON + 20_000, "later");
		expect(await keysAt(NOON + 20_000, { after: last })).toEqual(["later"]);
	});

	it("numbers concurrent events without a gap that is filled later", async () => {
		const keys = Array.from({ length: 20 }, (_, n) => `at once ${n}`);
		const read: string[] = [];
		let after = "0";
		const poll = async () => {
			const { events } = await listEvents(at(NOON + MINUTE_MS), { after });
			after = events.at(-1)?.id ?? after;
			read.push(...events.map(keyOf));
		};
		await Promise.all(keys.flatMap((key, n) => [record(NOON + (n % 3), key), poll()]));
		await poll();
		expect(read.toSorted()).toEqual(keys.toSorted());
	});

	it("ends before an event that may still change, until it is settled", async () => {
		await record(NOON, "before");
		await record(NOON + 1, "waits", { notBefore: NOON + MINUTE_MS });
		await record(NOON + 2, "after");
		expect(await keysAt(NOON + 3)).toEqual(["before"]);
		expect(await keysAt(NOON + MINUTE_MS)).toEqual(["before"]);
		expect(await keysAt(NOON + 2 * MINUTE_MS)).toEqual(["before", "waits", "after"]);
		await testCtx()
			.db.update(creatorEvents)
			.set({ notBefore: 0 })
			.where(and(eq(creatorEvents.userId, creator.user.id), eq(creatorEvents.eventKey, "waits")));
		expect(await keysAt(NOON + 3)).toEqual(["before", "waits", "after"]);
	});

	it("filters events by type", async () => {
		for (const type of ["payout.paid", "payout.failed", "payout.reversed"])
			await record(NOON, type, { type });
		const typesOf = async (query: string) => (await page(query)).events.map(({ type }) => type);
		expect(await typesOf("?type=payout.failed")).toEqual(["payout.failed"]);
		expect(await typesOf("?type=payout.reversed,payout.paid")).toEqual([
			"payout.paid",
			"payout.reversed",
		]);
		for (const [name, value] of [
			["type", "share.sold"],
			["type", ""],
			["after", "x"],
		] as const) {
			const refused = await request(`/api/events?${name}=${value}`, { cookies: creator.cookies });
			expect(refused.status).toBe(400);
			const { fields } = await refused.json<{ fields: object }>();
			expect(Object.keys(fields)[0]).toMatch(new RegExp(`^${name}`));
		}
	});

	it("ends with the account", async () => {
		await record(NOON, "one");
		const events = () =>
			testCtx().db.$count(creatorEvents, eq(creatorEvents.userId, creator.user.id));
		expect(await events()).toBe(1);
		await erase(testCtx(), creator.user.id);
		expect(await events()).toBe(0);
	});
});
