import { scryptSync } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import type { ErrorBody } from "../contract/errors.ts";
import type { Ctx } from "../core/context.ts";
import { users } from "../core/tables.ts";
import { ApiError } from "../platform/errors.ts";
import * as passwords from "../platform/security/passwords.ts";
import { replaceScrypt, restoreScrypt } from "../test/fakes/quick-scrypt.ts";
import { recordingCtx } from "../test/fakes/recording-ctx.ts";
import { prune } from "../test/fixtures/personal-data.ts";
import {
	call,
	cookiesOf,
	makeCreator,
	NO_BROWSER,
	request,
	testCtx,
} from "../test/fixtures/test-app.ts";
import type { User } from "./contract.ts";
import { SESSION_IDLE_MS, SESSION_MAX_MS, sessionUser } from "./sessions.ts";
import { signIn } from "./sign-in.ts";
import { sessions } from "./tables.ts";

const PASSWORD = "zebra8fjord";
const passwordHash = await passwords.hashPassword(PASSWORD);

let address = 0;
/** Signs in from a network of its own, so that cases don't share limits. */
function login(body: object, headers: Record<string, string> = {}) {
	return request("/api/login", {
		method: "POST",
		body: JSON.stringify(body),
		headers: {
			"content-type": "application/json",
			"cf-connecting-ip": `192.0.2.${++address}`,
			...headers,
		},
	});
}

test("the right password returns the user and a new session", async () => {
	const { user } = await makeCreator({ passwordHash });
	const response = await login({ email: user.email.toUpperCase(), password: PASSWORD });
	expect(response.status).toBe(200);
	expect(await response.json()).toMatchObject({ id: user.id, email: user.email });
	const me = await call("GET", "/api/user", undefined, cookiesOf(response));
	expect((await me.json<User>()).id).toBe(user.id);
	const again = await login({ email: user.email, password: PASSWORD });
	expect(cookiesOf(again)).not.toEqual(cookiesOf(response));
});

test("unknown address and wrong password get the same response", async () => {
	const { user } = await makeCreator({ passwordHash });
	const wrong = await login({ email: user.email, password: "wrong horse" });
	const unknown = await login({ email: "nobody@example.test", password: PASSWORD });
	expect([wrong.status, unknown.status]).toEqual([401, 401]);
	const { requestId: _, ...first } = await wrong.json<ErrorBody>();
	const { requestId: __, ...second } = await unknown.json<ErrorBody>();
	expect(first).toEqual(second);
	expect(first.code).toBe("account.bad_credentials");
	expect(cookiesOf(unknown)).not.toHaveProperty("__Host-session");
});

// G51
test("unknown address and wrong password cost the same: one derivation and the same statements", async () => {
	const { user } = await makeCreator({ passwordHash });
	const costs: { derivations: number; statements: string[] }[] = [];
	for (const email of [user.email, "nobody-either@example.test"]) {
		const { ctx, statements } = recordingCtx({ address: `192.0.2.${++address}` });
		const verify = vi.spyOn(passwords, "verifyPassword");
		await expect(
			signIn(ctx, { email, password: "wrong horse", browser: NO_BROWSER }),
		).rejects.toMatchObject({ code: "account.bad_credentials" });
		costs.push({ derivations: verify.mock.calls.length, statements });
		vi.restoreAllMocks();
	}
	expect(costs[0]).toEqual(costs[1]);
	expect(costs[0]!.derivations).toBe(1);
	expect(costs[0]!.statements).toHaveLength(3);
});

test("a deleted account cannot sign in", async () => {
	const { user } = await makeCreator({ passwordHash, deletedAt: 1 });
	expect((await login({ email: user.email, password: PASSWORD })).status).toBe(401);
});

// G48
test("signing in ends the session the browser came with, which prevents session fixation", async () => {
	const attacker = await makeCreator();
	const victim = await makeCreator({ passwordHash });
	const planted = attacker.cookies["__Host-session"];
	const response = await login(
		{ email: victim.user.email, password: PASSWORD },
		{ cookie: `__Host-session=${planted}` },
	);
	expect(response.status).toBe(200);
	expect(cookiesOf(response)["__Host-session"]).not.toBe(planted);
	expect((await call("GET", "/api/user", undefined, attacker.cookies)).status).toBe(401);
});

test("repeated guesses from one network wait longer and longer, even with the right password, until the wait is over", async () => {
	const { user } = await makeCreator({ passwordHash });
	const fixture = { now: Date.now() };
	const ctx = testCtx({ address: "203.0.113.77", now: () => fixture.now });
	const guess = (password: string) =>
		signIn(ctx, { email: user.email, password, browser: NO_BROWSER }).then(
			() => "in",
			(error: unknown) => (error instanceof ApiError ? error : String(error)),
		);
	for (let at = 0; at < 6; at++)
		expect(await guess("wrong horse")).toMatchObject({ code: "account.bad_credentials" });
	expect(await guess(PASSWORD)).toMatchObject({
		code: "rate.limited",
		headers: { "Retry-After": "1" },
	});
	fixture.now += 1000;
	expect(await guess("wrong horse")).toMatchObject({ code: "account.bad_credentials" });
	expect(await guess(PASSWORD)).toMatchObject({ headers: { "Retry-After": "2" } });
	fixture.now += 2000;
	expect(await guess(PASSWORD)).toBe("in");
	for (let at = 0; at < 5; at++)
		expect(await guess("wrong horse")).toMatchObject({ code: "account.bad_credentials" });
});

// G51
test("concurrent guesses are counted before they are checked", async () => {
	const { user } = await makeCreator({ passwordHash });
	const from = { "cf-connecting-ip": "198.51.100.78" };
	const responses = await Promise.all(
		Array.from({ length: 12 }, () => login({ email: user.email, password: "wrong horse" }, from)),
	);
	const refused = responses.filter((response) => response.status === 429);
	expect(refused).toHaveLength(6);
	expect(refused[0]!.headers.get("retry-after")).toBe("1");
	expect((await refused[0]!.json<ErrorBody>()).code).toBe("rate.limited");
});

// G51
test("guesses from many networks delay the owner by a minute at most", async () => {
	const { user } = await makeCreator({ passwordHash });
	const fixture = { now: Date.now() };
	let network = 0;
	const attempt = (password: string) => {
		const ctx = testCtx({
			address: `2001:db8:${(++network).toString(16)}::1`,
			now: () => fixture.now,
		});
		return signIn(ctx, { email: user.email, password, browser: NO_BROWSER });
	};
	let longest = 0;
	for (let at = 0; at < 30; at++) {
		const error: unknown = await attempt("wrong horse").catch((thrown: unknown) => thrown);
		if (!(error instanceof ApiError)) throw new Error("let in by a wrong password");
		const wait = Number(error.headers["Retry-After"] ?? 0);
		longest = Math.max(longest, wait);
		fixture.now += wait * 1000;
	}
	expect(longest).toBeGreaterThan(1);
	fixture.now += 60_000;
	expect((await attempt(PASSWORD)).user.id).toBe(user.id);
});

test("a hash of older parameters is renewed at sign-in", async () => {
	restoreScrypt();
	onTestFinished(replaceScrypt);
	const salt = Buffer.from("0123456789abcdef");
	const key = scryptSync(PASSWORD, salt, 32, { N: 2 ** 12, r: 8, p: 1 });
	const older = `scrypt$12$8$1$${salt.toString("base64url")}$${key.toString("base64url")}`;
	const { user } = await makeCreator({ passwordHash: older });
	expect((await login({ email: user.email, password: PASSWORD })).status).toBe(200);
	const [row] = await testCtx().db.select().from(users).where(eq(users.id, user.id));
	expect(row!.passwordHash).toMatch(/^scrypt\$14\$8\$5\$/);
	expect((await login({ email: user.email, password: PASSWORD })).status).toBe(200);
});

test("signing out ends the session and clears the cookie", async () => {
	const { cookies } = await makeCreator();
	const response = await call("POST", "/api/logout", undefined, cookies);
	expect(response.status).toBe(204);
	expect(response.headers.getSetCookie()[0]).toMatch(/^__Host-session=;.*Max-Age=0/);
	expect((await call("GET", "/api/user", undefined, cookies)).status).toBe(401);
	expect((await call("POST", "/api/logout")).status).toBe(204);
});

test("signs nobody in without a session or with an invented token", async () => {
	for (const name of ["none", "__Host-session", "session"]) {
		const cookies = { [name]: "invented" };
		const response = await call("GET", "/api/me", undefined, cookies);
		expect(response.status).toBe(401);
		expect((await response.json<ErrorBody>()).code).toBe("auth.required");
	}
});

// G48
test("a session ends after 14 idle days, and after 30 days in any case", async () => {
	const { ctx } = await makeCreator();
	const begin = Date.now();
	let touched: Promise<unknown> = Promise.resolve();
	const inBackground: Ctx["inBackground"] = (work) => {
		touched = work();
	};
	const at = (days: number) => ({
		...ctx,
		inBackground,
		now: () => begin + days * 24 * 60 * 60 * 1000,
	});
	for (const day of [13, 26, 29]) {
		expect(await sessionUser(at(day))).not.toBeNull();
		await touched;
	}
	expect(await sessionUser(at(31))).toBeNull();
	const idle = await makeCreator();
	const later = { ...idle.ctx, now: () => begin + SESSION_IDLE_MS + 60_000 };
	expect(await sessionUser(later)).toBeNull();
	await prune({ ...later, now: () => begin + SESSION_MAX_MS + 60_000 }, sessions);
	const rows = await testCtx().db.select().from(sessions).where(eq(sessions.userId, idle.user.id));
	expect(rows).toEqual([]);
});
