import { beforeEach, describe, expect, it, vi } from "vitest";
import { webhookMessages } from "../../core/webhook-events/tables.ts";
import { callWithToken, storeToken } from "../../test/fixtures/access-tokens.ts";
import { mailsTo, subjectsTo } from "../../test/fixtures/sale-helpers.ts";
import { call, makeCreator, request, testCtx } from "../../test/fixtures/test-app.ts";
import {
	addEndpoint,
	messagesOf,
	standInInternet,
	storeEndpoint,
} from "../../test/fixtures/webhooks.ts";
import type { NewWebhookListener, WebhookEndpointList } from "./contract/webhooks.ts";
import { deliverWebhooks } from "./deliver.ts";

const HOST = "hooks.example.com";
const verified = () => makeCreator({ emailVerifiedAt: 1 });
type Creator = Awaited<ReturnType<typeof makeCreator>>;

let internet: ReturnType<typeof standInInternet>;
beforeEach(() => {
	vi.restoreAllMocks();
	internet = standInInternet();
	internet.receive(HOST);
	internet.receive("other.example.com");
});

async function resetPassword({ user }: Creator): Promise<Response> {
	await call("POST", "/api/password/forgot", { email: user.email });
	const link = (await mailsTo(user.email)).at(-1)?.text ?? "";
	const [, token] = /reset-password#([\w-]{43})/.exec(link) ?? [];
	return call("POST", "/api/password/reset", { token, password: "entirely different words" });
}

describe("the creator is told by mail", () => {
	// G103
	it("mails the creator when an endpoint is added, moved or given a new secret", async () => {
		const creator = await verified();
		const { token } = await storeToken(creator.user.id, ["webhooks:write"]);
		const added = await callWithToken(token, "POST", "/api/webhooks/endpoints", {
			url: `https://${HOST}/key-in-path`,
			events: ["*"],
		});
		expect(added.status).toBe(201);
		const { id } = await added.json<{ id: string }>();
		const path = `/api/webhooks/endpoints/${id}`;
		await callWithToken(token, "PATCH", path, { url: "https://other.example.com/in" });
		await callWithToken(token, "POST", `${path}/rotate`);
		const mails = await mailsTo(creator.user.email);
		expect(mails.map(({ subject }) => subject)).toEqual([
			"A webhook endpoint was added",
			"The address of a webhook endpoint was changed",
			"A webhook endpoint got a new secret",
		]);
		expect(mails.map(({ text }) => /\S+\.example\.com\S*/.exec(text)?.[0])).toEqual([
			HOST,
			"other.example.com",
			"other.example.com",
		]);
	});

	it("mails nothing when an edit keeps the address or is refused", async () => {
		const creator = await verified();
		const { id, url } = await addEndpoint(creator.cookies);
		const path = `/api/webhooks/endpoints/${id}`;
		await call("PATCH", path, { url, description: "Shop" }, creator.cookies);
		const refused = await call("PATCH", path, { url: "https://10.0.0.1/" }, creator.cookies);
		expect(refused.status).toBe(400);
		expect(await subjectsTo(creator.user.email)).toEqual(["A webhook endpoint was added"]);
	});
});

describe("a reset of the password", () => {
	// G103
	it("switches off every endpoint and its messages, ends listeners, and notifies the creator", async () => {
		const creator = await verified();
		const { id } = await addEndpoint(creator.cookies);
		const off = await storeEndpoint(creator.user.id, { offReason: "creator" });
		const bystander = await storeEndpoint((await verified()).user.id);
		const ctx = testCtx();
		for (const endpointId of [id, bystander.id])
			await ctx.db.insert(webhookMessages).values({
				id: `msg_${ctx.id()}`,
				endpointId,
				eventKey: "k",
				type: "sale.created",
				data: "{}",
				createdAt: ctx.now(),
				dueAt: 1,
			});
		const listener = await (
			await call("POST", "/api/webhooks/listeners", { events: ["*"] }, creator.cookies)
		).json<NewWebhookListener>();
		expect((await resetPassword(creator)).status).toBe(204);
		await deliverWebhooks(testCtx());
		expect(await messagesOf(id)).toMatchObject([{ dueAt: null, attempts: 0 }]);
		expect(await messagesOf(bystander.id)).toMatchObject([{ attempts: 1 }]);
		expect(await subjectsTo(creator.user.email)).toContain(
			"Your webhook endpoints were switched off",
		);
		const { token } = await storeToken(creator.user.id, ["webhooks:write"]);
		const list = await callWithToken(token, "GET", "/api/webhooks/endpoints");
		const { endpoints } = await list.json<WebhookEndpointList>();
		expect(new Map(endpoints.map((one) => [one.id, one.offReason]))).toEqual(
			new Map([
				[id, "reset"],
				[off.id, "creator"],
			]),
		);
		const poll = `/api/webhooks/listeners/${listener.id}/messages`;
		expect((await callWithToken(token, "GET", poll)).status).toBe(404);
		// The owner knows the endpoint, so its waiting messages are sent.
		await callWithToken(token, "PATCH", `/api/webhooks/endpoints/${id}`, { enabled: true });
		await deliverWebhooks(testCtx());
		expect(await messagesOf(id)).toMatchObject([{ attempts: 1 }]);
	});

	it("changes no endpoint on a reset by an invalid link", async () => {
		const creator = await verified();
		await storeEndpoint(creator.user.id);
		const forged = { token: "a".repeat(43), password: "entirely different words" };
		expect((await call("POST", "/api/password/reset", forged)).status).not.toBe(204);
		const list = await request("/api/webhooks/endpoints", { cookies: creator.cookies });
		expect((await list.json<WebhookEndpointList>()).endpoints).toMatchObject([{ enabled: true }]);
	});
});
