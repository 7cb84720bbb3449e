import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { ErrorBody } from "../contract/errors.ts";
import { users } from "../core/tables.ts";
import { failure } from "../platform/errors.ts";
import { queueMail } from "../platform/mail/mail.ts";
import { OWED } from "../platform/mail/mail-limits.ts";
import { hashPassword } from "../platform/security/passwords.ts";
import { outbox } from "../platform/tables.ts";
import { mailKind } from "../test/fixtures/all-mails.ts";
import { call, createSession, makeCreator, request, testCtx } from "../test/fixtures/test-app.ts";
import type { SessionInfo, User } from "./contract.ts";
import { deleteAccount } from "./delete-account.ts";
import { setPlan } from "./plans/current-plan.ts";
import { sessions } from "./tables.ts";

const PASSWORD = "zebra8fjord";
const passwordHash = await hashPassword(PASSWORD);

test("names are changed, cleaned and removed; the rest of the account is not", async () => {
	const { user, cookies } = await makeCreator({ firstName: "Ada", lastName: "L" });
	const changed = await call(
		"PATCH",
		"/api/user",
		{ displayName: " Studio\u202e Nord\n ", lastName: null },
		cookies,
	);
	expect(changed.status).toBe(200);
	const response = await changed.json<User>();
	expect(response).toEqual({ ...user, displayName: "Studio Nord", lastName: null });
	const empty = await call("PATCH", "/api/user", { displayName: "  " }, cookies);
	expect((await empty.json<User>()).displayName).toBeNull();
	expect((await call("PATCH", "/api/user", {}, cookies)).status).toBe(400);
	const more = { displayName: "Mine", plan: "pro", email: "x@example.test" };
	expect(await (await call("PATCH", "/api/user", more, cookies)).json()).toMatchObject({
		code: "request.invalid",
		fields: { plan: expect.any(String), email: expect.any(String) },
	});
	expect(await (await call("GET", "/api/user", undefined, cookies)).json()).toEqual({
		...response,
		displayName: null,
	});
	const words = { thanks: " Enjoy!\nAda " };
	const thanked = await call("PATCH", "/api/user", words, cookies);
	expect((await thanked.json<User>()).thanks).toBe("Enjoy!\nAda");
	const quiet = await call("PATCH", "/api/user", { thanks: "" }, cookies);
	expect((await quiet.json<User>()).thanks).toBeNull();
	const essay = await call("PATCH", "/api/user", { thanks: "x".repeat(501) }, cookies);
	expect(essay.status).toBe(400);
	const long = await call("PATCH", "/api/user", { displayName: "x".repeat(81) }, cookies);
	expect(long.status).toBe(400);
	expect((await call("PATCH", "/api/user", { displayName: "x" })).status).toBe(401);
});

test("sessions are listed with the current one marked, without their tokens", async () => {
	const { user, cookies, ctx } = await makeCreator();
	const token = await createSession(ctx, { userId: user.id, userAgent: "phone" });
	const response = await call("GET", "/api/sessions", undefined, cookies);
	const text = await response.text();
	const list: SessionInfo[] = JSON.parse(text);
	expect(list.map((session) => session.current).toSorted()).toEqual([false, true]);
	expect(list.find((session) => !session.current)?.userAgent).toBe("phone");
	expect(text).not.toContain(token);
	expect(text).not.toContain(ctx.credentials.sessionHash!);
});

// G48
test("one session, or all others, can be ended", async () => {
	const { user, cookies, ctx } = await makeCreator();
	const phone = { "__Host-session": await createSession(ctx, { userId: user.id, userAgent: "a" }) };
	const tablet = {
		"__Host-session": await createSession(ctx, { userId: user.id, userAgent: "b" }),
	};
	const list = await (await call("GET", "/api/sessions", undefined, cookies)).json<SessionInfo[]>();
	const first = list.find((session) => session.userAgent === "a")!;
	expect((await call("DELETE", `/api/sessions/${first.id}`, undefined, cookies)).status).toBe(204);
	expect((await call("GET", "/api/user", undefined, phone)).status).toBe(401);
	expect((await call("DELETE", "/api/sessions", undefined, cookies)).status).toBe(204);
	expect((await call("GET", "/api/user", undefined, tablet)).status).toBe(401);
	const own = list.find((session) => session.current)!;
	const last = await call("DELETE", `/api/sessions/${own.id}`, undefined, cookies);
	expect(last.headers.getSetCookie()[0]).toContain("Max-Age=0");
	expect((await call("GET", "/api/user", undefined, cookies)).status).toBe(401);
});

// G62
test("the export is a file with everything stored, and no secret", async () => {
	const { user, cookies } = await makeCreator({ passwordHash, displayName: "Studio" });
	const response = await call("GET", "/api/account/export", undefined, cookies);
	expect(response.headers.get("content-disposition")).toBe('attachment; filename="account.json"');
	const text = await response.text();
	expect(JSON.parse(text)).toMatchObject({ account: { email: user.email, displayName: "Studio" } });
	expect(text).not.toContain("scrypt");
	expect((await call("GET", "/api/account/export")).status).toBe(401);
});

test("deleting requires the password, and leaves no personal data", async () => {
	const { user, cookies, ctx } = await makeCreator({
		passwordHash,
		firstName: "Ada",
		displayName: "Studio",
	});
	const mail = { to: user.email, subject: "pending", text: "", html: "" };
	await queueMail(ctx, { ...mail, kind: mailKind("sale"), cause: OWED });
	const wrong = await call("DELETE", "/api/account", { password: "wrong horse" }, cookies);
	expect(wrong.status).toBe(403);
	expect((await wrong.json<ErrorBody>()).fields).toHaveProperty("password");
	const response = await call("DELETE", "/api/account", { password: PASSWORD }, cookies);
	expect(response.status).toBe(204);
	expect(response.headers.getSetCookie()[0]).toContain("Max-Age=0");
	const { db } = testCtx();
	const [row] = await db.select().from(users).where(eq(users.id, user.id));
	const kept = JSON.stringify(row);
	for (const personal of [user.email, "Ada", "Studio", passwordHash])
		expect(kept).not.toContain(personal);
	expect(row!.deletedAt).not.toBeNull();
	expect(await db.select().from(sessions).where(eq(sessions.userId, user.id))).toEqual([]);
	expect(await db.select().from(outbox).where(eq(outbox.recipient, user.email))).toEqual([]);
	expect((await call("GET", "/api/user", undefined, cookies)).status).toBe(401);
	const again = await call("POST", "/api/register", {
		email: user.email,
		password: PASSWORD,
		plan: "free",
	});
	expect(again.status).toBe(201);
});

test("an account with unsettled money is not deleted; all that is kept for it is cleaned up before the deletion", async () => {
	const { user, ctx } = await makeCreator({ passwordHash });
	const cleared: string[] = [];
	const base = {
		...ctx.handlers,
		eraseAccount: async (_: unknown, { id }: { id: string }) => {
			cleared.push(id);
			return [];
		},
	};
	const open = {
		...base,
		beforeAccountDelete: [
			async () => {
				throw failure("account.not_settled", "There is a balance of $4.00.");
			},
		],
	};
	await expect(
		deleteAccount({ ...ctx, handlers: open }, { password: PASSWORD }),
	).rejects.toMatchObject({ code: "account.not_settled", status: 409 });
	expect(cleared).toEqual([]);
	const [row] = await ctx.db.select().from(users).where(eq(users.id, user.id));
	expect(row).toMatchObject({ email: user.email, deletedAt: null });
	await deleteAccount(
		{ ...ctx, handlers: { ...base, beforeAccountDelete: [] } },
		{ password: PASSWORD },
	);
	expect(cleared).toEqual([user.id]);
});

// G70
test("another site cannot delete an account", async () => {
	const { cookies } = await makeCreator({ passwordHash });
	const response = await request("/api/account", {
		method: "DELETE",
		cookies,
		body: JSON.stringify({ password: PASSWORD }),
		headers: { "content-type": "application/json", "sec-fetch-site": "cross-site" },
	});
	expect(response.status).toBe(403);
	expect((await call("GET", "/api/user", undefined, cookies)).status).toBe(200);
});

test("a paid plan is in force until it ends", async () => {
	const { user, cookies, ctx } = await makeCreator();
	const planNow = async () =>
		(await (await call("GET", "/api/user", undefined, cookies)).json<User>()).plan;
	await setPlan(ctx, { userId: user.id, plan: "pro", endsAt: null });
	expect(await planNow()).toBe("pro");
	await setPlan(ctx, { userId: user.id, plan: "pro", endsAt: Date.now() + 60_000 });
	expect(await planNow()).toBe("pro");
	await setPlan(ctx, { userId: user.id, plan: "pro", endsAt: Date.now() - 1 });
	expect(await planNow()).toBe("free");
});
