import { expect, it } from "vitest";
import { recordedSession, standIn } from "../test/stand-in.ts";
import { deviceToken } from "./device-login.ts";

const TOKEN = "tbx_0123456789abcdefghijABCDEFGHIJ012345";
const CODE = {
	device_code: "device",
	user_code: "ABCD-EFGH",
	expires_in: 60,
	interval: 5,
	verification_uri: "https://tillbox.test/device",
	verification_uri_complete: "https://tillbox.test/device?code=ABCD-EFGH",
};

/** A clock that is past each wait at once, and keeps how long the waits were (ms). */
function fastClock() {
	const waits: number[] = [];
	let now = 0;
	const sleep = async (ms: number, signal: AbortSignal) => {
		signal.throwIfAborted();
		waits.push(ms);
		now += ms;
	};
	return { waits, clock: { now: () => now, random: () => 0, sleep } };
}

const refusal = (error: string) => ({ status: 400, json: { error, error_description: "No." } });

async function login(answers: { status?: number; json: unknown }[], scopes?: string[]) {
	const server = await standIn(({ path }) =>
		path === "/api/v1/device/code" ? { json: CODE } : (answers.shift() ?? refusal("invalid_grant")),
	);
	const { session, written } = recordedSession(server.origin);
	const { clock, waits } = fastClock();
	const token = deviceToken(session, server.origin, scopes, clock);
	return { ...server, written, waits, token };
}

it("shows the code, waits while it is not confirmed, slows down when asked to, and gets the token", async () => {
	const { token, got, written, waits } = await login([
		refusal("authorization_pending"),
		refusal("slow_down"),
		refusal("authorization_pending"),
		{ status: 400, json: { error: "slow_down", error_description: "No.", interval: 20 } },
		{ json: { access_token: TOKEN, token_type: "Bearer", scope: "shares:read" } },
	]);
	expect(await token).toBe(TOKEN);
	expect(waits).toEqual([5000, 5000, 10_000, 10_000, 20_000]);
	expect(written.stderr).toContain("https://tillbox.test/device?code=ABCD-EFGH");
	expect(written.stderr).toContain("ABCD-EFGH");
	expect(written.stdout + written.stderr).not.toContain(TOKEN);
	expect(got[0]?.headers["content-type"]).toBe("application/x-www-form-urlencoded");
	expect(new URLSearchParams(got[0]?.body).get("scope")).toContain("shares:write");
	expect(Object.fromEntries(new URLSearchParams(got[1]?.body))).toEqual({
		grant_type: "urn:ietf:params:oauth:grant-type:device_code",
		device_code: "device",
		client_id: "tillbox-cli",
	});
});

it("asks for the chosen permissions only", async () => {
	const { token, got } = await login([{ json: { access_token: TOKEN } }], ["sales:read"]);
	await token;
	expect(new URLSearchParams(got[0]?.body).get("scope")).toBe("sales:read");
});

it("goes on when the server is away for a moment", async () => {
	const { token } = await login([
		{ status: 503, json: { code: "service.unavailable", message: "Busy." } },
		{ json: { access_token: TOKEN } },
	]);
	expect(await token).toBe(TOKEN);
});

it.each([
	["access_denied", "login.refused", 3],
	["expired_token", "login.expired", 3],
	["invalid_grant", "oauth.invalid_grant", 3],
	["invalid_scope", "oauth.invalid_scope", 2],
])("ends at %s", async (error, code, exitCode) => {
	const { token } = await login([refusal(error)]);
	await expect(token).rejects.toMatchObject({ code, exitCode });
});

it("ends when the code has expired, whatever the server says", async () => {
	const { token, waits } = await login(
		Array.from({ length: 100 }, () => refusal("authorization_pending")),
	);
	await expect(token).rejects.toMatchObject({ code: "login.expired" });
	expect(waits.length).toBeLessThan(15);
});

it("does not take anything for a token", async () => {
	const { token } = await login([{ json: { access_token: "eval(1)" } }]);
	await expect(token).rejects.toMatchObject({ exitCode: 2 });
});
