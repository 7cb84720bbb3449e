import { eq } from "drizzle-orm";
import { TOTP } from "otpauth";
import { expect, test } from "vitest";
import type { ErrorBody } from "../contract/errors.ts";
import type { CreatorCtx } from "../core/context.ts";
import { sha256 } from "../platform/security/crypto.ts";
import { hashPassword } from "../platform/security/passwords.ts";
import { call, createSession, makeCreator, request, testCtx } from "../test/fixtures/test-app.ts";
import { confirmTotp, disableTotp, setUpTotp } from "./authenticator.ts";
import { confirmSession } from "./passkeys/second-step.ts";
import { hasSecondFactor } from "./second-factor.ts";
import { currentSession } from "./sessions.ts";
import { sessions } from "./tables.ts";

const PASSWORD = "zebra8fjord";
const STEP = 30_000;
const passwordHash = await hashPassword(PASSWORD);

const codeAt = (secret: string, at: number) => new TOTP({ secret }).generate({ timestamp: at });

/** A creator with an app that was set up a minute ago in another session, and a frozen clock. */
async function withApp() {
	const clock = { now: Date.now() };
	const creator = await makeCreator({ passwordHash, emailVerifiedAt: 1 });
	const ctx: CreatorCtx = { ...creator.ctx, now: () => clock.now, address: creator.user.id };
	const another = await createSession(ctx, { userId: creator.user.id, userAgent: null });
	const elsewhere = {
		...ctx,
		credentials: { sessionHash: await sha256(another), buyerHash: null },
	};
	const { secret } = await setUpTotp(elsewhere, { password: PASSWORD });
	const { recoveryCodes } = await confirmTotp(elsewhere, { code: codeAt(secret, clock.now) });
	clock.now += 2 * STEP;
	const provenAt = async () => (await currentSession(ctx))?.secondFactorAt;
	return { ...creator, ctx, clock, secret, recoveryCodes, provenAt };
}

// G59
test("a code of the app or a recovery code is noted in this session, with its time", async () => {
	const { ctx, clock, secret, recoveryCodes, provenAt, user } = await withApp();
	const other = await createSession(ctx, { userId: user.id, userAgent: null });
	expect(await provenAt()).toBeNull();
	await confirmSession(ctx, { code: codeAt(secret, clock.now) });
	const first = clock.now;
	expect(await provenAt()).toBe(first);
	clock.now += STEP;
	await confirmSession(ctx, { code: recoveryCodes[0]! });
	expect(await provenAt()).toBe(first + STEP);
	const rows = await ctx.db
		.select({ secondFactorAt: sessions.secondFactorAt })
		.from(sessions)
		.where(eq(sessions.tokenHash, await sha256(other)));
	expect(rows).toEqual([{ secondFactorAt: null }]);
});

test("over HTTP: 204 for the right code, 400 at the field for a wrong one, and a code is spent", async () => {
	const { cookies, recoveryCodes } = await withApp();
	const confirm = (code: string) => call("POST", "/api/session/confirm", { code }, cookies);
	const wrong = await confirm("not-a-code");
	expect(wrong.status).toBe(400);
	expect((await wrong.json<ErrorBody>()).fields).toHaveProperty("code");
	expect((await confirm(recoveryCodes[0]!)).status).toBe(204);
	expect((await confirm(recoveryCodes[0]!)).status).toBe(400);
});

test("refuses creators without a second factor, visitors and other sites", async () => {
	const { cookies } = await makeCreator();
	const body = { code: "123456" };
	const without = await call("POST", "/api/session/confirm", body, cookies);
	expect(without.status).toBe(409);
	expect((await without.json<ErrorBody>()).code).toBe("account.factor_missing");
	expect((await call("POST", "/api/session/confirm", body)).status).toBe(401);
	const foreign = await request("/api/session/confirm", {
		method: "POST",
		cookies,
		headers: { "sec-fetch-site": "cross-site" },
	});
	expect(foreign.status).toBe(403);
});

// G59
test("guesses at the code get slower, and none of them is noted", async () => {
	const { ctx, provenAt } = await withApp();
	for (let at = 0; at < 6; at++)
		await expect(confirmSession(ctx, { code: "not-a-code" })).rejects.toMatchObject({
			code: "request.invalid",
		});
	await expect(confirmSession(ctx, { code: "not-a-code" })).rejects.toMatchObject({
		code: "rate.limited",
	});
	expect(await provenAt()).toBeNull();
});

test("setting up the app proves it in that session; turning it off leaves no second factor", async () => {
	const { ctx, user } = await makeCreator({ passwordHash, emailVerifiedAt: 1 });
	expect(await hasSecondFactor(ctx, user.id)).toBe(false);
	const { secret } = await setUpTotp(ctx, { password: PASSWORD });
	expect(await hasSecondFactor(ctx, user.id)).toBe(false);
	const { recoveryCodes } = await confirmTotp(ctx, { code: codeAt(secret, Date.now()) });
	expect(await hasSecondFactor(ctx, user.id)).toBe(true);
	expect((await currentSession(ctx))?.secondFactorAt).toBeGreaterThan(0);
	await disableTotp(ctx, { code: recoveryCodes[0]! });
	expect(await hasSecondFactor(ctx, user.id)).toBe(false);
});

test("a request without a session has none", async () => {
	expect(await currentSession(testCtx())).toBeNull();
});
