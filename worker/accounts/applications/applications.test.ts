import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { users } from "../../core/tables.ts";
import { TOKENS } from "../../core/token-purposes.ts";
import { outbox } from "../../platform/tables.ts";
import { callWithToken, storeToken } from "../../test/fixtures/access-tokens.ts";
import {
	answerOf,
	ask,
	CALLBACK,
	connect,
	decide,
	makeOwner,
	OWNER_PASSWORD,
	post,
	redeem,
	refresh,
	storeApplication,
} from "../../test/fixtures/applications.ts";
import { codeOf } from "../../test/fixtures/restrictions.ts";
import {
	call,
	makeCreator,
	ORIGIN,
	request,
	testCtx,
	withVariables,
} from "../../test/fixtures/test-app.ts";
import { tokensOf } from "../../test/fixtures/tokens.ts";
import { MAX_TOKENS, type Scope } from "../access-tokens/contract.ts";
import { readTokens } from "../access-tokens/own-tokens.ts";
import { deleteAccount } from "../delete-account.ts";
import { accessTokens, applications } from "../tables.ts";
import type {
	ApplicationList,
	AuthorizationRequest,
	NewApplication,
	OAuthErrorBody,
	TokenResponse,
} from "./contract/applications.ts";
import { COMMAND_LINE_DAYS, COMMAND_LINE_ID } from "./contract/command-line.ts";
import { isRedirectUri, isSameRedirect } from "./contract/redirect-uris.ts";

afterEach(() => void vi.useRealTimers());

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const later = (ms: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });

const parties = async () => ({ owner: await makeOwner(), application: await storeApplication() });
const errorOf = async (response: Response) => {
	expect(response.headers.get("cache-control")).toBe("no-store");
	const { error } = await response.json<OAuthErrorBody>();
	return `${response.status} ${error}`;
};
const statusWith = async (token: string) =>
	(await callWithToken(token, "GET", "/api/my-file-shares")).status;
const lookUp = (query: string, cookies: Record<string, string>) =>
	call("POST", "/api/oauth/lookup", { query }, cookies);
const codesOf = async (userId: string) => (await tokensOf(TOKENS.authorizationCode, userId)).length;
const listOf = async (cookies: Record<string, string>) =>
	(await request("/api/applications", { cookies })).json<ApplicationList>();

describe("a redirect URI", () => {
	it("accepts pages by https, loopback programs, and apps' own schemes as redirect URIs", () => {
		for (const uri of [
			CALLBACK,
			"https://app.example",
			"https://app.example:8443/a?b=c",
			"http://127.0.0.1/callback",
			"http://127.0.0.1:3000",
			"http://[::1]:3000/",
			"http://localhost:1/callback?a=b",
			"com.example.app:/callback",
			"com.example.app://callback",
		])
			expect([uri, isRedirectUri(uri)]).toEqual([uri, true]);
		for (const uri of [
			"",
			"javascript:alert(1)",
			"data:text/html,hi",
			"http://app.example/callback",
			"http://127.0.0.1.evil.test/",
			"http://127.0.0.1@evil.test/",
			"http://localhost:3000@evil.test/",
			"https://user@app.example/",
			"https://app.example:65536/",
			"http://127.0.0.1:65536/",
			"http://[::1]:99999",
			"https://app.example@evil.test/",
			"https:/app.example",
			"https:///app.example",
			"https://app.example/#fragment",
			"https://app.example\\@evil.test/",
			"https://app.example/ a",
			"https://app.example/\n",
			"//app.example/",
			"/callback",
			"myapp://callback",
			"java.script:alert(1)",
			`https://app.example/${"a".repeat(500)}`,
		])
			expect([uri, isRedirectUri(uri)]).toEqual([uri, false]);
	});

	// G92
	it("compares a redirect URI with the registered one, except a loopback's port", () => {
		const local = "http://127.0.0.1/callback";
		expect(isSameRedirect(local, "http://127.0.0.1:51004/callback")).toBe(true);
		expect(isSameRedirect("http://[::1]:1/", "http://[::1]:2/")).toBe(true);
		for (const [registered, given] of [
			[CALLBACK, `${CALLBACK}/`],
			[CALLBACK, `${CALLBACK}?a=b`],
			[CALLBACK, "https://app.example:444/callback"],
			[CALLBACK, "https://APP.example/callback"],
			[CALLBACK, "https://app.example/%63allback"],
			[CALLBACK, "https://app.example.evil.test/callback"],
			[local, "http://127.0.0.1:3000/other"],
			[local, "http://127.0.0.1:3000/callback/../other"],
			[local, "http://localhost:3000/callback"],
			[local, "http://127.0.0.1:3000@evil.test/callback"],
			[local, "http://127.0.0.1:999999/callback"],
			[local, "https://127.0.0.1:3000/callback"],
		] as const)
			expect([given, isSameRedirect(registered, given)]).toEqual([given, false]);
	});
});

describe("an application that a creator has agreed to", () => {
	// G91
	it.each([false, true])(
		"gives an application the requested tokens (confidential: %s)",
		async (isConfidential) => {
			const owner = await makeOwner();
			const developer = await makeOwner();
			const application = await storeApplication({ creatorId: developer.user.id, isConfidential });
			const asked = ask(application);
			const shown = await lookUp(asked.query, owner.cookies);
			expect(await shown.json<AuthorizationRequest>()).toEqual({
				application: { name: "Shelf", address: "https://app.example", registeredBy: "creator" },
				redirectUri: CALLBACK,
				scopes: ["shares:read", "sales:read"],
				refused: null,
			});
			const decided = await answerOf(await decide(owner, asked));
			expect(decided).toEqual({ code: expect.any(String), state: "a state & more", iss: ORIGIN });
			const response = await redeem(application, asked, decided.code ?? "");
			expect(response.headers.get("cache-control")).toBe("no-store");
			const tokens = await response.json<TokenResponse>();
			expect(tokens).toEqual({
				access_token: expect.stringMatching(/^tbx_/),
				refresh_token: expect.stringMatching(/^tbr_/),
				token_type: "Bearer",
				expires_in: 3600,
				scope: "shares:read sales:read",
			});
			expect(await statusWith(tokens.access_token)).toBe(200);
			const refused = await callWithToken(tokens.access_token, "GET", "/api/customers");
			expect(refused.status).toBe(403);
			expect(refused.headers.get("www-authenticate")).toBe(
				`Bearer error="insufficient_scope", scope="shares:read sales:read customers:read", resource_metadata="${ORIGIN}/.well-known/oauth-protected-resource"`,
			);
			expect((await listOf(owner.cookies)).connected).toMatchObject([
				{ id: application.id, name: "Shelf", scopes: ["shares:read", "sales:read"] },
			]);
			// It isn't listed with the creator's own tokens, and doesn't count toward their limit.
			const made = await (await request("/api/tokens", { cookies: owner.cookies })).json();
			expect(made).toMatchObject({ tokens: [] });
			const acts = await (await request("/api/account/acts", { cookies: owner.cookies })).json();
			expect(acts).toMatchObject([{ act: "application.connected", subject: "Shelf" }]);
			const mails = await testCtx()
				.db.select()
				.from(outbox)
				.where(eq(outbox.recipient, owner.user.email));
			expect(mails).toMatchObject([{ subject: expect.stringContaining("app was given access") }]);
			// Nothing stored opens anything.
			const { db } = testCtx();
			const stored = JSON.stringify([
				await tokensOf(TOKENS.authorizationCode, owner.user.id),
				await tokensOf(TOKENS.refreshToken, owner.user.id),
				await db.select().from(accessTokens).where(eq(accessTokens.userId, owner.user.id)),
				await db.select().from(applications).where(eq(applications.id, application.id)),
			]);
			for (const secret of [
				decided.code,
				tokens.access_token,
				tokens.refresh_token,
				application.secret,
			])
				if (secret) expect(stored).not.toContain(secret);
		},
	);

	// G91
	it("grants the permissions that the creator has chosen, and never unrequested ones", async () => {
		const { owner, application } = await parties();
		const asked = ask(application);
		for (const scopes of [[], ["sales:refund"], ["shares:read", "payouts:read"], undefined])
			expect(await codeOf(await decide(owner, asked, { scopes }))).toBe("request.invalid");
		const { code = "" } = await answerOf(await decide(owner, asked, { scopes: ["sales:read"] }));
		const tokens = await (await redeem(application, asked, code)).json<Required<TokenResponse>>();
		expect(tokens.scope).toBe("sales:read");
		expect(await statusWith(tokens.access_token)).toBe(403);
		const wider = await refresh(application, tokens.refresh_token, { scope: "shares:read" });
		expect(await errorOf(wider)).toBe("400 invalid_scope");
	});

	// G91
	it("replaces both tokens, once for each refresh token", async () => {
		const { owner, application } = await parties();
		const first = await connect(owner, application);
		const narrow = await refresh(application, first.refresh_token, { scope: "sales:read" });
		const second = await narrow.json<Required<TokenResponse>>();
		expect(second.scope).toBe("sales:read");
		expect(await statusWith(first.access_token)).toBe(401);
		expect(await statusWith(second.access_token)).toBe(403);
		later(HOUR_MS + 1);
		expect(await statusWith(second.access_token)).toBe(401);
		const again = await refresh(application, second.refresh_token);
		const third = await again.json<Required<TokenResponse>>();
		expect(third.scope).toBe("shares:read sales:read");
		expect(await statusWith(third.access_token)).toBe(200);
		// Either an old token was stolen or this one was: all access ends.
		expect(await errorOf(await refresh(application, first.refresh_token))).toBe(
			"400 invalid_grant",
		);
		expect(await statusWith(third.access_token)).toBe(401);
		expect(await errorOf(await refresh(application, third.refresh_token))).toBe(
			"400 invalid_grant",
		);
		expect((await listOf(owner.cookies)).connected).toEqual([]);
	});

	// G94
	it("counts its calls across refreshed tokens", async () => {
		const { owner, application } = await parties();
		const first = await connect(owner, application);
		await withVariables({ TOKEN_CALLS_PER_MINUTE: "2" }, async () => {
			expect(await statusWith(first.access_token)).toBe(200);
			const next = await refresh(application, first.refresh_token);
			const { access_token } = await next.json<TokenResponse>();
			expect(await statusWith(access_token)).toBe(200);
			expect(await statusWith(access_token)).toBe(429);
		});
	});

	it("ends an application's access 90 days after its last refresh", async () => {
		const { owner, application } = await parties();
		const { refresh_token } = await connect(owner, application);
		later(90 * 24 * HOUR_MS);
		expect(await errorOf(await refresh(application, refresh_token))).toBe("400 invalid_grant");
	});

	it("ends the access if two use the same refresh token at the same time", async () => {
		const { owner, application } = await parties();
		const { refresh_token } = await connect(owner, application);
		const both = await Promise.all([1, 2].map(() => refresh(application, refresh_token)));
		const given = await Promise.all(both.map((one) => one.json<Partial<TokenResponse>>()));
		expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
		const { access_token = "" } = given.find((one) => one.access_token) ?? {};
		expect(await statusWith(access_token)).toBe(401);
	});
});

describe("a code", () => {
	async function coded() {
		const { owner, application } = await parties();
		const asked = ask(application);
		const { code = "" } = await answerOf(await decide(owner, asked));
		return { owner, application, asked, code };
	}

	// G91
	it("exchanges a code once, and ends the access on a second use", async () => {
		const { application, asked, code } = await coded();
		const { access_token } = await (await redeem(application, asked, code)).json<TokenResponse>();
		expect(await statusWith(access_token)).toBe(200);
		expect(await errorOf(await redeem(application, asked, code))).toBe("400 invalid_grant");
		expect(await statusWith(access_token)).toBe(401);
	});

	it("ends the access if two use a code at the same time", async () => {
		const { application, asked, code } = await coded();
		const both = await Promise.all([1, 2].map(() => redeem(application, asked, code)));
		expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
		for (const response of both) {
			const { access_token } = await response.json<Partial<TokenResponse>>();
			if (access_token) expect(await statusWith(access_token)).toBe(401);
		}
	});

	it("refuses a code after a minute", async () => {
		const { application, asked, code } = await coded();
		later(MINUTE_MS);
		expect(await errorOf(await redeem(application, asked, code))).toBe("400 invalid_grant");
	});

	// G91
	it("accepts a code only with its application, redirect URI and challenge", async () => {
		const { application, asked, code } = await coded();
		const other = await storeApplication();
		const attempts = [
			redeem(other, asked, code),
			redeem(application, asked, code, { redirect_uri: "https://app.example/other" }),
			redeem(application, asked, code, { code_verifier: "a".repeat(43) }),
			redeem(application, asked, code, { code_verifier: asked.params.get("code_challenge") ?? "" }),
			redeem(application, asked, code, { code_verifier: "" }),
			redeem(application, asked, `${code}a`),
		];
		for (const attempt of attempts) expect(await errorOf(await attempt)).toBe("400 invalid_grant");
		const without = (name: string) => {
			const fields: Record<string, string> = {
				grant_type: "authorization_code",
				client_id: application.id,
				code,
				redirect_uri: CALLBACK,
				code_verifier: asked.verifier,
			};
			delete fields[name];
			return post("/oauth/token", fields);
		};
		for (const name of ["code", "redirect_uri", "code_verifier", "grant_type"])
			expect(await errorOf(await without(name))).toBe("400 invalid_request");
		const unnamed = await without("client_id");
		expect(unnamed.status).toBe(400);
		expect(await unnamed.json()).toMatchObject({
			error: "invalid_request",
			error_description: expect.stringMatching(/^client_id is missing\..*form-urlencoded/),
		});
		// None of that has used it up.
		expect((await redeem(application, asked, code)).status).toBe(200);
	});

	// G94
	it("refuses a code once its creator has ended the access, changed the password or left", async () => {
		for (const end of ["access", "password", "account"] as const) {
			const { owner, application, asked, code } = await coded();
			if (end === "access")
				await call(
					"DELETE",
					`/api/applications/${application.id}/access`,
					undefined,
					owner.cookies,
				);
			if (end === "password")
				await call(
					"POST",
					"/api/password/change",
					{ currentPassword: OWNER_PASSWORD, password: "another8fjord", endTokens: true },
					owner.cookies,
				);
			if (end === "account") await deleteAccount(owner.ctx, { password: OWNER_PASSWORD });
			expect(await errorOf(await redeem(application, asked, code))).toBe("400 invalid_grant");
		}
	});
});

describe("a request", () => {
	// G92
	it("answers only the creator about unknown applications and redirect URIs", async () => {
		const { owner, application } = await parties();
		const two = (name: string, value: string) => ({
			query: `${ask(application).query}&${name}=${encodeURIComponent(value)}`,
		});
		for (const [{ query }, code] of [
			[ask({ id: "unknown", secret: null }), "application.unknown"],
			[two("client_id", application.id), "application.unknown"],
			[{ query: "" }, "application.unknown"],
			[ask(application, { redirect_uri: "https://evil.test/" }), "application.redirect_unknown"],
			[ask(application, { redirect_uri: `${CALLBACK}#a` }), "application.redirect_unknown"],
			[ask(application, { redirect_uri: "" }), "application.redirect_unknown"],
			[two("redirect_uri", "https://evil.test/"), "application.redirect_unknown"],
		] as const) {
			const shown = await lookUp(query, owner.cookies);
			expect([shown.status, await codeOf(shown)]).toEqual([400, code]);
			const decision = {
				query,
				decision: "confirm",
				scopes: ["shares:read"],
				password: OWNER_PASSWORD,
			};
			expect(await codeOf(await call("POST", "/api/oauth/decision", decision, owner.cookies))).toBe(
				code,
			);
		}
	});

	// G95
	it("sends the application OAuth's error for a request that can't be granted", async () => {
		const { owner, application } = await parties();
		const plain = { code_challenge_method: "plain", code_challenge: "a".repeat(43) };
		const cases: [Record<string, string>, string][] = [
			[{ response_type: "token" }, "unsupported_response_type"],
			[{ response_type: "" }, "unsupported_response_type"],
			[{ response_mode: "fragment" }, "invalid_request"],
			[plain, "invalid_request"],
			[{ code_challenge_method: "" }, "invalid_request"],
			[{ code_challenge: "" }, "invalid_request"],
			[{ code_challenge: "a".repeat(44) }, "invalid_request"],
			[{ scope: "shares:read admin" }, "invalid_scope"],
			[{ scope: "" }, "invalid_scope"],
			[{ resource: "https://other.test/mcp" }, "invalid_target"],
		];
		for (const [fields, error] of cases) {
			const { query } = ask(application, fields);
			const { refused } = await (await lookUp(query, owner.cookies)).json<AuthorizationRequest>();
			expect([fields, refused?.error]).toEqual([fields, error]);
			// Our page shows no text by the application.
			expect(refused?.description).not.toContain("admin");
			const answer = Object.fromEntries(new URL(refused?.location ?? "").searchParams);
			expect(answer).toMatchObject({ error, state: "a state & more", iss: ORIGIN });
			// Agreeing changes nothing about it.
			const decision = {
				query,
				decision: "confirm",
				scopes: ["shares:read"],
				password: OWNER_PASSWORD,
			};
			const decided = await call("POST", "/api/oauth/decision", decision, owner.cookies);
			expect(await answerOf(decided)).toMatchObject({ error });
		}
		const twice = `${ask(application).query}&scope=sales%3Arefund`;
		const { refused } = await (await lookUp(twice, owner.cookies)).json<AuthorizationRequest>();
		expect(refused?.error).toBe("invalid_request");
		expect(await codesOf(owner.user.id)).toBe(0);
	});

	it("tells the application that its request was denied", async () => {
		const { owner, application } = await parties();
		const denied = await decide(owner, ask(application), { decision: "deny", password: undefined });
		expect(await answerOf(denied)).toEqual({
			error: "access_denied",
			state: "a state & more",
			iss: ORIGIN,
		});
	});

	it("keeps the query of its redirect URI, and takes any port of a loopback", async () => {
		const owner = await makeOwner();
		const application = await storeApplication({
			redirectUris: ["https://app.example/a?b=c%20d", "http://127.0.0.1/callback"],
		});
		for (const redirect_uri of [
			"https://app.example/a?b=c%20d",
			"http://127.0.0.1:51004/callback",
		]) {
			const asked = ask(application, { redirect_uri });
			const { location } = await (await decide(owner, asked)).json<{ location: string }>();
			expect(
				location.startsWith(`${redirect_uri}${redirect_uri.includes("?") ? "&" : "?"}code=`),
			).toBe(true);
			const code = new URL(location).searchParams.get("code") ?? "";
			expect((await redeem(application, asked, code)).status).toBe(200);
		}
	});

	// G93
	it("requires a signed-in creator, a confirmed address, the password and our own page", async () => {
		const owner = await makeOwner();
		const asked = ask(await storeApplication());
		const body = JSON.stringify({
			query: asked.query,
			decision: "confirm",
			scopes: ["shares:read"],
			password: OWNER_PASSWORD,
		});
		const send = (headers: Record<string, string>, cookies = owner.cookies, path = "decision") =>
			request(`/api/oauth/${path}`, { method: "POST", body, cookies, headers });
		const json = { "content-type": "application/json" };
		for (const site of ["cross-site", "same-site", "none"])
			expect(await codeOf(await send({ ...json, "sec-fetch-site": site }))).toBe(
				"request.cross_site",
			);
		const form = { "content-type": "text/plain", origin: "https://evil.test" };
		expect((await send({ ...form, "sec-fetch-site": "cross-site" })).status).toBe(403);
		expect((await send(json, {})).status).toBe(401);
		expect((await send(json, {}, "lookup")).status).toBe(401);
		// No token of any kind can give access to another.
		const { token } = await storeToken(owner.user.id, ["shares:read"]);
		for (const path of ["decision", "lookup"]) {
			const refused = await send({ ...json, authorization: `Bearer ${token}` }, {}, path);
			expect(await codeOf(refused)).toBe("access_token.not_allowed");
		}
		expect(await codeOf(await decide(owner, asked, { password: "wrong" }))).toBe("forbidden");
		expect(await codeOf(await decide(owner, asked, { password: undefined }))).toBe(
			"account.confirmation_required",
		);
		const unverified = await makeCreator();
		expect(await codeOf(await decide(unverified, asked))).toBe("account.email_unverified");
		expect(await codesOf(owner.user.id)).toBe(0);
	});

	it("gives the command line a creator's token, unless the account has too many", async () => {
		const owner = await makeOwner();
		const commandLine = { id: COMMAND_LINE_ID, secret: null };
		const asked = ask(commandLine, { redirect_uri: "http://127.0.0.1:51004/" });
		const shown = await lookUp(asked.query, owner.cookies);
		expect((await shown.json<AuthorizationRequest>()).application).toEqual({
			name: "Tillbox command line",
			address: null,
			registeredBy: "server",
		});
		const { code = "" } = await answerOf(await decide(owner, asked));
		const device = { device_name: "studio-mac" };
		const given = await (await redeem(commandLine, asked, code, device)).json<TokenResponse>();
		expect(given).toEqual({
			access_token: expect.stringMatching(/^tbx_/),
			token_type: "Bearer",
			expires_in: COMMAND_LINE_DAYS * 86_400,
			scope: "shares:read sales:read",
		});
		expect(await statusWith(given.access_token)).toBe(200);
		const [own] = await readTokens(owner.ctx);
		expect(own?.name).toBe("Tillbox command line (studio-mac)");
		expect(await errorOf(await redeem(commandLine, asked, code))).toBe("400 invalid_grant");
		expect(await statusWith(given.access_token)).toBe(401);
		for (let n = 0; n < MAX_TOKENS; n++) await storeToken(owner.user.id, ["shares:read"]);
		expect(await codeOf(await decide(owner, asked))).toBe("access_token.too_many");
		const elsewhere = ask(commandLine, { redirect_uri: "https://evil.example/" });
		expect(await codeOf(await decide(owner, elsewhere))).toBe("application.redirect_unknown");
	});

	// G93
	it("decides requests on a page that no other site can frame or see", async () => {
		const { query } = ask(await storeApplication());
		const { headers } = await request(`/oauth/authorize${query}`);
		expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
		expect(headers.get("cache-control")).toBe("private, no-store");
		expect(headers.get("referrer-policy")).toMatch(/no-referrer|strict-origin|same-origin/);
	});
});

it("requires a confidential application's secret, and refuses one of a public application", async () => {
	const owner = await makeOwner();
	const confidential = await storeApplication({ isConfidential: true });
	const open = await storeApplication();
	const { refresh_token } = await connect(owner, confidential);
	const basic = (id: string, secret: string) => ({
		authorization: `Basic ${btoa(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`)}`,
	});
	const { id } = confidential;
	const secret = confidential.secret ?? "";
	const grant = { grant_type: "refresh_token", refresh_token };
	const refusals: [Record<string, string>, object, string][] = [
		[{ client_id: id }, {}, "401 invalid_client"],
		[{ client_id: id, client_secret: "" }, {}, "401 invalid_client"],
		[{ client_id: id, client_secret: `${secret}a` }, {}, "401 invalid_client"],
		[{}, basic(id, "wrong"), "401 invalid_client"],
		[{}, { authorization: `Basic ${btoa("no colon")}` }, "401 invalid_client"],
		[{ client_secret: secret }, basic(id, secret), "400 invalid_request"],
		[{ client_id: open.id }, basic(id, secret), "400 invalid_request"],
		[{ client_id: open.id, client_secret: secret }, {}, "401 invalid_client"],
		[{ client_id: open.id }, {}, "400 invalid_grant"],
	];
	for (const [fields, headers, error] of refusals) {
		const response = await post("/oauth/token", { ...grant, ...fields }, headers);
		if (response.status === 401)
			expect(response.headers.get("www-authenticate")).toBe('Basic realm="oauth"');
		expect(await errorOf(response)).toBe(error);
	}
	const right = await post("/oauth/token", grant, basic(id, secret));
	expect(right.status).toBe(200);
});

// G95
it("refuses unknown grants, repeated fields, other resources and other bodies", async () => {
	const { id } = await storeApplication();
	const base = { client_id: id, refresh_token: "tbr_a", grant_type: "refresh_token" };
	const sent: [BodyInit, string][] = [
		[new URLSearchParams({ ...base, grant_type: "password" }), "400 unsupported_grant_type"],
		[
			new URLSearchParams({ ...base, grant_type: "client_credentials" }),
			"400 unsupported_grant_type",
		],
		[new URLSearchParams([...Object.entries(base), ["client_id", id]]), "400 invalid_request"],
		[new URLSearchParams({ ...base, resource: "https://other.test" }), "400 invalid_target"],
		[new URLSearchParams({ ...base, resource: `${ORIGIN}/mcp` }), "400 invalid_grant"],
		["nothing", "400 invalid_request"],
	];
	for (const [body, error] of sent)
		expect(await errorOf(await request("/oauth/token", { method: "POST", body }))).toBe(error);
	const json = JSON.stringify(base);
	for (const body of [json, new URLSearchParams([[json, ""]])]) {
		const refused = await request("/oauth/token", { method: "POST", body });
		expect(await refused.json()).toEqual({
			error: "invalid_request",
			error_description: expect.stringContaining("application/x-www-form-urlencoded"),
		});
	}
});

describe("revocation", () => {
	it("ends an application's access by either of its tokens, and nobody else's", async () => {
		const { owner, application } = await parties();
		const other = await storeApplication();
		const revoke = (client_id: string, token: string) =>
			post("/oauth/revoke", { client_id, token });
		for (const name of ["access_token", "refresh_token"] as const) {
			const tokens = await connect(owner, application);
			expect((await revoke(other.id, tokens[name])).status).toBe(200);
			expect(await statusWith(tokens.access_token)).toBe(200);
			expect((await revoke(application.id, tokens[name])).status).toBe(200);
			expect(await statusWith(tokens.access_token)).toBe(401);
			expect(await errorOf(await refresh(application, tokens.refresh_token))).toBe(
				"400 invalid_grant",
			);
		}
		const { token } = await storeToken(owner.user.id, ["shares:read"]);
		expect((await revoke(application.id, token)).status).toBe(200);
		expect(await statusWith(token)).toBe(200);
		expect(await errorOf(await revoke("unknown", token))).toBe("401 invalid_client");
	});

	it("lets a token revoke itself", async () => {
		const owner = await makeOwner();
		const tokens = await connect(owner, await storeApplication());
		expect((await callWithToken(tokens.access_token, "DELETE", "/api/tokens/current")).status).toBe(
			204,
		);
		expect(await statusWith(tokens.access_token)).toBe(401);
	});
});

describe("a creator", () => {
	// G94
	it("ends all grants of one application", async () => {
		const owner = await makeOwner();
		const other = await makeOwner();
		const application = await storeApplication();
		const all = [
			await connect(owner, application),
			await connect(owner, application, ["payouts:read"]),
		];
		const others = await connect(other, application);
		const { connected } = await listOf(owner.cookies);
		expect(connected).toHaveLength(1);
		expect(connected[0]?.scopes.toSorted()).toEqual(["payouts:read", "sales:read", "shares:read"]);
		const path = `/api/applications/${application.id}/access`;
		expect((await call("DELETE", path, undefined, owner.cookies)).status).toBe(204);
		for (const { access_token } of all) expect(await statusWith(access_token)).toBe(401);
		expect(await statusWith(others.access_token)).toBe(200);
		expect((await call("DELETE", path, undefined, owner.cookies)).status).toBe(404);
		expect((await listOf(owner.cookies)).connected).toEqual([]);
	});

	it("registers applications, and deletes them with their access", async () => {
		const developer = await makeOwner();
		const owner = await makeOwner();
		const input = {
			name: "Shelf",
			address: "https://app.example",
			redirectUris: [CALLBACK],
			isConfidential: true,
		};
		const add = (fields: object, { cookies } = developer) =>
			call("POST", "/api/applications", { ...input, ...fields }, cookies);
		for (const fields of [
			{ redirectUris: ["http://app.example"] },
			{ redirectUris: [] },
			{ address: "javascript:alert(1)" },
			{ address: "https://tillbox.test@evil.test" },
			{ address: "https://tillbox.test\u202e.evil.test" },
			{ name: " " },
		])
			expect(await codeOf(await add(fields))).toBe("request.invalid");
		expect(await codeOf(await add({}, await makeCreator()))).toBe("account.email_unverified");
		const made = await (await add({})).json<NewApplication>();
		expect(made.secret).toMatch(/^tbs_/);
		const open = await (await add({ isConfidential: false })).json<NewApplication>();
		expect(open.secret).toBeNull();
		const { own } = await listOf(developer.cookies);
		expect(own.map(({ id }) => id).toSorted()).toEqual([made.id, open.id].toSorted());
		expect(JSON.stringify(own)).not.toContain(made.secret);
		expect((await listOf(owner.cookies)).own).toEqual([]);
		const { access_token } = await connect(owner, made);
		expect(await statusWith(access_token)).toBe(200);
		const path = `/api/applications/${made.id}`;
		expect((await call("DELETE", path, undefined, owner.cookies)).status).toBe(404);
		expect(await statusWith(access_token)).toBe(200);
		expect((await call("DELETE", path, undefined, developer.cookies)).status).toBe(204);
		expect(await statusWith(access_token)).toBe(401);
		expect(await codeOf(await lookUp(ask(made).query, owner.cookies))).toBe("application.unknown");
	});

	it("refuses an application that pretends to be ours", async () => {
		const { cookies } = await makeOwner();
		const add = (fields: object) => {
			const input = { name: "Shelf", address: "https://app.example", redirectUris: [CALLBACK] };
			return call(
				"POST",
				"/api/applications",
				{ ...input, isConfidential: false, ...fields },
				cookies,
			);
		};
		for (const [field, value] of PRETENDERS) {
			const response = await add({ [field]: value });
			const { fields } = await response.json<{ fields?: object }>();
			expect([value, response.status, Object.keys(fields ?? {})]).toEqual([value, 400, [field]]);
		}
		for (const name of ["Tillboxer", "Till", "Box Office"])
			expect(await (await add({ name })).json()).toMatchObject({ name });
		expect(await (await add({ name: "Sh\u200bel\u2060f" })).json()).toMatchObject({
			name: "Shelf",
		});
	});

	it("allows twenty applications", async () => {
		const { user, cookies } = await makeOwner();
		for (let n = 0; n < 20; n++) await storeApplication({ creatorId: user.id });
		const input = {
			name: "A",
			address: "https://a.test",
			redirectUris: [CALLBACK],
			isConfidential: false,
		};
		expect(await codeOf(await call("POST", "/api/applications", input, cookies))).toBe(
			"application.too_many",
		);
	});

	// G94
	it("refuses applications of suspended and deleted creators", async () => {
		for (const fields of [{ suspendedAt: 1 }, { deletedAt: 1 }]) {
			const developer = await makeOwner();
			const owner = await makeOwner();
			const application = await storeApplication({ creatorId: developer.user.id });
			const { refresh_token } = await connect(owner, application);
			await testCtx().db.update(users).set(fields).where(eq(users.id, developer.user.id));
			expect(await errorOf(await refresh(application, refresh_token))).toBe("401 invalid_client");
			expect(await codeOf(await lookUp(ask(application).query, owner.cookies))).toBe(
				"application.unknown",
			);
		}
	});

	// G94
	it("ends all access to and by a deleted account", async () => {
		const developer = await makeOwner();
		const owner = await makeOwner();
		const application = await storeApplication({ creatorId: developer.user.id });
		const ofOwner = await connect(owner, application);
		const ofDeveloper = await connect(developer, await storeApplication());
		await deleteAccount(developer.ctx, { password: OWNER_PASSWORD });
		for (const { access_token } of [ofOwner, ofDeveloper])
			expect(await statusWith(access_token)).toBe(401);
		expect(await errorOf(await refresh(application, ofOwner.refresh_token))).toBe(
			"401 invalid_client",
		);
	});
});

const PRETENDERS = [
	["name", "Tillbox"],
	["name", "TILLBOX Support"],
	["name", "T\u0456llbox Support"],
	["name", "\u0442\u0456\u04cf\u04cf\u042c\u043e\u0445"],
	["name", "Ti\u200bll\u2060box"],
	["name", "\uff34\uff49\uff4c\uff4c\uff42\uff4f\uff58 login"],
	["name", "T\u00efllb\u00f6x"],
	["name", "Ti11b0x"],
	["name", "Till-Box Help"],
	["name", "The official Till Box app"],
	["address", ORIGIN],
	["address", `${ORIGIN.toUpperCase().replace("HTTPS", "https")}.:8443/help`],
	["address", ORIGIN.replace("://", "://support.")],
] as const;

describe("an application that registers itself", () => {
	const register = (fields: object) =>
		request("/oauth/register", {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify({
				client_name: "Helper",
				redirect_uris: ["http://localhost/cb"],
				...fields,
			}),
		});
	const ALLOWED = { OAUTH_REGISTRATION: "true" };

	it("refuses registration unless the operator allows it", async () => {
		expect((await register({})).status).toBe(404);
		const { registration_endpoint } = await (
			await request("/.well-known/oauth-authorization-server")
		).json<{ registration_endpoint?: string }>();
		expect(registration_endpoint).toBeUndefined();
	});

	it("registers public applications unless they ask for a secret", () =>
		withVariables(ALLOWED, async () => {
			const response = await register({ grant_types: ["authorization_code"] });
			expect(response.status).toBe(201);
			const made = await response.json<{ client_id: string; client_secret?: string }>();
			expect(made).toMatchObject({
				client_name: "Helper",
				grant_types: ["authorization_code"],
				token_endpoint_auth_method: "none",
			});
			expect(made.client_secret).toBeUndefined();
			const owner = await makeOwner();
			const { query } = ask(
				{ id: made.client_id, secret: null },
				{ redirect_uri: "http://localhost:4444/cb" },
			);
			const shown = await (await lookUp(query, owner.cookies)).json<AuthorizationRequest>();
			expect(shown.application).toEqual({ name: "Helper", address: null, registeredBy: "itself" });
			const known = await register({ token_endpoint_auth_method: "client_secret_basic" });
			expect(await known.json()).toMatchObject({ client_secret: expect.stringMatching(/^tbs_/) });
		}));

	it("refuses wrong redirect URIs, methods and names, and too many from one network", () =>
		withVariables(ALLOWED, async () => {
			for (const redirect_uris of [["javascript:alert(1)"], ["http://evil.test/"]])
				expect(await errorOf(await register({ redirect_uris }))).toBe("400 invalid_redirect_uri");
			expect(await errorOf(await register({ redirect_uris: [] }))).toBe("400 invalid_request");
			const method = await register({ token_endpoint_auth_method: "private_key_jwt" });
			expect(await errorOf(method)).toBe("400 invalid_client_metadata");
			for (const [field, value] of PRETENDERS) {
				const fields = field === "name" ? { client_name: value } : { client_uri: value };
				expect(await errorOf(await register(fields))).toBe("400 invalid_client_metadata");
			}
			await withVariables(
				{ ...ALLOWED, LIMIT_OAUTH_REGISTRATIONS: "1,60,3600,86400" },
				async () => {
					const responses = [await register({}), await register({}), await register({})];
					expect(responses.at(-1)?.status).toBe(429);
				},
			);
		}));
});

describe("the metadata", () => {
	it("names the server's endpoints and PKCE", async () => {
		const response = await request("/.well-known/oauth-authorization-server");
		expect(await response.json()).toMatchObject({
			issuer: ORIGIN,
			authorization_endpoint: `${ORIGIN}/oauth/authorize`,
			token_endpoint: `${ORIGIN}/oauth/token`,
			revocation_endpoint: `${ORIGIN}/oauth/revoke`,
			code_challenge_methods_supported: ["S256"],
			authorization_response_iss_parameter_supported: true,
		});
	});

	it("names this server for the API and for /mcp, and links to that in every 401", async () => {
		for (const [path, tried] of [
			["", "/api/my-file-shares"],
			["/mcp", "/mcp"],
		] as const) {
			const at = `/.well-known/oauth-protected-resource${path}`;
			expect(await (await request(at)).json()).toMatchObject({
				resource: `${ORIGIN}${path}`,
				authorization_servers: [ORIGIN],
			});
			const method = path ? "POST" : "GET";
			const refused = await request(tried, { method });
			expect(refused.status).toBe(401);
			expect(refused.headers.get("www-authenticate")).toBe(
				`Bearer resource_metadata="${ORIGIN}${at}"`,
			);
			const headers = { authorization: "Bearer tbx_wrong" };
			const wrong = await request(tried, { method, headers });
			expect(wrong.headers.get("www-authenticate")).toBe(
				`Bearer error="invalid_token", resource_metadata="${ORIGIN}${at}"`,
			);
		}
	});
});

it("shows creators every permission that an application can request", async () => {
	const { scopes_supported } = await (
		await request("/.well-known/oauth-authorization-server")
	).json<{ scopes_supported: Scope[] }>();
	const asked = ask(await storeApplication(), {}, scopes_supported);
	const shown = await lookUp(asked.query, (await makeOwner()).cookies);
	expect((await shown.json<AuthorizationRequest>()).scopes).toEqual(scopes_supported);
});
