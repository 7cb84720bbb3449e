import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { ErrorBody } from "../contract/errors.ts";
import type { CreatorCtx, Ctx } from "../core/context.ts";
import { TOKENS } from "../core/token-purposes.ts";
import { hashPassword } from "../platform/security/passwords.ts";
import { outbox } from "../platform/tables.ts";
import { tokens } from "../platform/tokens/tables.ts";
import { recordingCtx } from "../test/fakes/recording-ctx.ts";
import { callWithToken, storeToken } from "../test/fixtures/access-tokens.ts";
import { prune } from "../test/fixtures/personal-data.ts";
import { call, makeCreator, request, testCtx } from "../test/fixtures/test-app.ts";
import { tokensOf } from "../test/fixtures/tokens.ts";
import type { Scope } from "./access-tokens/contract.ts";
import { createToken } from "./access-tokens/own-tokens.ts";
import { beginAddressChange } from "./address-change/begin-address-change.ts";
import { changePassword } from "./change-password.ts";
import type { User } from "./contract.ts";
import { forgotPassword, resetPassword } from "./reset-password.ts";
import { signIn } from "./sign-in.ts";
import { accessTokens, devices, sessions } from "./tables.ts";
import { verifyEmail } from "./verify-email.ts";

const PASSWORD = "zebra8fjord";
const NEW_PASSWORD = "moon over kiruna";
const HOUR = 60 * 60 * 1000;
const passwordHash = await hashPassword(PASSWORD);
let address = 0;

function post(path: string, body: object, cookies?: Record<string, string>) {
	return request(path, {
		method: "POST",
		body: JSON.stringify(body),
		...(cookies && { cookies }),
		headers: {
			"content-type": "application/json",
			"cf-connecting-ip": `192.0.2.${++address}`,
		},
	});
}

async function mailsTo(email: string, subject: string) {
	return testCtx()
		.db.select()
		.from(outbox)
		.where(and(eq(outbox.recipient, email), eq(outbox.subject, subject)));
}

async function resetToken(email: string): Promise<string> {
	expect((await post("/api/password/forgot", { email })).status).toBe(204);
	const mails = await mailsTo(email, "Reset your password");
	return /reset-password#([\w-]{43})/.exec(mails.at(-1)!.text)![1]!;
}

const codeOf = async (response: Response) => [
	response.status,
	response.ok ? null : (await response.json<ErrorBody>()).code,
];

test("a forgotten password is replaced by a mailed link, which ends every session and confirms the address", async () => {
	const { user, cookies } = await makeCreator({ passwordHash });
	const token = await resetToken(user.email);
	const response = await post("/api/password/reset", { token, password: NEW_PASSWORD });
	expect(response.status).toBe(204);
	expect((await call("GET", "/api/user", undefined, cookies)).status).toBe(401);
	expect((await post("/api/login", { email: user.email, password: PASSWORD })).status).toBe(401);
	const login = await post("/api/login", { email: user.email, password: NEW_PASSWORD });
	expect(login.status).toBe(200);
	expect((await login.json<User>()).emailVerified).toBe(true);
	expect(await mailsTo(user.email, "Your password was changed")).toHaveLength(1);
});

test("a reset link is valid once, also when used twice concurrently, and invalidates the other links", async () => {
	const { user } = await makeCreator({ passwordHash });
	const sibling = await resetToken(user.email);
	const token = await resetToken(user.email);
	const responses = await Promise.all(
		["first of two", "second of two"].map((password) =>
			post("/api/password/reset", { token, password }),
		),
	);
	expect(responses.map((response) => response.status).toSorted()).toEqual([204, 404]);
	for (const used of [token, sibling, "invented"])
		expect(
			await codeOf(await post("/api/password/reset", { token: used, password: NEW_PASSWORD })),
		).toEqual([404, "token.not_found"]);
	expect(await mailsTo(user.email, "Your password was changed")).toHaveLength(1);
});

test("a guessable new password does not consume the link", async () => {
	const { user } = await makeCreator({ passwordHash });
	const token = await resetToken(user.email);
	expect(await codeOf(await post("/api/password/reset", { token, password: "password1" }))).toEqual(
		[400, "request.invalid"],
	);
	expect((await post("/api/password/reset", { token, password: NEW_PASSWORD })).status).toBe(204);
});

test("a link is invalid for another purpose, and after its lifetime", async () => {
	const ctx = testCtx();
	const { user } = await makeCreator({ passwordHash });
	const token = await resetToken(user.email);
	await expect(verifyEmail(ctx, { token })).rejects.toMatchObject({ code: "token.not_found" });
	const late = { ...ctx, now: () => Date.now() + HOUR };
	await expect(resetPassword(late, { token, password: NEW_PASSWORD })).rejects.toMatchObject({
		code: "token.not_found",
	});
	await prune(late, tokens);
	expect(await tokensOf(TOKENS.resetPassword, user.id)).toEqual([]);
});

// G50
test("tokens are stored hashed", async () => {
	const { user } = await makeCreator({ passwordHash });
	const token = await resetToken(user.email);
	const rows = await tokensOf(TOKENS.resetPassword, user.id);
	expect(rows).toHaveLength(1);
	expect(JSON.stringify(rows)).not.toContain(token);
});

test("answers the same for an unknown address, with the same statements and no mail", async () => {
	const { user } = await makeCreator();
	const unknown = "unknown-to-us@example.test";
	const responses = [
		await post("/api/password/forgot", { email: user.email }),
		await post("/api/password/forgot", { email: unknown }),
	];
	expect(responses.map((response) => response.status)).toEqual([204, 204]);
	const statements: string[][] = [];
	for (const email of [user.email, unknown]) {
		const recording = recordingCtx({ address: `198.51.100.${++address}`, inBackground: () => {} });
		await forgotPassword(recording.ctx, { email });
		// The sender changes the outbox after the response.
		statements.push(recording.statements.filter((sql) => !sql.startsWith('update "outbox"')));
	}
	expect(statements[0]).toEqual(statements[1]);
	expect(statements[0]).toHaveLength(4);
	expect(await mailsTo(unknown, "Reset your password")).toEqual([]);
	expect(await mailsTo(user.email, "Reset your password")).toHaveLength(2);
});

test("the mails to one address are limited, whether it has an account or not", async () => {
	const { user } = await makeCreator();
	for (const email of [user.email, "flooded@example.test"]) {
		const statuses: number[] = [];
		for (let at = 0; at < 6; at++)
			statuses.push((await post("/api/password/forgot", { email })).status);
		expect(statuses).toEqual([204, 204, 204, 204, 429, 429]);
	}
	expect(await mailsTo(user.email, "Reset your password")).toHaveLength(3);
});

// G48
test("changing the password requires the old one, ends the other sessions and keeps this one", async () => {
	const { user, cookies } = await makeCreator({ passwordHash, emailVerifiedAt: 1 });
	const other = await post("/api/login", { email: user.email, password: PASSWORD });
	const otherCookies = Object.fromEntries([
		other.headers.getSetCookie()[0]!.split(";")[0]!.split("=") as [string, string],
	]);
	const link = await resetToken(user.email);
	const wrong = await post(
		"/api/password/change",
		{ currentPassword: "wrong horse", password: NEW_PASSWORD },
		cookies,
	);
	expect(wrong.status).toBe(403);
	expect((await wrong.json<ErrorBody>()).fields).toHaveProperty("currentPassword");
	const guessable = { currentPassword: PASSWORD, password: "iloveyou" };
	expect((await post("/api/password/change", guessable, cookies)).status).toBe(400);
	const right = { currentPassword: PASSWORD, password: NEW_PASSWORD };
	expect((await post("/api/password/change", right, cookies)).status).toBe(204);
	expect((await call("GET", "/api/user", undefined, otherCookies)).status).toBe(401);
	expect((await call("GET", "/api/user", undefined, cookies)).status).toBe(200);
	expect((await post("/api/login", { email: user.email, password: NEW_PASSWORD })).status).toBe(
		200,
	);
	expect(
		(await post("/api/password/reset", { token: link, password: "another one here" })).status,
	).toBe(404);
});

test("changing the password ends access tokens only where that is asked for", async () => {
	const { user, cookies } = await makeCreator({ passwordHash, emailVerifiedAt: 1 });
	const { token } = await storeToken(user.id, ["shares:read"]);
	const answer = async () => (await callWithToken(token, "GET", "/api/v1/user")).status;
	const change = { currentPassword: PASSWORD, password: NEW_PASSWORD };
	expect((await post("/api/password/change", change, cookies)).status).toBe(204);
	expect(await answer()).toBe(200);
	const ending = { currentPassword: NEW_PASSWORD, password: PASSWORD, endTokens: true };
	expect((await post("/api/password/change", ending, cookies)).status).toBe(204);
	expect(await answer()).toBe(401);
});

test("whoever registered another person's address cannot invalidate the owner's reset links", async () => {
	const { user, cookies } = await makeCreator({ passwordHash });
	const link = await resetToken(user.email);
	const change = { currentPassword: PASSWORD, password: NEW_PASSWORD };
	expect((await post("/api/password/change", change, cookies)).status).toBe(204);
	expect(
		(await post("/api/password/reset", { token: link, password: "the owner's own" })).status,
	).toBe(204);
});

test("an address is confirmed by its link once, and a confirmed one gets no further mail", async () => {
	const { user, cookies } = await makeCreator();
	expect((await post("/api/email/send-verification", {}, cookies)).status).toBe(204);
	const [mail] = await mailsTo(user.email, "Confirm your email address");
	const token = /verify-email#([\w-]{43})/.exec(mail!.text)![1]!;
	expect((await post("/api/email/verify", { token })).status).toBe(204);
	expect(await codeOf(await post("/api/email/verify", { token }))).toEqual([
		404,
		"token.not_found",
	]);
	const me = await (await call("GET", "/api/user", undefined, cookies)).json<User>();
	expect(me.emailVerified).toBe(true);
	expect((await post("/api/email/send-verification", {}, cookies)).status).toBe(204);
	expect(await mailsTo(user.email, "Confirm your email address")).toHaveLength(1);
});

/** A context that runs `work` before its database receives batch number `at`, like a concurrent request. */
function interrupted<C extends Ctx>(ctx: C, at: number, work: () => Promise<unknown>): C {
	let batches = 0;
	const db = new Proxy(ctx.db, {
		get(target, name) {
			const value: unknown = Reflect.get(target, name);
			if (name !== "batch") return value;
			return async (...args: unknown[]) => {
				if (++batches === at) await work();
				return Reflect.apply(target.batch, target, args);
			};
		},
	});
	return { ...ctx, db };
}

test("a sign-in with the old password that meets a reset opens no session, and remembers no browser", async () => {
	const { user } = await makeCreator({ passwordHash });
	const token = await resetToken(user.email);
	// After the account is looked up.
	const ctx = interrupted(testCtx(), 2, () =>
		resetPassword(testCtx(), { token, password: NEW_PASSWORD }),
	);
	const browser = { userAgent: "old", country: null, deviceHash: "a".repeat(43) };
	await expect(
		signIn(ctx, { email: user.email, password: PASSWORD, browser }),
	).rejects.toMatchObject({
		code: "account.bad_credentials",
	});
	const of = (table: typeof sessions | typeof devices) =>
		testCtx().db.select({ userId: table.userId }).from(table).where(eq(table.userId, user.id));
	expect(await of(sessions)).toEqual([]);
	expect(await of(devices)).toEqual([]);
});

test.each([
	[
		"a new password",
		(ctx: CreatorCtx) =>
			changePassword(ctx, { currentPassword: PASSWORD, password: "another of theirs" }),
	],
	[
		"an access token",
		(ctx: CreatorCtx) => {
			const scopes: Scope[] = ["sales:read"];
			return createToken(ctx, { name: "Theirs", scopes, expiresInDays: null, password: PASSWORD });
		},
	],
	[
		"a change of address",
		(ctx: CreatorCtx) =>
			beginAddressChange(ctx, {
				email: `${ctx.id().toLowerCase()}@example.test`,
				password: PASSWORD,
			}),
	],
])("%s that an open session asks for at the moment of a reset has no effect", async (_, ask) => {
	const creator = await makeCreator({ passwordHash, emailVerifiedAt: 1 });
	const { id, email } = creator.user;
	const token = await resetToken(email);
	const ctx = interrupted(creator.ctx, 1, () =>
		resetPassword(testCtx(), { token, password: NEW_PASSWORD }),
	);
	await expect(ask(ctx)).rejects.toMatchObject({ code: "auth.required" });
	expect((await post("/api/login", { email, password: NEW_PASSWORD })).status).toBe(200);
	expect(await testCtx().db.$count(accessTokens, eq(accessTokens.userId, id))).toBe(0);
	expect(await tokensOf(TOKENS.changeAddress, id)).toEqual([]);
});
