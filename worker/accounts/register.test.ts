import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { Ctx } from "../context.ts";
import type { User } from "../contract/accounts.ts";
import type { ErrorBody } from "../contract/errors.ts";
import { countAttempt } from "../platform/attempts.ts";
import { outbox } from "../platform/tables.ts";
import { call, cookiesOf, makeCreator, request, testCtx } from "../test/world.ts";
import { registerLimits } from "./sign-in-limits.ts";
import { sessions, users } from "./tables.ts";

const PASSWORD = "zebra8fjord";
const fresh = () => `${testCtx().id()}@example.test`;
const registration = (fields: object = {}) => ({
	email: fresh(),
	password: PASSWORD,
	plan: "free",
	...fields,
});

test("registering answers the user, signs in and sends the verification mail", async () => {
	const input = registration({ firstName: " Ada ", email: ` ${fresh().toUpperCase()} ` });
	const email = input.email.trim().toLowerCase();
	const answer = await call("POST", "/api/register", input);
	expect(answer.status).toBe(201);
	const user = await answer.json<User>();
	expect(user).toMatchObject({
		email,
		firstName: "Ada",
		lastName: null,
		plan: "free",
		emailVerified: false,
	});
	expect(Object.keys(user).join()).not.toMatch(/password|secret|hash/i);
	const me = await call("GET", "/api/me", undefined, cookiesOf(answer));
	expect(await me.json()).toEqual(user);
	const mails = await testCtx().db.select().from(outbox).where(eq(outbox.recipient, email));
	expect(mails).toHaveLength(1);
	expect(mails[0]!.text).toMatch(/https:\/\/tillbox\.test\/verify-email#[\w-]{43}/);
});

test("choosing Pro does not give Pro", async () => {
	const answer = await call("POST", "/api/register", registration({ plan: "pro" }));
	expect((await answer.json<User>()).plan).toBe("free");
});

test("the cookie cannot be read by scripts, sent from other sites or set by other hosts", async () => {
	const answer = await call("POST", "/api/register", registration());
	const [cookie = ""] = answer.headers.getSetCookie();
	expect(cookie).toMatch(/^__Host-session=[\w-]{43};/);
	for (const attribute of ["Path=/", "Secure", "HttpOnly", "SameSite=Lax", "Max-Age=2592000"])
		expect(cookie).toContain(attribute);
	expect(cookie).not.toContain("Domain");
	expect(answer.headers.get("cache-control")).toBe("private, no-store");
});

test("neither password nor token is stored", async () => {
	const input = registration();
	const answer = await call("POST", "/api/register", input);
	const token = cookiesOf(answer)["__Host-session"]!;
	const { id } = await answer.json<User>();
	const { db } = testCtx();
	const [row] = await db.select().from(users).where(eq(users.id, id));
	expect(row!.passwordHash).toMatch(/^scrypt\$/);
	const [session] = await db.select().from(sessions).where(eq(sessions.userId, id));
	expect(JSON.stringify([row, session])).not.toContain(token);
	expect(JSON.stringify([row, session])).not.toContain(PASSWORD);
});

test("an address with an account is refused, in any case of its letters", async () => {
	const input = registration();
	await call("POST", "/api/register", input);
	const again = await call("POST", "/api/register", {
		...input,
		email: input.email.toUpperCase(),
	});
	expect(again.status).toBe(409);
	expect((await again.json<ErrorBody>()).code).toBe("account.exists");
	expect(again.headers.getSetCookie()).toEqual([]);
});

test("of many registrations of one address at once, one is made", async () => {
	const input = registration();
	const answers = await Promise.all(
		Array.from({ length: 6 }, () => call("POST", "/api/register", input)),
	);
	expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
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
		{ password: "tillbox1" },
		"password",
		"This password is too easy to guess. Please choose another one.",
	],
])("refuses %j at its field", async (fields, field, message) => {
	const answer = await call("POST", "/api/register", registration(fields));
	expect(answer.status).toBe(400);
	const body = await answer.json<ErrorBody>();
	expect(body).toMatchObject({ code: "request.invalid", message, fields: { [field]: message } });
	expect(body.requestId).not.toBe("");
});

test("bodies that are no JSON are malformed", async () => {
	const answer = await request("/api/register", {
		method: "POST",
		body: "{",
		headers: { "content-type": "application/json" },
	});
	expect(answer.status).toBe(400);
	expect((await answer.json<ErrorBody>()).code).toBe("request.malformed");
});

test("another site cannot register or sign anybody in", async () => {
	const input = registration();
	for (const headers of [{ "sec-fetch-site": "cross-site" }, { "sec-fetch-site": "same-site" }]) {
		const answer = await request("/api/register", {
			method: "POST",
			body: JSON.stringify(input),
			headers: { "content-type": "application/json", ...headers },
		});
		expect(answer.status).toBe(403);
		expect(answer.headers.getSetCookie()).toEqual([]);
	}
	const rows = await testCtx().db.select().from(users).where(eq(users.email, input.email));
	expect(rows).toEqual([]);
});

function registerFrom(address: string, fields: object = {}) {
	return request("/api/register", {
		method: "POST",
		body: JSON.stringify(registration(fields)),
		headers: { "content-type": "application/json", "cf-connecting-ip": address },
	});
}

/** How many of `tries` registrations pass before the first one has to wait. */
async function passedBefore429(tries: number, register: (at: number) => Promise<Response>) {
	for (let at = 0; at < tries; at++) {
		const answer = await register(at);
		if (answer.status !== 429) continue;
		expect((await answer.json<ErrorBody>()).code).toBe("rate.limited");
		expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
		return at;
	}
	return tries;
}

test("looking for accounts by registering gets slower", async () => {
	const found = await Promise.all(Array.from({ length: 14 }, () => makeCreator()));
	const passed = await passedBefore429(14, (at) =>
		registerFrom("198.51.100.7", { email: found[at]!.user.email }),
	);
	expect(passed).toBe(11);
});

test("registrations that succeed count: one network makes no accounts without end", async () => {
	expect(await passedBefore429(14, () => registerFrom("198.51.100.8"))).toBe(11);
	expect((await registerFrom("198.51.100.9")).status).toBe(201);
});

test("registrations begun at once from one network are no more than those made one after the other", async () => {
	const answers = await Promise.all(
		Array.from({ length: 40 }, () => registerFrom("198.51.100.10")),
	);
	expect(answers.filter((answer) => answer.status === 201)).toHaveLength(11);
});

test("one address cannot be registered again and again, also from many networks and in other letters", async () => {
	const email = fresh();
	const passed = await passedBefore429(10, async (at) => {
		const answer = await registerFrom(`192.0.2.${at}`, {
			email: at % 2 === 0 ? email : email.toUpperCase(),
		});
		// Deletion gives nothing back: the account is gone, its attempts are not.
		await testCtx()
			.db.update(users)
			.set({ email: fresh() })
			.where(eq(users.email, email.toLowerCase()));
		return answer;
	});
	expect(passed).toBe(6);
});

test("the addresses of one IPv6 customer are one network", async () => {
	const count = (address: string) => {
		const ctx = testCtx({ address });
		return countAttempt(ctx, registerLimits(ctx, fresh()));
	};
	for (let at = 0; at < 11; at++) await count(`2001:db8:1:1::${at}`);
	await expect(count("2001:db8:1:1:ffff::1")).rejects.toMatchObject({ code: "rate.limited" });
	await expect(count("2001:db8:1:2::1")).resolves.toBeUndefined();
});

describe("the allowance of the machine itself", () => {
	const now = Date.UTC(2026, 10, 21, 12);
	const loopback = (world: Partial<Ctx>) => {
		const ctx = testCtx({ address: "127.0.0.1", now: () => now, ...world });
		return () => countAttempt(ctx, registerLimits(ctx, fresh()));
	};

	test("lets as many registrations a minute through as it says, and begins anew every minute", async () => {
		const count = (at: number) => loopback({ now: () => at });
		for (let at = 0; at < 100; at++) await count(now)();
		await expect(count(now)()).rejects.toMatchObject({ code: "rate.limited" });
		await expect(count(now + 60_000)()).resolves.toBeUndefined();
	});

	test("is not there without its variable, nor for other networks", async () => {
		const strict = { ...testCtx().config, LOOPBACK_REGISTRATIONS_A_MINUTE: 0 };
		for (const world of [{ config: strict }, { address: "198.51.100.11" }]) {
			const count = loopback(world);
			for (let at = 0; at < 11; at++) await count();
			await expect(count()).rejects.toMatchObject({ code: "rate.limited" });
		}
	});
});

test("the session the browser had ends with a new registration", async () => {
	const { user, cookies } = await makeCreator();
	const answer = await call("POST", "/api/register", registration(), cookies);
	expect(answer.status).toBe(201);
	expect((await call("GET", "/api/user", undefined, cookies)).status).toBe(401);
	const left = await testCtx()
		.db.select()
		.from(sessions)
		.where(and(eq(sessions.userId, user.id)));
	expect(left).toEqual([]);
});
