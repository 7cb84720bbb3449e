import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { CreatedShare } from "../../catalogue/shares/contract/shares.ts";
import { auditLog } from "../../core/audit-log/tables.ts";
import { TOKENS } from "../../core/token-purposes.ts";
import { hashPassword } from "../../platform/security/passwords.ts";
import { callWithToken, storeToken } from "../../test/fixtures/access-tokens.ts";
import { makeShare } from "../../test/fixtures/sales.ts";
import {
	call,
	makeCreator,
	request,
	testCtx,
	withVariables,
} from "../../test/fixtures/test-app.ts";
import { storeLink } from "../../test/fixtures/tokens.ts";
import { accessTokens } from "../tables.ts";
import type { NewAccessToken } from "./contract.ts";
import { isTokenText, newTokenText } from "./token-text.ts";

const PASSWORD = "zebra8fjord";
const INPUT = {
	name: "Backup",
	scopes: ["shares:read"],
	expiresInDays: 30,
	password: PASSWORD,
};

const verified = async () =>
	makeCreator({ emailVerifiedAt: 1, passwordHash: await hashPassword(PASSWORD) });

it("detects every changed character by the checksum", () => {
	const token = newTokenText();
	expect(token).toMatch(/^tbx_[0-9A-Za-z]{36}$/);
	expect(newTokenText()).not.toBe(token);
	expect(isTokenText(token)).toBe(true);
	for (let at = 0; at < token.length; at++) {
		const other = token[at] === "x" ? "y" : "x";
		expect(isTokenText(token.slice(0, at) + other + token.slice(at + 1))).toBe(false);
	}
	expect(isTokenText(`${token}0`)).toBe(false);
});

describe("an access token", () => {
	// G87
	it("shows a token once, accepts it, and refuses it once it is removed", async () => {
		const { cookies, user } = await verified();
		const share = await makeShare(user.id, { title: "Notes" });
		const response = await call("POST", "/api/tokens", INPUT, cookies);
		expect(response.status).toBe(201);
		const { token, id } = await response.json<NewAccessToken>();
		const shares = await callWithToken(token, "GET", "/api/my-file-shares");
		expect(await shares.json()).toMatchObject([{ shareId: share.slug, title: "Notes" }]);
		const list = await (await request("/api/tokens", { cookies })).text();
		expect(list).not.toContain(token);
		expect(JSON.parse(list).tokens).toMatchObject([
			{ id, name: "Backup", ending: token.slice(-4), scopes: ["shares:read"] },
		]);
		expect(JSON.parse(list).tokens[0].lastUsedAt).not.toBeNull();
		const stored = JSON.stringify(
			await testCtx().db.select().from(accessTokens).where(eq(accessTokens.userId, user.id)),
		);
		expect(stored).toContain(token.slice(-4));
		expect(stored).not.toContain(token.slice(4, 34));
		expect((await call("DELETE", `/api/tokens/${id}`, undefined, cookies)).status).toBe(204);
		const after = await callWithToken(token, "GET", "/api/my-file-shares");
		expect(after.status).toBe(401);
		expect(after.headers.get("www-authenticate")).toContain("Bearer");
		expect(await after.json()).toMatchObject({ code: "access_token.invalid" });
		const acts = await (await request("/api/account/acts", { cookies })).json<{ act: string }[]>();
		expect(acts.map(({ act }) => act).sort()).toEqual([
			"access_token.added",
			"access_token.removed",
		]);
	});

	// G87
	it("requires a confirmed address and the password for a new token", async () => {
		const unverified = await makeCreator();
		const refused = await call("POST", "/api/tokens", INPUT, unverified.cookies);
		expect(await refused.json()).toMatchObject({ code: "account.email_unverified" });
		const { cookies } = await verified();
		for (const [password, code] of [
			[undefined, "account.confirmation_required"],
			["wrong-password", "forbidden"],
		]) {
			const response = await call("POST", "/api/tokens", { ...INPUT, password }, cookies);
			expect(await response.json()).toMatchObject({ code });
		}
		const empty = await call("POST", "/api/tokens", { ...INPUT, scopes: [] }, cookies);
		expect(await empty.json()).toMatchObject({
			fields: { scopes: "Choose at least one permission" },
		});
	});

	it("refuses an expired token, and a twenty-first", async () => {
		const { cookies, user } = await verified();
		const { token } = await storeToken(user.id, ["shares:read"], { expiresAt: 2 });
		expect((await callWithToken(token, "GET", "/api/user")).status).toBe(401);
		for (let n = 1; n < 20; n++) await storeToken(user.id, ["shares:read"]);
		const response = await call("POST", "/api/tokens", INPUT, cookies);
		expect(await response.json()).toMatchObject({ code: "access_token.too_many" });
	});

	// G85
	it("ignores a session that is sent with a token", async () => {
		const { user } = await verified();
		const other = await verified();
		const { token } = await storeToken(user.id, ["shares:read"]);
		const response = await request("/api/user", {
			cookies: other.cookies,
			headers: { authorization: `Bearer ${token}` },
		});
		expect(await response.json()).toMatchObject({ id: user.id });
		const made = await request("/api/tokens", {
			method: "POST",
			cookies: other.cookies,
			headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
			body: JSON.stringify(INPUT),
		});
		expect(await made.json()).toMatchObject({ code: "access_token.not_allowed" });
	});

	it("allows as many calls as the limit, and sends the rest with each response", async () => {
		const { user } = await verified();
		const { token } = await storeToken(user.id, ["shares:read"]);
		await withVariables({ TOKEN_CALLS_PER_MINUTE: "3" }, async () => {
			for (const left of [2, 1, 0]) {
				const response = await callWithToken(token, "GET", "/api/my-file-shares");
				expect(response.headers.get("ratelimit")).toMatch(new RegExp(`^"token";r=${left};t=\\d+$`));
				expect(response.headers.get("ratelimit-policy")).toBe('"token";q=3;w=60');
			}
			const refused = await callWithToken(token, "GET", "/api/my-file-shares");
			expect(refused.status).toBe(429);
			expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
			expect(refused.headers.get("ratelimit")).toContain("r=0");
		});
	});

	// G86
	it("counts each request once and notes the token's use, also on public routes", async () => {
		const { user } = await verified();
		const { id, token } = await storeToken(user.id, ["shares:read", "shares:write"]);
		const form = new FormData();
		form.set("title", "Notes");
		form.set("price", "9.00");
		form.append("files", new File(["notes"], "notes.txt", { type: "text/plain" }));
		const headers = { authorization: `Bearer ${token}`, "idempotency-key": "one-form" };
		let calls = 0;
		const countsOne = async (response: Response, status = 200) => {
			expect(response.status, await response.clone().text()).toBe(status);
			expect(response.headers.get("ratelimit")).toContain(`r=${600 - ++calls};`);
			await response.arrayBuffer();
		};
		const made = await request("/api/file-shares", { method: "POST", headers, body: form });
		const { fileShare, files } = await made.clone().json<CreatedShare>();
		await countsOne(made, 201);
		await countsOne(await callWithToken(token, "GET", `/api/files/${files[0]?.id}/download`));
		await countsOne(await callWithToken(token, "GET", `/api/file-shares/${fileShare.shareId}`));
		await countsOne(await callWithToken(token, "GET", `/share/${fileShare.shareId}`));
		await countsOne(await callWithToken(token, "GET", "/api/sessions"), 403);
		const [stored] = await testCtx().db.select().from(accessTokens).where(eq(accessTokens.id, id));
		expect(stored).toMatchObject({ calls });
		expect(stored?.lastUsedAt).toBeGreaterThan(0);
	});

	it("limits calls on public routes, which ignore an invalid token", async () => {
		const { user } = await verified();
		const { slug } = await makeShare(user.id);
		const { id, token } = await storeToken(user.id, ["shares:read"]);
		const path = `/api/file-shares/${slug}`;
		await withVariables({ TOKEN_CALLS_PER_MINUTE: "1" }, async () => {
			expect((await callWithToken(token, "GET", path)).status).toBe(200);
			const refused = await callWithToken(token, "GET", path);
			expect(refused.status).toBe(429);
			expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
		});
		await testCtx().db.delete(accessTokens).where(eq(accessTokens.id, id));
		const response = await callWithToken(token, "GET", path);
		expect(response.status).toBe(200);
		expect(response.headers.has("ratelimit")).toBe(false);
	});

	it("asks for a token if something else was sent, unless there is a session", async () => {
		const { cookies } = await verified();
		for (const authorization of ["Bearer secret", "Basic dGJ4Xzp0Ynhf", "tbx_alone"]) {
			for (const path of ["/api/user", "/api/my-file-shares", "/api/sessions"]) {
				const refused = await request(path, { headers: { authorization } });
				expect(refused.status).toBe(401);
				expect(refused.headers.get("www-authenticate")).toMatch(/^Bearer resource_metadata=/);
				expect(await refused.json()).toMatchObject({
					code: "access_token.invalid",
					message: expect.stringContaining("Authorization: Bearer tbx_"),
				});
				const own = await request(path, { cookies, headers: { authorization } });
				expect(own.status).toBe(200);
			}
		}
		const plain = await request("/api/user");
		expect(plain.headers.get("www-authenticate")).toMatch(/^Bearer /);
		expect(await plain.json()).toMatchObject({ code: "auth.required" });
	});

	// G87
	it("ends a token by a password reset, and refuses to remove another creator's", async () => {
		const { user } = await verified();
		const { id, token } = await storeToken(user.id, ["shares:read"]);
		const other = await verified();
		expect((await call("DELETE", `/api/tokens/${id}`, undefined, other.cookies)).status).toBe(404);
		const link = await storeLink(TOKENS.resetPassword, user.id);
		const body = { token: link, password: "another8fjord" };
		expect((await call("POST", "/api/password/reset", body)).status).toBe(204);
		expect((await callWithToken(token, "GET", "/api/user")).status).toBe(401);
	});

	it("lets a token with any permission end itself, and records that", async () => {
		const { cookies, user } = await verified();
		const { id, token } = await storeToken(user.id, ["payouts:read"]);
		const other = await storeToken(user.id, ["shares:read"]);
		const refused = await call("DELETE", "/api/tokens/current", undefined, cookies);
		expect(await refused.json()).toMatchObject({ reason: "access_token.not_found" });
		expect((await callWithToken(token, "DELETE", "/api/tokens/current")).status).toBe(204);
		expect((await callWithToken(token, "DELETE", "/api/tokens/current")).status).toBe(401);
		expect((await callWithToken(other.token, "GET", "/api/user")).status).toBe(200);
		const acts = await testCtx()
			.db.select({ subjectId: auditLog.subjectId })
			.from(auditLog)
			.where(eq(auditLog.creatorId, user.id));
		expect(acts).toContainEqual({ subjectId: id });
	});

	it("deletes tokens with their creator's account", async () => {
		const { user, cookies } = await verified();
		const { token } = await storeToken(user.id, ["customers:read"]);
		const body = { password: PASSWORD };
		expect((await call("DELETE", "/api/account", body, cookies)).status).toBe(204);
		expect((await callWithToken(token, "GET", "/api/customers")).status).toBe(401);
		const own = eq(accessTokens.userId, user.id);
		expect(await testCtx().db.select().from(accessTokens).where(own)).toEqual([]);
		// One created at the same moment.
		const late = await storeToken(user.id, ["customers:read"]);
		expect((await callWithToken(late.token, "GET", "/api/customers")).status).toBe(401);
	});

	it("requires both permissions to delete a share and refund its buyers", async () => {
		const { user } = await verified();
		const { slug } = await makeShare(user.id);
		const path = `/api/file-shares/${slug}?buyers=refund`;
		for (const scope of ["sales:refund", "shares:write"] as const) {
			const { token } = await storeToken(user.id, [scope]);
			expect((await callWithToken(token, "DELETE", path)).status, scope).toBe(403);
		}
		const { token } = await storeToken(user.id, ["sales:refund", "shares:write"]);
		expect((await callWithToken(token, "DELETE", path)).status).toBe(204);
	});
});
