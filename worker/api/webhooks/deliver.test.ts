import { eq } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DAY_MS } from "../../contract/retention.ts";
import { webhookEndpoints, webhookMessages } from "../../core/webhook-events/tables.ts";
import { exportAccount } from "../../maintenance/personal-data/loops.ts";
import { erase, prune } from "../../test/fixtures/personal-data.ts";
import { mailsTo, subjectsTo } from "../../test/fixtures/sale-helpers.ts";
import { call, makeCreator, request, testCtx } from "../../test/fixtures/test-app.ts";
import {
	addEndpoint,
	messagesOf,
	standInInternet,
	storeEndpoint,
} from "../../test/fixtures/webhooks.ts";
import type {
	WebhookEndpointList,
	WebhookMessage,
	WebhookMessagePage,
} from "./contract/webhooks.ts";
import { deliverWebhooks, MAX_ATTEMPTS, WAITS_MS } from "./deliver.ts";
import { resendMessage } from "./message-log.ts";
import { editEndpoint, rotateSecret } from "./own-endpoints.ts";
import { send } from "./send.ts";

const HOST = "hooks.example.com";
const REQUEST = { url: `https://${HOST}/in`, headers: {}, body: "{}" };
const HOUR = 3_600_000;

let internet: ReturnType<typeof standInInternet>;
beforeEach(async () => {
	// Messages left by other tests are not due here.
	const { db } = testCtx();
	await db.batch([db.delete(webhookMessages), db.delete(webhookEndpoints)]);
	internet = standInInternet();
	internet.receive(HOST);
});
afterEach(() => {
	vi.restoreAllMocks();
});

const verified = () => makeCreator({ emailVerifiedAt: 1 });
const messageId = (nth: number) => `msg_${String(nth).padStart(32, "0")}`;

/** A message that is due immediately. */
function messageRow(endpointId: string, nth: number) {
	const id = messageId(nth);
	return {
		id,
		endpointId,
		eventKey: id,
		type: "sale.created" as const,
		data: `{"nth":${nth}}`,
		createdAt: nth,
		dueAt: 1,
	};
}

/** Stores a due message, changed by `fields`. */
async function store(
	endpointId: string,
	nth: number,
	fields: Partial<typeof webhookMessages.$inferInsert> = {},
) {
	const row = { ...messageRow(endpointId, nth), ...fields };
	await testCtx().db.insert(webhookMessages).values(row);
	return row.id;
}

async function endpointOf(id: string) {
	const [row] = await testCtx()
		.db.select()
		.from(webhookEndpoints)
		.where(eq(webhookEndpoints.id, id));
	if (!row) throw new Error("no endpoint");
	return row;
}

const endpointsOf = (userId: string) =>
	testCtx().db.select().from(webhookEndpoints).where(eq(webhookEndpoints.userId, userId));

const runAt = (at: number) => deliverWebhooks(testCtx({ now: () => at }));

/** Fires the limit of ten seconds after `limit` ms. */
function limitTo(limit: number): void {
	const real = globalThis.setTimeout;
	vi.spyOn(globalThis, "setTimeout").mockImplementation(((work: () => void, ms: number) =>
		real(work, ms === 10_000 ? limit : ms)) as typeof setTimeout);
}
const bytes = (text: string) => new TextEncoder().encode(text);

describe("a receiver", () => {
	it.each([200, 201, 202, 204, 299])("accepts with status %i", async (status) => {
		internet.receive(HOST, () => new Response(status === 204 ? null : "ok", { status }));
		expect(await send(testCtx(), REQUEST)).toMatchObject({ status, failure: null });
	});

	it.each([400, 401, 404, 409, 410, 429, 500, 502, 503])(
		"refuses with status %i",
		async (status) => {
			internet.receive(HOST, () => new Response("no", { status }));
			const outcome = await send(testCtx(), REQUEST);
			expect(outcome).toMatchObject({ status, failure: "status", response: "no" });
		},
	);

	// G101
	it("gives up a receiver that doesn't answer within ten seconds", async () => {
		let aborted = false;
		internet.receive(HOST, (_, init) => {
			init.signal?.addEventListener("abort", () => {
				aborted = true;
			});
			return new Promise<Response>(() => {});
		});
		limitTo(0);
		expect(await send(testCtx(), REQUEST)).toMatchObject({ status: null, failure: "timeout" });
		expect(aborted).toBe(true);
	});

	it("gives up a receiver that responds byte by byte, and keeps the received bytes", async () => {
		internet.receive(HOST, () => {
			const body = new ReadableStream({ start: (controller) => controller.enqueue(bytes("a")) });
			return new Response(body, { status: 200 });
		});
		limitTo(20);
		expect(await send(testCtx(), REQUEST)).toMatchObject({
			status: 200,
			failure: "timeout",
			response: "a",
		});
	});

	// G101
	it("reads 64 KB of an endless response, and keeps the beginning", async () => {
		let sent = 0;
		let isCancelled = false;
		internet.receive(HOST, () => {
			const body = new ReadableStream({
				pull: (controller) => {
					sent += 4096;
					controller.enqueue(bytes("x".repeat(4096)));
				},
				cancel: () => {
					isCancelled = true;
				},
			});
			return new Response(body, { status: 200 });
		});
		const { failure, response } = await send(testCtx(), REQUEST);
		expect([failure, response]).toEqual([null, "x".repeat(1024)]);
		expect(sent).toBeLessThanOrEqual(65_536 + 2 * 4096);
		expect(isCancelled).toBe(true);
	});

	it("counts a response that breaks off as a failure", async () => {
		internet.receive(HOST, () => Promise.reject(new Error("Network connection lost.")));
		expect(await send(testCtx(), REQUEST)).toMatchObject({ status: null, failure: "unreachable" });
		internet.receive(HOST, () => {
			const body = new ReadableStream({
				start: (controller) => controller.enqueue(bytes("half")),
				pull: (controller) => controller.error(new Error("Network connection lost.")),
			});
			return new Response(body, { status: 200 });
		});
		expect(await send(testCtx(), REQUEST)).toMatchObject({ failure: "unreachable" });
	});

	it("keeps binary responses as text", async () => {
		internet.receive(HOST, () => new Response(new Uint8Array([0, 255, 65, 10]), { status: 500 }));
		expect((await send(testCtx(), REQUEST)).response).toBe("\ufffd\ufffdA\n");
	});
});

describe("a message", () => {
	it("repeats a message under one id for three days, then gives it up", async () => {
		internet.receive(HOST, () => new Response("down", { status: 500 }));
		const { user } = await verified();
		const { id, secret } = await storeEndpoint(user.id);
		await store(id, 1);
		let now = Date.now();
		const begun = now;
		for (const wait of WAITS_MS) {
			await runAt(now);
			const [message] = await messagesOf(id);
			expect(message).toMatchObject({ dueAt: now + wait, failedAt: null });
			await runAt(now + wait - 1);
			now += wait;
		}
		expect(now - begun).toBeGreaterThan(2.9 * DAY_MS);
		expect(await endpointOf(id)).toMatchObject({ offReason: null });
		await runAt(now);
		const [message] = await messagesOf(id);
		expect(message).toMatchObject({ dueAt: null, failedAt: now, attempts: MAX_ATTEMPTS });
		expect(internet.requests).toHaveLength(MAX_ATTEMPTS);
		expect(new Set(internet.payloadsTo(HOST, secret).map((one) => one.id)).size).toBe(1);
		expect(new Set(internet.requests.map(({ body }) => body)).size).toBe(1);
		expect(await endpointOf(id)).toMatchObject({ offReason: "failing" });
		expect((await mailsTo(user.email)).map(({ subject }) => subject)).toEqual([
			"A webhook endpoint was switched off",
		]);
	});

	it("keeps an endpoint on that refuses only one message", async () => {
		internet.receive(
			HOST,
			({ body }) => new Response(null, { status: body.includes('"nth":1}') ? 500 : 204 }),
		);
		const { user } = await verified();
		const { id } = await storeEndpoint(user.id);
		await store(id, 1, { attempts: MAX_ATTEMPTS - 1 });
		await store(id, 2);
		await runAt(100);
		await testCtx()
			.db.update(webhookMessages)
			.set({ dueAt: 100 })
			.where(eq(webhookMessages.id, messageId(1)));
		await testCtx()
			.db.update(webhookEndpoints)
			.set({ lastSuccessAt: 50, offReason: null })
			.where(eq(webhookEndpoints.id, id));
		await testCtx()
			.db.update(webhookMessages)
			.set({ failedAt: null, attempts: MAX_ATTEMPTS - 1 })
			.where(eq(webhookMessages.id, messageId(1)));
		await runAt(200);
		expect(await messagesOf(id)).toMatchObject([{ failedAt: 200 }, { deliveredAt: 100 }]);
		expect(await endpointOf(id)).toMatchObject({ offReason: null });
	});

	it("sends a message once by concurrent runs, and again if a run dies", async () => {
		const { user } = await verified();
		const { id, secret } = await storeEndpoint(user.id);
		for (let nth = 1; nth <= 12; nth++) await store(id, nth);
		await Promise.all([runAt(100), runAt(100), runAt(100)]);
		const sent = internet.payloadsTo(HOST, secret).map((one) => one.id);
		expect(sent.toSorted()).toEqual(Array.from({ length: 12 }, (_, nth) => messageId(nth + 1)));
		// The state after a run died with a claimed message.
		await store(id, 13, { attempts: 1, dueAt: 100 + WAITS_MS[0]! });
		await runAt(101);
		expect(internet.requests).toHaveLength(12);
		await runAt(100 + WAITS_MS[0]!);
		expect(internet.payloadsTo(HOST, secret).at(-1)?.id).toBe(messageId(13));
	});

	it("to an endpoint where nothing answers makes the others wait, not those of other endpoints", async () => {
		internet.receive("dead.example.com", () => Promise.reject(new Error("away")));
		const { user } = await verified();
		const dead = await storeEndpoint(user.id, { url: "https://dead.example.com/" });
		const live = await storeEndpoint(user.id);
		for (let nth = 1; nth <= 30; nth++) await store(dead.id, nth);
		await store(live.id, 31, { dueAt: 90 });
		await runAt(100);
		expect((await messagesOf(live.id))[0]?.deliveredAt).toBe(100);
		const tried = (await messagesOf(dead.id)).filter(({ attempts }) => attempts > 0);
		expect(tried.length).toBeLessThanOrEqual(3);
		expect((await messagesOf(dead.id)).every(({ dueAt }) => dueAt! > 100)).toBe(true);
	});
});

describe("several creators", () => {
	// G101
	it("take turns: hundreds of due messages of one don't delay the next attempt of another", async () => {
		internet.receive("slow.example.com", () => new Response(null, { status: 500 }));
		const attacker = await verified();
		let nth = 0;
		for (let one = 0; one < 10; one++) {
			const { id } = await storeEndpoint(attacker.user.id, { url: "https://slow.example.com/" });
			const rows = Array.from({ length: 60 }, () => messageRow(id, ++nth));
			for (let at = 0; at < rows.length; at += 5)
				await testCtx()
					.db.insert(webhookMessages)
					.values(rows.slice(at, at + 5));
		}
		const victim = await storeEndpoint((await verified()).user.id);
		await store(victim.id, ++nth, { attempts: 1, dueAt: 90 });
		await runAt(100);
		const places = internet.requests.map(({ url }) => new URL(url).hostname);
		expect(places.indexOf(HOST)).toBeGreaterThanOrEqual(0);
		expect(places.indexOf(HOST)).toBeLessThan(6);
		expect(await messagesOf(victim.id)).toMatchObject([{ deliveredAt: 100, attempts: 2 }]);
		expect(places).toHaveLength(nth);
	});

	it("share the places of a round, and one alone gets all of them", async () => {
		const crowd = (await verified()).user.id;
		const pair = [await storeEndpoint(crowd), await storeEndpoint(crowd)];
		const one = await storeEndpoint((await verified()).user.id);
		for (let nth = 1; nth <= 20; nth++) await store(pair[nth % 2]?.id ?? "", nth);
		for (let nth = 21; nth <= 24; nth++) await store(one.id, nth, { dueAt: 50 });
		await runAt(100);
		const sent = internet.requests.map(({ headers }) => headers.get("webhook-id") ?? "");
		const ofOne = (ids: string[]) => ids.filter((id) => id > messageId(20)).length;
		expect(sent).toHaveLength(24);
		expect(ofOne(sent.slice(0, 6))).toBe(3);
	});
});

describe("an endpoint", () => {
	// G101
	it("makes an endpoint's other messages wait after an incomplete response", async () => {
		const { user } = await verified();
		const { id } = await storeEndpoint(user.id);
		for (let nth = 1; nth <= 9; nth++) await store(id, nth);
		internet.receive(HOST, () => {
			const body = new ReadableStream({ start: (control) => control.enqueue(bytes("a")) });
			return new Response(body, { status: 200 });
		});
		limitTo(20);
		await runAt(100);
		expect(internet.requests).toHaveLength(3);
		const all = await messagesOf(id);
		expect(all.every(({ dueAt }) => dueAt! > 100)).toBe(true);
		expect(all.filter(({ attempts: made }) => made === 0)).toHaveLength(6);
	});

	it("switches an endpoint off on 410, and sends waiting messages when it is on again", async () => {
		let status = 410;
		internet.receive(HOST, () => new Response(null, { status }));
		const creator = await verified();
		const { id, secret } = await addEndpoint(creator.cookies);
		await store(id, 1);
		await runAt(100);
		await store(id, 2, { dueAt: null });
		const list = await request("/api/webhooks/endpoints", { cookies: creator.cookies });
		expect((await list.json<WebhookEndpointList>()).endpoints).toMatchObject([
			{ id, enabled: false, offReason: "gone", lastSuccessAt: null },
		]);
		expect(await subjectsTo(creator.user.email)).toEqual([
			"A webhook endpoint was added",
			"A webhook endpoint was switched off",
		]);
		status = 204;
		const path = `/api/webhooks/endpoints/${id}`;
		const on = await call("PATCH", path, { enabled: true }, creator.cookies);
		expect(await on.json()).toMatchObject({ enabled: true, offReason: null });
		expect(internet.payloadsTo(HOST, secret).map((one) => one.id)).toEqual([
			messageId(1),
			messageId(2),
		]);
		expect(await messagesOf(id)).toMatchObject([{ deliveredAt: null }, { attempts: 1 }]);
	});

	it("sends nothing to an endpoint that its creator switched off", async () => {
		const creator = await verified();
		const { id } = await addEndpoint(creator.cookies);
		await store(id, 1, { dueAt: Date.now() + HOUR });
		const path = `/api/webhooks/endpoints/${id}`;
		await call("PATCH", path, { enabled: false, description: "Shop" }, creator.cookies);
		await runAt(Date.now() + 2 * HOUR);
		expect(internet.requests).toEqual([]);
		const log = await request(`${path}/messages`, { cookies: creator.cookies });
		expect((await log.json<WebhookMessagePage>()).messages).toMatchObject([{ state: "paused" }]);
		await call("PATCH", path, { enabled: true }, creator.cookies);
		expect(internet.requests).toHaveLength(1);
		expect(await endpointOf(id)).toMatchObject({ description: "Shop", events: ["*"] });
	});

	// G104
	it("restarts the attempts of waiting messages at most once an hour", async () => {
		internet.receive(HOST, () => new Response(null, { status: 500 }));
		const creator = await verified();
		const { id } = await storeEndpoint(creator.user.id, { offReason: "gone" });
		await store(id, 1, { attempts: 4, dueAt: null });
		const begun = Date.now();
		const attemptsAfterSwitchOn = async (at: number) => {
			const ctx = { ...creator.ctx, now: () => at };
			await editEndpoint(ctx, id, { enabled: false });
			await editEndpoint(ctx, id, { enabled: true });
			await runAt(at);
			return (await messagesOf(id))[0]?.attempts;
		};
		expect(await attemptsAfterSwitchOn(begun)).toBe(1);
		expect(await attemptsAfterSwitchOn(begun + HOUR / 2)).toBe(2);
		expect(await attemptsAfterSwitchOn(begun + HOUR - 1)).toBe(3);
		expect(await attemptsAfterSwitchOn(begun + HOUR)).toBe(1);
	});

	// G105
	it("signs with the former secret as well for a day", async () => {
		const creator = await verified();
		const { id, secret: former } = await addEndpoint(creator.cookies);
		const path = `/api/webhooks/endpoints/${id}`;
		const rotated = await call("POST", `${path}/rotate`, undefined, creator.cookies);
		const { secret, previousSecretUntil } = await rotated.json<{
			secret: string;
			previousSecretUntil: string;
		}>();
		expect(secret).not.toBe(former);
		expect(Date.parse(previousSecretUntil) - Date.now()).toBeGreaterThan(DAY_MS - 60_000);
		await call("POST", `${path}/test`, undefined, creator.cookies);
		const verify = (key: string) => internet.payloadsTo(HOST, key).map(({ type }) => type);
		expect(verify(secret)).toEqual(["webhook.test"]);
		expect(verify(former)).toEqual(["webhook.test"]);
		await store(id, 1);
		await runAt(Date.now() + DAY_MS + 1000);
		expect(verify(secret)).toEqual(["webhook.test", "sale.created"]);
		const { body, headers } = internet.requests[1]!;
		expect(headers.get("webhook-signature")).not.toContain(" ");
		expect(() => new Webhook(former).verify(body, Object.fromEntries(headers))).toThrow();
	});

	it("keeps each former secret valid for its day when it is changed again within one", async () => {
		const creator = await verified();
		const { id, secret: first } = await addEndpoint(creator.cookies);
		const begun = Date.now();
		const rotatedAt = async (at: number) =>
			(await rotateSecret({ ...creator.ctx, now: () => at }, id)).secret;
		const second = await rotatedAt(begun + HOUR);
		const third = await rotatedAt(begun + 2 * HOUR);
		let sent = 0;
		const validAt = async (at: number) => {
			await store(id, ++sent);
			await runAt(at);
			const { body, headers } = internet.requests.at(-1)!;
			const names = { first, second, third };
			return Object.entries(names).flatMap(([name, key]) => {
				try {
					new Webhook(key).verify(body, Object.fromEntries(headers));
					return [name];
				} catch {
					return [];
				}
			});
		};
		expect(await validAt(begun + 3 * HOUR)).toEqual(["first", "second", "third"]);
		expect(await validAt(begun + DAY_MS + HOUR + 1)).toEqual(["second", "third"]);
		expect(await validAt(begun + DAY_MS + 2 * HOUR + 1)).toEqual(["third"]);
		await Promise.all([rotatedAt(begun), rotatedAt(begun), rotatedAt(begun)]);
		expect(await validAt(begun + 1)).toContain("third");
		for (let nth = 0; nth < 20; nth++) await rotatedAt(begun);
		await validAt(begun + 1);
		const signatures = internet.requests.at(-1)?.headers.get("webhook-signature")?.split(" ");
		expect(signatures).toHaveLength(11);
	});

	// G105
	it("shows its secret once, and stores it readable in no table", async () => {
		const creator = await verified();
		const { id, secret } = await addEndpoint(creator.cookies);
		const list = await (
			await request("/api/webhooks/endpoints", { cookies: creator.cookies })
		).text();
		expect(list).not.toContain("whsec_");
		expect(JSON.stringify(await endpointOf(id))).not.toContain(secret.slice(6, 30));
		const exported = JSON.stringify((await exportAccount(creator.ctx)).webhooks);
		expect(exported).toContain(HOST);
		expect(exported).not.toContain("secret");
		const acts = await (await request("/api/account/acts", { cookies: creator.cookies })).text();
		expect(acts).toContain("webhook.added");
		expect(acts).not.toContain("whsec_");
	});

	it("demands a confirmed address, and allows ten endpoints", async () => {
		const input = { url: `https://${HOST}/in`, events: ["*"] };
		const unverified = await makeCreator();
		const refused = await call("POST", "/api/webhooks/endpoints", input, unverified.cookies);
		expect(await refused.json()).toMatchObject({ code: "account.email_unverified" });
		const creator = await verified();
		for (let nth = 0; nth < 10; nth++) await addEndpoint(creator.cookies);
		const more = await call("POST", "/api/webhooks/endpoints", input, creator.cookies);
		expect(await more.json()).toMatchObject({ code: "webhook.too_many" });
		for (const [field, wrong] of [
			["events", []],
			["events", ["sale.imagined"]],
			["url", ""],
		] as const) {
			const bad = await call(
				"POST",
				"/api/webhooks/endpoints",
				{ ...input, [field]: wrong },
				creator.cookies,
			);
			expect(Object.keys((await bad.json<{ fields: object }>()).fields)[0]).toMatch(field);
		}
	});

	it("sends no test to a disabled endpoint", async () => {
		const creator = await verified();
		const { id } = await addEndpoint(creator.cookies);
		const path = `/api/webhooks/endpoints/${id}`;
		await call("PATCH", path, { enabled: false }, creator.cookies);
		const refused = await call("POST", `${path}/test`, undefined, creator.cookies);
		expect(refused.status).toBe(409);
		expect(await refused.json()).toMatchObject({ code: "webhook.endpoint_off" });
		expect(await messagesOf(id)).toEqual([]);
	});

	it("deletes an endpoint with its log, also with the account", async () => {
		const creator = await verified();
		const { id } = await addEndpoint(creator.cookies);
		const path = `/api/webhooks/endpoints/${id}`;
		await call("POST", `${path}/test`, undefined, creator.cookies);
		expect((await call("DELETE", path, undefined, creator.cookies)).status).toBe(204);
		expect((await call("DELETE", path, undefined, creator.cookies)).status).toBe(404);
		expect(await messagesOf(id)).toEqual([]);
		const other = await addEndpoint(creator.cookies);
		await store(other.id, 1);
		await erase(testCtx(), creator.user.id);
		expect(await endpointsOf(creator.user.id)).toEqual([]);
		expect(await messagesOf(other.id)).toEqual([]);
	});
});

describe("the log", () => {
	it("shows requests and responses, a page at a time, and sends a message again", async () => {
		let status = 500;
		internet.receive(HOST, () => new Response("answer", { status }));
		const creator = await verified();
		const { id } = await addEndpoint(creator.cookies);
		for (let nth = 1; nth <= 30; nth++) await store(id, nth, { dueAt: null, failedAt: 1 });
		const path = `/api/webhooks/endpoints/${id}/messages`;
		const read = async (query = "") =>
			(await request(`${path}${query}`, { cookies: creator.cookies })).json<WebhookMessagePage>();
		const first = await read();
		expect(first.messages.map((message) => message.id)).toEqual(
			Array.from({ length: 25 }, (_, nth) => messageId(30 - nth)),
		);
		const second = await read(`?after=${first.next}`);
		expect(second.messages.map((message) => message.id)).toEqual([5, 4, 3, 2, 1].map(messageId));
		expect(second.next).toBeNull();
		const resend = async () =>
			(
				await call(
					"POST",
					`/api/webhooks/messages/${messageId(7)}/resend`,
					undefined,
					creator.cookies,
				)
			).json<WebhookMessage>();
		expect(await resend()).toMatchObject({
			id: messageId(7),
			state: "failed",
			attempts: [{ status: 500, failure: "status", response: "answer" }],
		});
		status = 200;
		const sent = await resend();
		expect(sent).toMatchObject({
			state: "delivered",
			attempts: [{ status: 200 }, { status: 500 }],
		});
		expect(sent.attempts[0]?.requestHeaders["webhook-id"]).toBe(messageId(7));
		expect(JSON.parse(sent.body)).toMatchObject({ type: "sale.created", data: { nth: 7 } });
		const other = await verified();
		const foreign = await call(
			"POST",
			`/api/webhooks/messages/${messageId(7)}/resend`,
			undefined,
			other.cookies,
		);
		expect(foreign.status).toBe(404);
	});

	it("keeps a message's latest 20 attempts", async () => {
		let nth = 0;
		internet.receive(HOST, () => new Response(`answer ${++nth}`));
		const creator = await verified();
		const { id } = await addEndpoint(creator.cookies);
		const message = await store(id, 1, { dueAt: null, failedAt: 1 });
		for (let n = 1; n <= 21; n++) await resendMessage(creator.ctx, message);
		const [row] = await messagesOf(id);
		expect(row?.attemptLog.map(({ response }) => response)).toEqual(
			Array.from({ length: 20 }, (_, n) => `answer ${n + 2}`),
		);
	});

	it("keeps the log for 30 days", async () => {
		const creator = await verified();
		const { id } = await addEndpoint(creator.cookies);
		await call("POST", `/api/webhooks/endpoints/${id}/test`, undefined, creator.cookies);
		await storeEndpoint(creator.user.id, { url: null, expiresAt: 1 });
		const at = (days: number) => testCtx({ now: () => Date.now() + days * DAY_MS });
		await prune(at(29), webhookMessages);
		expect(await messagesOf(id)).toHaveLength(1);
		await prune(at(31), webhookMessages, webhookEndpoints);
		expect(await messagesOf(id)).toEqual([]);
		expect(await endpointsOf(creator.user.id)).toMatchObject([{ id }]);
	});

	// G104
	it("counts a new address as a test, and switching an endpoint on by itself", async () => {
		const creator = await verified();
		const { id, url } = await addEndpoint(creator.cookies);
		const path = `/api/webhooks/endpoints/${id}`;
		const statuses = async (edit: object, times: number) => {
			const all = [];
			for (let nth = 0; nth < times; nth++)
				all.push((await call("PATCH", path, edit, creator.cookies)).status);
			return all;
		};
		expect(new Set(await statuses({ url }, 20))).toEqual(new Set([200]));
		expect(await statuses({ url }, 1)).toEqual([429]);
		expect(new Set(await statuses({ enabled: true }, 21))).toEqual(new Set([200]));
		expect(await statuses({ enabled: true }, 1)).toEqual([429]);
		expect(await statuses({ enabled: false, description: "Shop" }, 1)).toEqual([200]);
	});

	// G104
	it("allows so many tests and repetitions in a row", async () => {
		const creator = await verified();
		const { id } = await addEndpoint(creator.cookies);
		const test = () =>
			call("POST", `/api/webhooks/endpoints/${id}/test`, undefined, creator.cookies);
		const statuses = [];
		for (let nth = 0; nth < 21; nth++) statuses.push((await test()).status);
		expect(statuses.filter((status) => status === 200)).toHaveLength(20);
		expect(statuses.at(-1)).toBe(429);
	});
});
