import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { callWithToken, storeToken } from "../../test/fixtures/access-tokens.ts";
import { sell } from "../../test/fixtures/sale-helpers.ts";
import { call, makeCreator, request, testCtx } from "../../test/fixtures/test-app.ts";
import { messagesOf } from "../../test/fixtures/webhooks.ts";
import type {
	ListenerMessages,
	NewWebhookListener,
	WebhookMessagePage,
} from "./contract/webhooks.ts";
import { pollListener } from "./listeners.ts";

async function listening(events = ["*"]) {
	const creator = await makeCreator({ emailVerifiedAt: 1 });
	const { token } = await storeToken(creator.user.id, ["webhooks:write"]);
	const response = await callWithToken(token, "POST", "/api/webhooks/listeners", { events });
	expect(response.status).toBe(201);
	const listener = await response.json<NewWebhookListener>();
	const path = `/api/webhooks/listeners/${listener.id}`;
	return {
		creator,
		token,
		listener,
		path,
		poll: async () =>
			(await callWithToken(token, "GET", `${path}/messages`)).json<ListenerMessages>(),
	};
}

describe("a listener of a command line", () => {
	it("gives a listener signed events until it confirms them", async () => {
		const { creator, token, listener, path, poll } = await listening();
		expect(listener.secret).toMatch(/^whsec_/);
		expect(Date.parse(listener.expiresAt)).toBeGreaterThan(Date.now() + 590_000);
		await sell(creator);
		const { messages } = await poll();
		expect(messages.map(({ type }) => type)).toEqual(["sale.created"]);
		const [message] = messages;
		if (!message) throw new Error("no message");
		expect(message.headers["webhook-id"]).toBe(message.id);
		expect(new Webhook(listener.secret).verify(message.body, message.headers)).toMatchObject({
			type: "sale.created",
			data: { sale: { state: "paid" } },
		});
		// Unconfirmed messages come again.
		expect((await poll()).messages.map(({ id }) => id)).toEqual([message.id]);
		const results = [{ id: message.id, status: 500, response: "x".repeat(3000) }];
		expect((await callWithToken(token, "POST", `${path}/results`, { results })).status).toBe(204);
		expect((await poll()).messages).toEqual([]);
		const log = await request(`/api/webhooks/endpoints/${listener.id}/messages`, {
			cookies: creator.cookies,
		});
		const { messages: logged } = await log.json<WebhookMessagePage>();
		expect(logged).toMatchObject([
			{ id: message.id, state: "failed", attempts: [{ status: 500, failure: "status" }] },
		]);
		expect(logged[0]?.attempts[0]?.response).toHaveLength(1024);
	});

	it("gives a listener the events that it named, until its end", async () => {
		const { creator, token, listener, path, poll } = await listening(["share.deleted"]);
		const sold = await sell(creator);
		expect((await poll()).messages).toEqual([]);
		const deleted = `/api/file-shares/${sold.share.slug}?buyers=keep`;
		expect((await call("DELETE", deleted, undefined, creator.cookies)).status).toBe(204);
		expect((await poll()).messages.map(({ type }) => type)).toEqual(["share.deleted"]);
		expect((await callWithToken(token, "DELETE", path)).status).toBe(204);
		expect((await callWithToken(token, "GET", `${path}/messages`)).status).toBe(404);
		await sell(creator);
		expect(await messagesOf(listener.id)).toHaveLength(1);
	});

	it("ends ten minutes after it was last asked", async () => {
		const { creator, listener } = await listening();
		const at = (minutes: number) => ({ ...creator.ctx, now: () => Date.now() + minutes * 60_000 });
		await pollListener(at(9), listener.id);
		await pollListener(at(18), listener.id);
		await expect(pollListener(at(29), listener.id)).rejects.toMatchObject({ code: "not_found" });
		expect(testCtx().now()).toBeGreaterThan(0);
	});

	it("keeps listeners to their creator, and allows five", async () => {
		const { creator, path } = await listening();
		const other = await makeCreator({ emailVerifiedAt: 1 });
		const { token } = await storeToken(other.user.id, ["webhooks:write"]);
		expect((await callWithToken(token, "GET", `${path}/messages`)).status).toBe(404);
		expect((await callWithToken(token, "DELETE", path)).status).toBe(404);
		const add = () => call("POST", "/api/webhooks/listeners", { events: ["*"] }, creator.cookies);
		for (let nth = 2; nth <= 5; nth++) expect((await add()).status).toBe(201);
		expect(await (await add()).json()).toMatchObject({ code: "webhook.too_many_listeners" });
		const unknown = await call(
			"POST",
			"/api/webhooks/listeners",
			{ events: ["sale.imagined"] },
			creator.cookies,
		);
		expect(await unknown.json()).toMatchObject({
			fields: { "events.0": "This event doesn't exist" },
		});
	});
});
