import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { MIB } from "../../contract/constants.ts";
import type { ErrorBody } from "../../contract/errors.ts";
import { storeToken } from "../../test/fixtures/access-tokens.ts";
import { callTool, errorOf, withClient } from "../../test/fixtures/mcp.ts";
import { makeShare } from "../../test/fixtures/sales.ts";
import { makeCreator, ORIGIN, request, withVariables } from "../../test/fixtures/test-app.ts";

const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list" };

async function post(
	token: string | null,
	body: unknown,
	headers: Record<string, string> = {},
	cookies: Record<string, string> = {},
) {
	return request("/mcp", {
		method: "POST",
		cookies,
		headers: {
			accept: "application/json, text/event-stream",
			"content-type": "application/json",
			...(token !== null && { authorization: `Bearer ${token}` }),
			...headers,
		},
		body: typeof body === "string" ? body : JSON.stringify(body),
	});
}

async function reader() {
	const creator = await makeCreator();
	const { token } = await storeToken(creator.user.id, ["shares:read"]);
	return { ...creator, token };
}

describe("the server of the Model Context Protocol", () => {
	it.each([
		["of the revision of 2026-07-28", true, "2026-07-28"],
		["of the revisions before, without a session", false, "2025-11-25"],
	])("serves clients %s", async (_, isNewest, revision) => {
		const { user, token } = await reader();
		const share = await makeShare(user.id, { title: "Notes" });
		await withClient(
			token,
			async (client) => {
				expect(client.getServerVersion()).toMatchObject({ name: "tillbox", title: "Tillbox" });
				expect(client.getInstructions()).toContain("confirmation");
				expect(client.getNegotiatedProtocolVersion()).toBe(revision);
				const { tools } = await client.listTools();
				expect(tools.map(({ name }) => name)).toEqual([
					"list_shares",
					"show_share",
					"list_choices",
					"list_uploads",
					"list_discount_codes",
				]);
				const result = await client.callTool({ name: "list_shares", arguments: {} });
				expect(result.structuredContent).toMatchObject({ shares: [{ shareId: share.slug }] });
			},
			{ isNewest },
		);
	});

	// G88
	it("wants an access token, and never takes a session for one", async () => {
		const { cookies } = await makeCreator();
		const refused = [
			await post(null, LIST),
			await post(null, LIST, {}, cookies),
			await post(null, LIST, { authorization: "Bearer something-else" }, cookies),
			await post(null, LIST, { authorization: `Basic ${btoa("tbx_a:b")}` }, cookies),
			await post("tbx_000000000000000000000000000000000000", LIST, {}, cookies),
		];
		for (const response of refused) {
			expect(response.status).toBe(401);
			expect(response.headers.get("www-authenticate")).toMatch(/^Bearer /);
		}
		const { token, user } = await reader();
		const expired = await storeToken(user.id, ["shares:read"], { expiresAt: 2 });
		expect((await post(expired.token, LIST)).status).toBe(401);
		expect((await post(token, LIST)).status).toBe(200);
	});

	// G88
	it("refuses requests that another site's page sends, also with a token", async () => {
		const { token } = await reader();
		const foreign: Record<string, string>[] = [
			{ origin: "https://evil.test" },
			{ origin: "null" },
			{ origin: "https://evil.test", "sec-fetch-site": "cross-site" },
			// Another name for this address, as in DNS rebinding.
			{ origin: ORIGIN.replace("https://", "https://www.") },
		];
		for (const headers of foreign) {
			const response = await post(token, LIST, headers);
			expect(response.status).toBe(403);
			expect((await response.json<ErrorBody>()).code).toBe("request.cross_site");
		}
		expect((await post(token, LIST, { origin: ORIGIN })).status).toBe(200);
	});

	it("offers neither streams nor sessions", async () => {
		const { token } = await reader();
		for (const method of ["GET", "DELETE", "HEAD"]) {
			const response = await request("/mcp", {
				method,
				headers: { accept: "text/event-stream", authorization: `Bearer ${token}` },
			});
			expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
		}
		const response = await post(token, LIST);
		expect(response.headers.get("mcp-session-id")).toBeNull();
		expect(response.headers.get("cache-control")).toBe("private, no-store");
	});

	it("names the permissions that a call lacks, and those that the token has", async () => {
		const { token } = await reader();
		const params = { name: "list_sales", arguments: {} };
		const response = await post(token, { ...LIST, method: "tools/call", params });
		expect(response.status).toBe(403);
		expect(response.headers.get("www-authenticate")).toBe(
			`Bearer error="insufficient_scope", scope="shares:read sales:read", resource_metadata="${ORIGIN}/.well-known/oauth-protected-resource/mcp"`,
		);
	});

	it("opens no subscription, which would keep a stream open", async () => {
		const { token } = await reader();
		const meta = {
			"io.modelcontextprotocol/protocolVersion": "2026-07-28",
			"io.modelcontextprotocol/clientInfo": { name: "tests", version: "1" },
			"io.modelcontextprotocol/clientCapabilities": {},
		};
		const method = "subscriptions/listen";
		const params = { notifications: { toolsListChanged: true }, _meta: meta };
		const response = await post(
			token,
			{ jsonrpc: "2.0", id: 1, method, params },
			{ "mcp-protocol-version": "2026-07-28", "mcp-method": method },
		);
		expect(await response.json()).toMatchObject({
			error: { message: "Subscription limit reached" },
		});
	});

	// G90
	it("counts each message, says how many are left, and takes one message per request", async () => {
		const { token } = await reader();
		expect((await post(token, Array(50).fill(LIST))).status).toBe(400);
		await withVariables({ TOKEN_CALLS_PER_MINUTE: "3" }, async () => {
			for (const left of [1, 0]) {
				const params = { name: "show_share", arguments: { shareId: "AAAAAAAAAA" } };
				const response = await post(token, { ...LIST, method: "tools/call", params });
				// Its two API calls count as one.
				expect(response.headers.get("ratelimit")).toMatch(new RegExp(`^"token";r=${left};t=`));
				expect(response.headers.get("ratelimit-policy")).toBe('"token";q=3;w=60');
			}
			const refused = await post(token, LIST);
			expect(refused.status).toBe(429);
			expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
		});
	});

	it("refuses bodies that aren't messages or exceed 5 MiB", async () => {
		const { token } = await reader();
		expect((await post(token, "{")).status).toBe(400);
		expect((await post(token, LIST, { "content-type": "text/plain" })).status).toBe(415);
		expect((await post(token, LIST, { accept: "text/html" })).status).toBe(406);
		const { status } = await post(token, JSON.stringify({ ...LIST, params: "x".repeat(5 * MIB) }));
		expect(status).toBe(413);
		const unknown = await post(token, { ...LIST, method: "resources/list" });
		expect(await unknown.text()).toContain("Method not found");
	});

	it("knows no other tools, and says so by the protocol", async () => {
		const { token } = await reader();
		await expect(callTool(token, "delete_account")).rejects.toThrow(/There is no tool/);
	});

	it("refuses suspended creators like the API", async () => {
		const creator = await makeCreator({ suspendedAt: 1 });
		const share = await makeShare(creator.user.id);
		const { token } = await storeToken(creator.user.id, ["shares:read", "shares:write"]);
		const edit = { shareId: share.slug, title: "New" };
		expect(errorOf(await callTool(token, "edit_share", edit))).toBe("account.suspended");
		const code = { code: "SALE10", percent: 10 };
		expect(errorOf(await callTool(token, "create_discount_code", code))).toBe("account.suspended");
		expect(errorOf(await callTool(token, "list_shares"))).toBeNull();
	});

	it("reveals nothing about internal errors", async () => {
		const { user } = await makeCreator();
		const { token } = await storeToken(user.id, ["shares:write"]);
		const share = { title: "Notes", price: "5", files: [{ name: "a.txt", text: "Hello" }] };
		const broken = new Proxy(env.FILES, {
			get: () => () => Promise.reject(new Error("the key of the store is 12345")),
		});
		const result = await withVariables({ FILES: broken }, () =>
			callTool(token, "create_share", share),
		);
		expect(["internal.error", "storage.unavailable"]).toContain(errorOf(result));
		expect(JSON.stringify(result)).not.toContain("12345");
	});

	it("refuses new shares while uploads are paused, and everything during maintenance", async () => {
		const { user } = await makeCreator();
		const { token } = await storeToken(user.id, ["shares:write"]);
		const share = { title: "Notes", price: "5", files: [{ name: "a.txt", text: "Hello" }] };
		await withVariables({ PAUSE_UPLOADS: "true" }, async () =>
			expect(errorOf(await callTool(token, "create_share", share))).toBe("uploads.paused"),
		);
		await withVariables({ MAINTENANCE: "true" }, async () =>
			expect((await post(token, LIST)).status).toBe(503),
		);
	});
});
