import { eq } from "drizzle-orm";
import { TOTP } from "otpauth";
import { expect, test } from "vitest";
import type { ErrorBody } from "../contract/errors.ts";
import type { CreatorCtx } from "../core/context.ts";
import { users } from "../core/tables.ts";
import { TOKENS } from "../core/token-purposes.ts";
import { hashPassword } from "../platform/security/passwords.ts";
import { call, cookiesOf, makeCreator, NO_BROWSER } from "../test/fixtures/test-app.ts";
import { storeLink, tokensOf } from "../test/fixtures/tokens.ts";
import { confirmTotp, disableTotp, setUpTotp } from "./authenticator.ts";
import type { TotpConfirmed, TotpSetup } from "./contract.ts";
import { resetPassword } from "./reset-password.ts";
import { totpStep } from "./second-factor.ts";
import { signIn } from "./sign-in.ts";

const PASSWORD = "zebra8fjord";
const STEP = 30_000;
const passwordHash = await hashPassword(PASSWORD);

const codeAt = (secret: string, at: number) => new TOTP({ secret }).generate({ timestamp: at });

/** A creator with an enabled app, and a clock frozen between steps. */
async function withApp() {
	const fixture = { now: Date.now() };
	const creator = await makeCreator({ passwordHash, emailVerifiedAt: 1 });
	const ctx: CreatorCtx = { ...creator.ctx, now: () => fixture.now, address: creator.user.id };
	const { secret } = await setUpTotp(ctx, { password: PASSWORD });
	const confirmed = await confirmTotp(ctx, { code: codeAt(secret, fixture.now) });
	fixture.now += STEP;
	const enter = (code?: string) =>
		signIn(ctx, {
			email: creator.user.email,
			password: PASSWORD,
			browser: NO_BROWSER,
			...(code && { code }),
		}).then(
			() => "in",
			(error: { code?: string }) => error.code,
		);
	return { ...creator, ...confirmed, ctx, fixture, secret, enter };
}

test("set-up over HTTP: a secret, its URI, a code, recovery codes; then sign-in requires a code", async () => {
	const { user, cookies } = await makeCreator({ passwordHash, emailVerifiedAt: 1 });
	const refused = await call("POST", "/api/totp/setup", { password: "wrong horse" }, cookies);
	expect(refused.status).toBe(403);
	const started = await call("POST", "/api/totp/setup", { password: PASSWORD }, cookies);
	const { secret, uri } = await started.json<TotpSetup>();
	expect(uri).toContain("otpauth://totp/Tillbox:");
	expect(uri).toContain(secret);
	const login = { email: user.email, password: PASSWORD };
	expect((await call("POST", "/api/login", login)).status).toBe(200);
	const code = codeAt(secret, Date.now());
	const near = [-STEP, 0, STEP, 2 * STEP].map((off) => codeAt(secret, Date.now() + off));
	const bad = ["000000", "111111", "222222", "333333", "444444"].find((one) => !near.includes(one));
	const wrong = await call("POST", "/api/totp/confirm", { code: bad }, cookies);
	expect(wrong.status).toBe(400);
	expect((await wrong.json<ErrorBody>()).fields).toHaveProperty("code");
	const confirmed = await call("POST", "/api/totp/confirm", { code }, cookies);
	const { recoveryCodes: codes } = await confirmed.json<TotpConfirmed>();
	expect(new Set(codes).size).toBe(8);
	const asked = await call("POST", "/api/login", login);
	expect(asked.status).toBe(401);
	expect((await asked.json<ErrorBody>()).code).toBe("account.code_required");
	expect(cookiesOf(asked)).not.toHaveProperty("__Host-session");
	const entered = await call("POST", "/api/login", { ...login, code: codes[0] });
	expect(entered.status).toBe(200);
	expect(await entered.json()).toMatchObject({ totpEnabled: true });
});

test("asks for a code only after the right password", async () => {
	const { user, ctx } = await withApp();
	await expect(
		signIn(ctx, { email: user.email, password: "wrong horse", browser: NO_BROWSER }),
	).rejects.toMatchObject({ code: "account.bad_credentials" });
});

test("accepts a code once, also from a slightly wrong clock, and not later", async () => {
	const { enter, secret, fixture } = await withApp();
	expect(await enter()).toBe("account.code_required");
	const code = codeAt(secret, fixture.now);
	expect(await enter(`${code.slice(0, 3)} ${code.slice(3)}`)).toBe("in");
	expect(await enter(code)).toBe("account.code_required");
	expect(await enter(codeAt(secret, fixture.now + STEP))).toBe("in");
	expect(await enter(codeAt(secret, fixture.now))).toBe("account.code_required");
	fixture.now += 10 * STEP;
	expect(await enter(codeAt(secret, fixture.now - 2 * STEP))).toBe("account.code_required");
});

test("one code used many times concurrently signs in once", async () => {
	const { enter, secret, fixture } = await withApp();
	const code = codeAt(secret, fixture.now);
	const results = await Promise.all(Array.from({ length: 4 }, () => enter(code)));
	expect(results.filter((result) => result === "in")).toHaveLength(1);
});

test("accepts each recovery code once, in any spelling, and only for its account", async () => {
	const { enter, recoveryCodes: codes } = await withApp();
	const other = await withApp();
	expect(await other.enter(codes[0])).toBe("account.code_required");
	expect(await enter(codes[0]!.toUpperCase().replace("-", " "))).toBe("in");
	expect(await enter(codes[0])).toBe("account.code_required");
	expect(await enter(codes[1])).toBe("in");
});

test("guessing codes gets slower", async () => {
	const { enter, ctx, user, fixture } = await withApp();
	const wrong = "not-a-code";
	for (let at = 0; at < 6; at++) expect(await enter(wrong)).toBe("account.code_required");
	expect(await enter(wrong)).toBe("rate.limited");
	fixture.now += 1000;
	await expect(disableTotp({ ...ctx, user }, { code: wrong })).rejects.toMatchObject({
		code: "request.invalid",
	});
	await expect(disableTotp({ ...ctx, user }, { code: wrong })).rejects.toMatchObject({
		code: "rate.limited",
		headers: { "Retry-After": "2" },
	});
});

// G50
test("stores neither the secret nor recovery codes readably", async () => {
	const { ctx, user, secret, recoveryCodes: codes } = await withApp();
	const [row] = await ctx.db.select().from(users).where(eq(users.id, user.id));
	const stored = await tokensOf(TOKENS.recoveryCode, user.id);
	expect(stored).toHaveLength(8);
	const kept = JSON.stringify([row, stored]);
	for (const hidden of [secret, ...codes]) expect(kept).not.toContain(hidden);
});

test("two concurrent confirmations issue one set of recovery codes", async () => {
	const { ctx, user } = await makeCreator({ passwordHash, emailVerifiedAt: 1 });
	const { secret } = await setUpTotp(ctx, { password: PASSWORD });
	const code = codeAt(secret, Date.now());
	const results = await Promise.allSettled([
		confirmTotp(ctx, { code }),
		confirmTotp(ctx, { code }),
	]);
	expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
	const stored = await tokensOf(TOKENS.recoveryCode, user.id);
	expect(stored).toHaveLength(8);
});

test("the app is disabled by a code only, and can be set up again", async () => {
	const { ctx, user, enter, recoveryCodes: codes } = await withApp();
	await expect(setUpTotp(ctx, { password: PASSWORD })).rejects.toMatchObject({
		code: "account.totp_on",
	});
	await expect(disableTotp(ctx, { code: "not-a-code" })).rejects.toMatchObject({
		code: "request.invalid",
	});
	await disableTotp(ctx, { code: codes[3]! });
	expect(await enter()).toBe("in");
	const left = await tokensOf(TOKENS.recoveryCode, user.id);
	expect(left).toEqual([]);
	await expect(disableTotp(ctx, { code: codes[4]! })).rejects.toMatchObject({
		code: "account.totp_off",
	});
	await expect(confirmTotp(ctx, { code: "123456" })).rejects.toMatchObject({
		code: "account.totp_off",
	});
	await setUpTotp(ctx, { password: PASSWORD });
});

test("a session that ends meanwhile neither enables nor disables the app", async () => {
	const { ctx, user, secret, fixture, recoveryCodes: codes } = await withApp();
	const ended = { ...ctx, credentials: { ...ctx.credentials, sessionHash: "ended" } };
	await expect(disableTotp(ended, { code: codes[0]! })).rejects.toMatchObject({
		code: "auth.required",
	});
	const totpOf = async () => {
		const [row] = await ctx.db.select().from(users).where(eq(users.id, user.id));
		return row?.totpConfirmedAt ?? null;
	};
	expect(await totpOf()).not.toBeNull();
	await ctx.db.update(users).set({ totpConfirmedAt: null }).where(eq(users.id, user.id));
	const code = codeAt(secret, fixture.now);
	await expect(confirmTotp(ended, { code })).rejects.toMatchObject({ code: "auth.required" });
	expect(await totpOf()).toBeNull();
});

test("a new password by mail does not sign in to an account with a second factor", async () => {
	const { user, ctx, enter } = await withApp();
	const password = "moon over kiruna";
	const token = await storeLink(TOKENS.resetPassword, user.id);
	await resetPassword(ctx, { token, password });
	expect(await enter()).toBe("account.bad_credentials");
	await expect(
		signIn(ctx, { email: user.email, password, browser: NO_BROWSER }),
	).rejects.toMatchObject({ code: "account.code_required" });
});

test("computes the time step of a code (RFC 6238, appendix B)", () => {
	// base32 of the RFC's ASCII secret "12345678901234567890"; six digits of its eight
	const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
	expect(totpStep(secret, "287082", 59_000)).toBe(1);
	expect(totpStep(secret, "081804", 1_111_111_109_000)).toBe(0x23523ec);
	expect(totpStep(secret, "287082", 150_000)).toBeNull();
});
