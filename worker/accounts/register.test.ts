import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { ErrorBody } from "../contract/errors.ts";
import { configOf } from "../core/config.ts";
import type { Ctx } from "../core/context.ts";
import { users } from "../core/tables.ts";
import type { ApiError } from "../platform/errors.ts";
import { consumeAttempt } from "../platform/security/attempts.ts";
import { outbox } from "../platform/tables.ts";
import {
	call,
	cookiesOf,
	makeCreator,
	NO_BROWSER,
	request,
	testCtx,
} from "../test/fixtures/test-app.ts";
import { registerInput, type User } from "./contract.ts";
import { register } from "./register.ts";
import { registerLimits } from "./sign-in-limits.ts";
import { sessions } from "./tables.ts";

const PASSWORD = "zebra8fjord";
const fresh = () => `${testCtx().id()}@example.test`;
const registration = (fields: object = {}) => ({
	email: fresh(),
	password: PASSWORD,
	plan: "free",
	...fields,
});

test("registering returns the user, signs in and sends the verification mail", async () => {
	const input = registration({ firstName: " Ada ", email: ` ${fresh().toUpperCase()} ` });
	const email = input.email.trim().toLowerCase();
	const response = await call("POST", "/api/register", input);
	expect(response.status).toBe(201);
	const user = await response.json<User>();
	expect(user).toMatchObject({
		email,
		firstName: "Ada",
		lastName: null,
		plan: "free",
		emailVerified: false,
	});
	expect(Object.keys(user).join()).not.toMatch(/password|secret|hash/i);
	const me = await call("GET", "/api/me", undefined, cookiesOf(response));
	expect(await me.json()).toEqual(user);
	const mails = await testCtx().db.select().from(outbox).where(eq(outbox.recipient, email));
	expect(mails).toHaveLength(1);
	expect(mails[0]!.text).toMatch(/https:\/\/tillbox\.test\/verify-email#[\w-]{43}/);
});

test("both spellings of a domain are one account", async () => {
	const name = testCtx().id();
	const input = registration({ email: `${name}@Müller.example` });
	expect((await call("POST", "/api/register", input)).status).toBe(201);
	const ascii = `${name}@xn--mller-kva.example`.toLowerCase();
	const signedIn = await call("POST", "/api/login", { email: ascii, password: PASSWORD });
	expect(await signedIn.json<User>()).toMatchObject({ email: ascii });
	const again = await call("POST", "/api/register", registration({ email: ascii }));
	expect(again.status).toBe(409);
});

test("choosing Pro does not grant Pro", async () => {
	const response = await call("POST", "/api/register", registration({ plan: "pro" }));
	expect((await response.json<User>()).plan).toBe("free");
});

// G48
test("the cookie cannot be read by scripts, sent from other sites or set by other hosts", async () => {
	const response = await call("POST", "/api/register", registration());
	const [cookie = ""] = response.headers.getSetCookie();
	expect(cookie).toMatch(/^__Host-session=[\w-]{43};/);
	for (const attribute of ["Path=/", "Secure", "HttpOnly", "SameSite=Lax", "Max-Age=2592000"])
		expect(cookie).toContain(attribute);
	expect(cookie).not.toContain("Domain");
	expect(response.headers.get("cache-control")).toBe("private, no-store");
});

// G50
test("neither password nor token is stored", async () => {
	const input = registration();
	const response = await call("POST", "/api/register", input);
	const token = cookiesOf(response)["__Host-session"]!;
	const { id } = await response.json<User>();
	const { db } = testCtx();
	const [row] = await db.select().from(users).where(eq(users.id, id));
	expect(row!.passwordHash).toMatch(/^scrypt\$/);
	const [session] = await db.select().from(sessions).where(eq(sessions.userId, id));
	expect(JSON.stringify([row, session])).not.toContain(token);
	expect(JSON.stringify([row, session])).not.toContain(PASSWORD);
});

test("an address that has an account is refused, in upper and lower case", async () => {
	const input = registration();
	await call("POST", "/api/register", input);
	const again = await call("POST", "/api/register", {
		...input,
		email: input.email.toUpperCase(),
	});
	expect(again.status).toBe(409);
	expect((await again.json<ErrorBody>()).code).toBe("account.exists");
	expect(cookiesOf(again)).not.toHaveProperty("__Host-session");
});

test("lets one of many concurrent registrations of an address succeed", async () => {
	const input = registration();
	const responses = await Promise.all(
		Array.from({ length: 6 }, () => call("POST", "/api/register", input)),
	);
	expect(responses.map((response) => response.status).toSorted()).toEqual([
		201, 409, 409, 409, 409, 409,
	]);
	const mails = await testCtx()
		.db.select()
		.from(outbox)
		.where(eq(outbox.recipient, input.email.toLowerCase()));
	expect(mails).toHaveLength(1);
});

test.each([
	[{ email: "nobody" }, "email", "Please enter a valid email"],
	[{ email: undefined }, "email", "Please enter a valid email"],
	[{ password: "12345" }, "password", "Password must be at least 6 characters"],
	[{ password: undefined }, "password", "Password must be at least 6 characters"],
	[{ plan: "gold" }, "plan", "Please select a plan"],
	[{ plan: undefined }, "plan", "Please select a plan"],
	[
		{ password: "Password1" },
		"password",
		"This password is too easy to guess. Please choose another one.",
	],
	[
		{ email: "Marie@example.test", password: "marie@example.TEST" },
		"password",
		"This password is too easy to guess. Please choose another one.",
	],
])("refuses %j at its field", async (fields, field, message) => {
	const response = await call("POST", "/api/register", registration(fields));
	expect(response.status).toBe(400);
	const body = await response.json<ErrorBody>();
	expect(body).toMatchObject({ code: "request.invalid", message, fields: { [field]: message } });
	expect(body.requestId).not.toBe("");
});

test("bodies that are not JSON are malformed", async () => {
	const response = await request("/api/register", {
		method: "POST",
		body: "{",
		headers: { "content-type": "application/json" },
	});
	expect(response.status).toBe(400);
	expect((await response.json<ErrorBody>()).code).toBe("request.malformed");
});

test("another site cannot register or sign anybody in", async () => {
	const input = registration();
	for (const headers of [{ "sec-fetch-site": "cross-site" }, { "sec-fetch-site": "same-site" }]) {
		const response = await request("/api/register", {
			method: "POST",
			body: JSON.stringify(input),
			headers: { "content-type": "application/json", ...headers },
		});
		expect(response.status).toBe(403);
		expect(cookiesOf(response)).not.toHaveProperty("__Host-session");
	}
	const rows = await testCtx().db.select().from(users).where(eq(users.email, input.email));
	expect(rows).toEqual([]);
});

/** A registration from `address`, with three free ones per network; hashing a password is slow. */
function registerFrom(address: string, fields: object = {}) {
	const { config } = testCtx();
	const limit = { ...config.LIMIT_REGISTER_NETWORK, free: 3 };
	const at = Date.UTC(2026, 10, 21, 12);
	const limits = { ...config, LIMIT_REGISTER_NETWORK: limit };
	const ctx = testCtx({ address, config: limits, now: () => at });
	return register(ctx, { ...registerInput.parse(registration(fields)), browser: NO_BROWSER });
}

/** The result: `created`, or the error's code. */
const outcome = (registered: Promise<unknown>) =>
	registered.then(
		() => "created",
		(error: ApiError) => error.code,
	);

test("a network has ten free registrations, unless a variable sets another number", async () => {
	expect(testCtx().config.LIMIT_REGISTER_NETWORK).toEqual({
		free: 10,
		firstWaitMs: 60_000,
		maxWaitMs: 3_600_000,
		resetAfterMs: 21_600_000,
	});
	const set = configOf({ ...testCtx().env, LIMIT_REGISTER_NETWORK: "1,2,3,4" });
	expect(set.LIMIT_REGISTER_NETWORK).toMatchObject({ free: 1, resetAfterMs: 4000 });
	const emptied = configOf({ ...testCtx().env, LIMIT_REGISTER_NETWORK: "" });
	expect(emptied.LIMIT_REGISTER_NETWORK.free).toBe(10);
	for (const wrong of ["1,2,3", "1,2,3,x", "1,2,30,4"])
		expect(() => configOf({ ...testCtx().env, LIMIT_REGISTER_NETWORK: wrong })).toThrow(
			/LIMIT_REGISTER_NETWORK/,
		);
});

// G52
test("enumerating accounts by registering gets slower, and the response says how long to wait", async () => {
	const found = await Promise.all(Array.from({ length: 5 }, () => makeCreator()));
	const outcomes = [];
	for (const { user } of found)
		outcomes.push(await outcome(registerFrom("198.51.100.7", { email: user.email })));
	expect(outcomes).toEqual([...Array(4).fill("account.exists"), "rate.limited"]);
	await expect(registerFrom("198.51.100.7")).rejects.toMatchObject({
		headers: { "Retry-After": "60" },
	});
});

// G52
test("successful registrations count too: one network cannot create accounts without limit", async () => {
	const outcomes = [];
	for (let at = 0; at < 6; at++) outcomes.push(await outcome(registerFrom("198.51.100.8")));
	expect(outcomes).toEqual([...Array(4).fill("created"), "rate.limited", "rate.limited"]);
	expect(await outcome(registerFrom("198.51.100.9"))).toBe("created");
});

test("concurrent registrations from one network are limited like successive ones", async () => {
	const outcomes = await Promise.all(
		Array.from({ length: 30 }, () => outcome(registerFrom("198.51.100.10"))),
	);
	expect(outcomes.filter((each) => each === "created")).toHaveLength(4);
});

test("one address cannot be registered repeatedly, also from many networks and in other spellings", async () => {
	const email = fresh();
	const outcomes = [];
	for (let at = 0; at < 8; at++) {
		const letters = at % 2 === 0 ? email : email.toUpperCase();
		outcomes.push(await outcome(registerFrom(`192.0.2.${at}`, { email: letters })));
		// Deleting the account doesn't delete its attempts.
		await testCtx()
			.db.update(users)
			.set({ email: fresh() })
			.where(eq(users.email, email.toLowerCase()));
	}
	expect(outcomes).toEqual([...Array(6).fill("created"), "rate.limited", "rate.limited"]);
});

// G74
test("the addresses of one IPv6 customer count as one network, whatever its size", async () => {
	const count = (address: string) => {
		const ctx = testCtx({ address });
		return consumeAttempt(ctx, registerLimits(ctx, fresh()));
	};
	for (let at = 0; at < 11; at++) await count(`2001:db8:1:1::${at}`);
	await expect(count("2001:db8:1:1:ffff::1")).rejects.toMatchObject({ code: "rate.limited" });
	await expect(count("2001:db8:1:2::1")).resolves.toBeUndefined();
	const outcomes = [];
	for (let at = 0; at < 40; at++)
		outcomes.push(
			await count(`2001:db8:2:${at.toString(16)}00::1`).then(
				() => true,
				() => false,
			),
		);
	expect(outcomes.filter(Boolean)).toHaveLength(31);
});

describe("the allowance for requests from the machine itself", () => {
	const now = Date.UTC(2026, 10, 21, 12);
	const loopback = (fixture: Partial<Ctx>) => {
		const ctx = testCtx({ address: "127.0.0.1", now: () => now, ...fixture });
		return () => consumeAttempt(ctx, registerLimits(ctx, fresh()));
	};

	test("permits the configured number of registrations a minute, and starts again every minute", async () => {
		const count = (at: number) => loopback({ now: () => at });
		for (let at = 0; at < 100; at++) await count(now)();
		await expect(count(now)()).rejects.toMatchObject({ code: "rate.limited" });
		await expect(count(now + 60_000)()).resolves.toBeUndefined();
	});

	test("needs its variable, and excludes other networks", async () => {
		const strict = { ...testCtx().config, LOOPBACK_REGISTRATIONS_PER_MINUTE: 0 };
		for (const fixture of [{ config: strict }, { address: "203.0.113.11" }]) {
			const count = loopback(fixture);
			for (let at = 0; at < 11; at++) await count();
			await expect(count()).rejects.toMatchObject({ code: "rate.limited" });
		}
	});
});

test("a new registration ends the session that the browser had", async () => {
	const { user, cookies } = await makeCreator();
	const response = await call("POST", "/api/register", registration(), cookies);
	expect(response.status).toBe(201);
	expect((await call("GET", "/api/user", undefined, cookies)).status).toBe(401);
	const left = await testCtx()
		.db.select()
		.from(sessions)
		.where(and(eq(sessions.userId, user.id)));
	expect(left).toEqual([]);
});
