import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import {
	DEVICE_GRANT,
	type DeviceCodeResponse,
	type DeviceRequest,
	type DeviceTokenResponse,
	type OAuthErrorBody,
	readUserCode,
} from "../../contract/accounts/device-authorization.ts";
import { sha256 } from "../../platform/security/crypto.ts";
import { hashPassword } from "../../platform/security/passwords.ts";
import { outbox } from "../../platform/tables.ts";
import { callWithToken, storeToken } from "../../test/fixtures/access-tokens.ts";
import {
	call,
	makeCreator,
	request,
	testCtx,
	withVariables,
} from "../../test/fixtures/test-app.ts";
import { newMailToken } from "../mail-tokens.ts";
import { accessTokens, deviceAuthorizations, mailTokens, sessions } from "../tables.ts";
import { newUserCode } from "./user-code.ts";

const PASSWORD = "zebra8fjord";
const ASKED = { client_id: "tillbox-cli", client_name: "Tillbox CLI", scope: "shares:read" };

const verified = async () =>
	makeCreator({ emailVerifiedAt: 1, passwordHash: await hashPassword(PASSWORD) });

/** A form, as OAuth clients send it; no browser, no cookies. */
const form = (path: string, fields: Record<string, string>) =>
	request(path, {
		method: "POST",
		body: new URLSearchParams(fields),
		headers: { "user-agent": "tillbox/1.0 (linux)", "cf-ipcountry": "PT" },
	});

const begin = async (fields: Record<string, string> = {}) =>
	(await form("/api/device/code", { ...ASKED, ...fields })).json<DeviceCodeResponse>();

const poll = (device_code: string, fields: Record<string, string> = {}) =>
	form("/api/device/token", {
		client_id: ASKED.client_id,
		grant_type: DEVICE_GRANT,
		device_code,
		...fields,
	});

const errorOf = async (response: Response) => {
	expect(response.status).toBe(400);
	expect(response.headers.get("cache-control")).toBe("no-store");
	return (await response.json<OAuthErrorBody>()).error;
};

/** The condition of being the authorization with this code. */
const coded = async (deviceCode: string) =>
	eq(deviceAuthorizations.deviceCodeHash, await sha256(deviceCode));

const change = async (
	deviceCode: string,
	fields: Partial<typeof deviceAuthorizations.$inferInsert>,
) =>
	testCtx()
		.db.update(deviceAuthorizations)
		.set(fields)
		.where(await coded(deviceCode));

/** As if the program had last asked long enough ago. */
const waited = (deviceCode: string) => change(deviceCode, { polledAt: null });

type Creator = Awaited<ReturnType<typeof verified>>;

const decide = ({ cookies }: Creator, userCode: string, fields: Record<string, unknown> = {}) =>
	call(
		"POST",
		"/api/device/decision",
		{ userCode, decision: "confirm", password: PASSWORD, ...fields },
		cookies,
	);

const tokensOf = ({ user }: Creator) =>
	testCtx().db.select().from(accessTokens).where(eq(accessTokens.userId, user.id));

describe("a user code", () => {
	it("has eight consonants, and is read however it is entered", () => {
		for (let n = 0; n < 100; n++)
			expect(newUserCode()).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
		for (const entered of ["bcdf-ghjk", "BCDFGHJK", " bcdf ghjk ", "BCDF–GHJK"])
			expect(readUserCode(entered)).toBe("BCDF-GHJK");
		for (const entered of ["", "BCDF-GHJ", "BCDF-GHJKL", "ABCD-EFGH"])
			expect(readUserCode(entered)).toBeNull();
	});
});

describe("device authorization", () => {
	it("gives a program a token, once, after its creator has confirmed", async () => {
		const creator = await verified();
		const asked = await form("/api/device/code", {
			...ASKED,
			device_name: "kims-laptop",
			scope: "sales:read shares:read",
		});
		expect(asked.headers.get("cache-control")).toBe("no-store");
		const codes = await asked.json<DeviceCodeResponse>();
		expect(codes).toMatchObject({ expires_in: 900, interval: 5 });
		expect(codes.verification_uri_complete).toBe(
			`${codes.verification_uri}?code=${codes.user_code}`,
		);
		expect(await errorOf(await poll(codes.device_code))).toBe("authorization_pending");

		const entered = { userCode: codes.user_code.replace("-", "").toLowerCase() };
		const shown = await call("POST", "/api/device/lookup", entered, creator.cookies);
		expect(await shown.json<DeviceRequest>()).toMatchObject({
			name: "Tillbox CLI (kims-laptop)",
			clientId: "tillbox-cli",
			country: "PT",
			scopes: ["shares:read", "sales:read"],
			userAgent: "tillbox/1.0 (linux)",
		});
		expect((await decide(creator, codes.user_code)).status).toBe(204);
		expect(await tokensOf(creator)).toEqual([]);

		await waited(codes.device_code);
		const response = await poll(codes.device_code);
		expect(response.headers.get("cache-control")).toBe("no-store");
		const token = await response.json<DeviceTokenResponse>();
		expect(token).toEqual({
			access_token: expect.stringMatching(/^tbx_/),
			token_type: "Bearer",
			expires_in: 90 * 86_400,
			scope: "shares:read sales:read",
		});
		const shares = await callWithToken(token.access_token, "GET", "/api/my-file-shares");
		expect(shares.status).toBe(200);
		expect((await callWithToken(token.access_token, "GET", "/api/customers")).status).toBe(403);
		await waited(codes.device_code);
		expect(await errorOf(await poll(codes.device_code))).toBe("invalid_grant");

		const list = await (await request("/api/tokens", { cookies: creator.cookies })).json();
		expect(list).toMatchObject({ tokens: [{ name: "Tillbox CLI (kims-laptop)" }] });
		const acts = await (await request("/api/account/acts", { cookies: creator.cookies })).json();
		expect(acts).toMatchObject([{ act: "access_token.added" }]);
		const mails = await testCtx()
			.db.select()
			.from(outbox)
			.where(eq(outbox.recipient, creator.user.email));
		expect(mails).toMatchObject([{ subject: expect.stringContaining("token") }]);
	});

	it("accepts JSON as well as forms, and names what is wrong in OAuth's terms", async () => {
		const made = await call("POST", "/api/device/code", ASKED);
		expect(made.status).toBe(200);
		const { device_code } = await made.json<DeviceCodeResponse>();
		for (const [path, fields, error] of [
			["/api/device/code", { client_id: "" }, "invalid_request"],
			["/api/device/code", { ...ASKED, scope: "shares:read everything" }, "invalid_scope"],
			["/api/device/code", { ...ASKED, scope: " " }, "invalid_scope"],
			["/api/device/token", { client_id: "tillbox-cli", device_code }, "invalid_request"],
		] as const)
			expect(await errorOf(await form(path, fields))).toBe(error);
		const other = { grant_type: "password" };
		expect(await errorOf(await poll(device_code, other))).toBe("unsupported_grant_type");
		expect(await errorOf(await poll("unknown"))).toBe("invalid_grant");
		expect(await errorOf(await poll(device_code, { client_id: "other" }))).toBe("invalid_grant");
		const broken = await request("/api/device/code", {
			method: "POST",
			body: "{",
			headers: { "content-type": "application/json" },
		});
		expect(await errorOf(broken)).toBe("invalid_request");
	});

	it("makes a program that asks too often wait longer each time, without ending its request", async () => {
		const creator = await verified();
		const { device_code, user_code } = await begin();
		expect(await errorOf(await poll(device_code))).toBe("authorization_pending");
		const early = await poll(device_code);
		expect(await early.json()).toMatchObject({ error: "slow_down", interval: 10 });
		expect(await (await poll(device_code)).json()).toMatchObject({
			error: "slow_down",
			interval: 15,
		});
		await decide(creator, user_code);
		expect(await errorOf(await poll(device_code))).toBe("slow_down");
		await waited(device_code);
		expect((await poll(device_code)).status).toBe(200);
	});

	it("gives one token to 20 polls at the same time", async () => {
		const creator = await verified();
		const { device_code, user_code } = await begin();
		await decide(creator, user_code);
		const responses = await Promise.all(Array.from({ length: 20 }, () => poll(device_code)));
		expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
		expect(await tokensOf(creator)).toHaveLength(1);
	});

	it("gives the same token again to a poll with an Idempotency-Key whose response was lost", async () => {
		const creator = await verified();
		const { device_code, user_code } = await begin();
		const key = crypto.randomUUID();
		const keyed = () =>
			request("/api/device/token", {
				method: "POST",
				headers: { "idempotency-key": key },
				body: new URLSearchParams({
					client_id: ASKED.client_id,
					grant_type: DEVICE_GRANT,
					device_code,
				}),
			});
		expect(await errorOf(await keyed())).toBe("authorization_pending");
		await decide(creator, user_code);
		await waited(device_code);
		const token = await (await keyed()).json();
		const again = await keyed();
		expect(again.headers.get("idempotency-replayed")).toBe("true");
		expect(again.headers.get("cache-control")).toBe("no-store");
		expect(await again.json()).toEqual(token);
		expect(await tokensOf(creator)).toHaveLength(1);
	});

	it("stores neither code nor token in a form that can be read or used", async () => {
		const creator = await verified();
		const { device_code, user_code } = await begin();
		await decide(creator, user_code);
		const { db } = testCtx();
		const stored = async () =>
			JSON.stringify([
				await db
					.select()
					.from(deviceAuthorizations)
					.where(await coded(device_code)),
				await tokensOf(creator),
			]);
		const confirmed = await stored();
		const { access_token } = await (await poll(device_code)).json<DeviceTokenResponse>();
		for (const text of [confirmed, await stored()]) {
			expect(text).not.toContain(device_code);
			expect(text).not.toContain(user_code);
			expect(text).not.toContain(access_token.slice(4, 34));
		}
	});

	it("tells a program that it was refused", async () => {
		const creator = await verified();
		const { device_code, user_code } = await begin();
		const denied = await decide(creator, user_code, { decision: "deny", password: undefined });
		expect(denied.status).toBe(204);
		expect(await errorOf(await poll(device_code))).toBe("access_denied");
		const again = await decide(creator, user_code);
		expect(await again.json()).toMatchObject({ code: "device_code.used" });
		expect(await tokensOf(creator)).toEqual([]);
	});

	it("is over after 15 minutes, for the program and for the creator", async () => {
		const creator = await verified();
		const waiting = await begin();
		const confirmed = await begin();
		await decide(creator, confirmed.user_code);
		for (const { device_code } of [waiting, confirmed])
			await change(device_code, { expiresAt: Date.now() - 1 });
		expect(await errorOf(await poll(waiting.device_code))).toBe("expired_token");
		expect(await errorOf(await poll(confirmed.device_code))).toBe("expired_token");
		const shown = await decide(creator, waiting.user_code);
		expect(shown.status).toBe(410);
		expect(await shown.json()).toMatchObject({ code: "device_code.expired" });
	});

	it("needs a session, a confirmed address, and the password to be confirmed", async () => {
		const creator = await verified();
		const { device_code, user_code } = await begin();
		const body = { userCode: user_code, decision: "confirm", password: PASSWORD };
		expect((await call("POST", "/api/device/decision", body)).status).toBe(401);
		const { token } = await storeToken(creator.user.id, ["shares:write"]);
		const byToken = await callWithToken(token, "POST", "/api/device/decision", body);
		expect(await byToken.json()).toMatchObject({ code: "access_token.not_allowed" });
		const unverified = await makeCreator({ passwordHash: await hashPassword(PASSWORD) });
		expect(await (await decide(unverified, user_code)).json()).toMatchObject({
			code: "account.email_unverified",
		});
		for (const [password, code] of [
			[undefined, "account.confirmation_required"],
			["wrong-password", "forbidden"],
		] as const)
			expect(await (await decide(creator, user_code, { password })).json()).toMatchObject({ code });
		expect(await errorOf(await poll(device_code))).toBe("authorization_pending");
		await testCtx()
			.db.update(sessions)
			.set({ secondFactorAt: Date.now() })
			.where(eq(sessions.userId, creator.user.id));
		expect((await decide(creator, user_code, { password: undefined })).status).toBe(204);
	});

	it("cannot be confirmed by two creators, or twice by one", async () => {
		const [one, other] = [await verified(), await verified()];
		const { device_code, user_code } = await begin();
		const responses = await Promise.all(
			[one, other, one, other].map((creator) => decide(creator, user_code)),
		);
		expect(responses.map(({ status }) => status).toSorted()).toEqual([204, 409, 409, 409]);
		await poll(device_code);
		expect([...(await tokensOf(one)), ...(await tokensOf(other))]).toHaveLength(1);
	});

	it("ends with a reset of the password and with the account", async () => {
		const reset = await verified();
		const first = await begin();
		await decide(reset, first.user_code);
		const mail = await newMailToken(testCtx(), "reset-password");
		await testCtx()
			.db.insert(mailTokens)
			.values({ ...mail.row, userId: reset.user.id });
		const body = { token: mail.token, password: "another8fjord" };
		expect((await call("POST", "/api/password/reset", body)).status).toBe(204);
		expect(await errorOf(await poll(first.device_code))).toBe("invalid_grant");

		const gone = await verified();
		const second = await begin();
		await decide(gone, second.user_code);
		await call("DELETE", "/api/account", { password: PASSWORD }, gone.cookies);
		expect(await errorOf(await poll(second.device_code))).toBe("invalid_grant");
	});

	it("makes no 21st token, also where the last was made after the confirmation", async () => {
		const creator = await verified();
		const { device_code, user_code } = await begin();
		for (let n = 0; n < 19; n++) await storeToken(creator.user.id, ["shares:read"]);
		expect((await decide(creator, user_code)).status).toBe(204);
		await storeToken(creator.user.id, ["shares:read"]);
		expect(await errorOf(await poll(device_code))).toBe("access_denied");
		expect(await tokensOf(creator)).toHaveLength(20);
		const late = await begin();
		expect(await (await decide(creator, late.user_code)).json()).toMatchObject({
			code: "access_token.too_many",
		});
	});
});

describe("guesses at user codes", () => {
	it("are counted by account, and known codes are not", async () => {
		const creator = await verified();
		const guess = (userCode: string) =>
			call("POST", "/api/device/lookup", { userCode }, creator.cookies);
		await withVariables({ LIMIT_DEVICE_GUESS_ACCOUNT: "3,60,3600,86400" }, async () => {
			const { user_code } = await begin();
			for (let n = 0; n < 6; n++) expect((await guess(user_code)).status).toBe(200);
			for (let n = 0; n < 4; n++) expect((await guess("BBBB-BBBB")).status).toBe(404);
			const refused = await guess(user_code);
			expect(refused.status).toBe(429);
			expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(30);
			// A decision is no way around it.
			expect((await decide(creator, user_code)).status).toBe(429);
		});
	});

	it("are counted by network, whichever accounts they come from", async () => {
		await withVariables({ LIMIT_DEVICE_GUESS_NETWORK: "3,60,3600,86400" }, async () => {
			const from = { "cf-connecting-ip": "203.0.113.77", "content-type": "application/json" };
			const body = JSON.stringify({ userCode: "BBBB-BBBB" });
			const guess = async () => {
				const { cookies } = await verified();
				const init = { method: "POST", cookies, headers: from, body };
				return (await request("/api/device/lookup", init)).status;
			};
			for (let n = 0; n < 4; n++) expect(await guess()).toBe(404);
			expect(await guess()).toBe(429);
		});
	});

	it("cannot be made likelier by asking for codes without end", async () => {
		await withVariables({ LIMIT_DEVICE_CODES: "2,60,3600,86400" }, async () => {
			const ask = async () =>
				(
					await request("/api/device/code", {
						method: "POST",
						body: new URLSearchParams(ASKED),
						headers: { "cf-connecting-ip": "203.0.113.78" },
					})
				).status;
			expect([await ask(), await ask(), await ask(), await ask()]).toEqual([200, 200, 200, 429]);
		});
	});
});
