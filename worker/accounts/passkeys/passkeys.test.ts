import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { ErrorBody } from "../../contract/errors.ts";
import { TOKENS } from "../../core/token-purposes.ts";
import { hashPassword } from "../../platform/security/passwords.ts";
import { outbox } from "../../platform/tables.ts";
import { softwareAuthenticator } from "../../test/fakes/software-authenticator.ts";
import { call, makeCreator, ORIGIN, request, testCtx } from "../../test/fixtures/test-app.ts";
import { tokensOf } from "../../test/fixtures/tokens.ts";
import type { TotpConfirmed } from "../contract.ts";
import { hasSecondFactor } from "../second-factor.ts";
import { currentSession } from "../sessions.ts";
import { passkeys, sessions } from "../tables.ts";
import { addPasskey, beginPasskey } from "./add-passkey.ts";
import { type AttestationOptions, MAX_PASSKEYS, type PasskeyList } from "./contract.ts";
import { removePasskey } from "./own-passkeys.ts";

const PASSWORD = "zebra8fjord";
const passwordHash = await hashPassword(PASSWORD);

const confirmedCreator = () => makeCreator({ passwordHash, emailVerifiedAt: 1 });

/** A creator with one passkey. */
async function withPasskey() {
	const creator = await confirmedCreator();
	const device = await softwareAuthenticator(ORIGIN);
	const options = await beginPasskey(creator.ctx, { password: PASSWORD });
	const added = await addPasskey(creator.ctx, {
		name: "Laptop",
		passkey: await device.create(options),
	});
	return { ...creator, device, ...added };
}

const codesOf = async (userId: string) => (await tokensOf(TOKENS.recoveryCode, userId)).length;
const idOf = async (userId: string) =>
	(await testCtx().db.select().from(passkeys).where(eq(passkeys.userId, userId)))[0]?.id ?? "";
const subjectsTo = async (email: string) =>
	(await testCtx().db.select().from(outbox).where(eq(outbox.recipient, email))).map(
		({ subject }) => subject,
	);

test("over HTTP: a passkey is added with the password, listed, renamed and removed, with a mail each", async () => {
	const { cookies, user, ctx } = await confirmedCreator();
	const device = await softwareAuthenticator(ORIGIN);
	const begun = await call("POST", "/api/passkeys/begin", { password: PASSWORD }, cookies);
	const options = await begun.json<AttestationOptions>();
	expect(options).toMatchObject({
		rp: { id: new URL(ORIGIN).hostname },
		authenticatorSelection: { residentKey: "required", userVerification: "required" },
		excludeCredentials: [],
	});
	const passkey = await device.create(options);
	const added = await call("POST", "/api/passkeys", { name: " My laptop ", passkey }, cookies);
	expect(added.status).toBe(201);
	const { recoveryCodes: codes } = await added.json<TotpConfirmed>();
	expect(new Set(codes).size).toBe(8);
	expect(await hasSecondFactor(ctx, user.id)).toBe(true);
	expect((await currentSession(ctx))?.secondFactorAt).toBeGreaterThan(0);

	const list = async () =>
		(await call("GET", "/api/passkeys", undefined, cookies)).json<PasskeyList>();
	const [first] = (await list()).passkeys;
	expect(first).toMatchObject({ name: "My laptop", lastUsedAt: null, backedUp: false });
	const path = `/api/passkeys/${first!.id}`;
	expect((await call("PATCH", path, { name: "Phone" }, cookies)).status).toBe(204);
	expect((await list()).passkeys[0]?.name).toBe("Phone");
	expect((await list()).confirmedUntil).not.toBeNull();
	expect((await call("DELETE", path, {}, cookies)).status).toBe(204);
	expect((await list()).passkeys).toEqual([]);
	expect((await call("DELETE", path, { password: PASSWORD }, cookies)).status).toBe(404);
	expect(await subjectsTo(user.email)).toEqual(["A passkey was added", "A passkey was removed"]);
	expect(await hasSecondFactor(ctx, user.id)).toBe(false);
	expect(await codesOf(user.id)).toBe(0);
});

test("only the first second factor gives recovery codes, and they go with the last", async () => {
	const { ctx, user, recoveryCodes: codes } = await withPasskey();
	expect(codes).toHaveLength(8);
	const second = await softwareAuthenticator(ORIGIN);
	const options = await beginPasskey(ctx, {});
	expect(options.excludeCredentials).toHaveLength(1);
	const added = await addPasskey(ctx, { name: "Key", passkey: await second.create(options) });
	expect(added.recoveryCodes).toEqual([]);
	expect(await codesOf(user.id)).toBe(8);
	const remove = async () => removePasskey(ctx, { id: await idOf(user.id), password: PASSWORD });
	await remove();
	expect(await codesOf(user.id)).toBe(8);
	await remove();
	expect(await codesOf(user.id)).toBe(0);
});

// G58
test("adding the first needs the password, everything after it a second factor proven at most five minutes ago", async () => {
	const first = await confirmedCreator();
	const beginFirst = (body: object) => call("POST", "/api/passkeys/begin", body, first.cookies);
	expect((await beginFirst({})).status).toBe(403);
	expect((await (await beginFirst({ password: "no" })).json<ErrorBody>()).fields).toHaveProperty(
		"password",
	);
	expect((await beginFirst({ password: PASSWORD })).status).toBe(200);

	const { cookies, user, ctx } = await withPasskey();
	const begin = (body: object) => call("POST", "/api/passkeys/begin", body, cookies);
	const remove = (body: object, id: string) => call("DELETE", `/api/passkeys/${id}`, body, cookies);
	expect((await begin({})).status).toBe(200);
	const id = await idOf(user.id);
	const proven = (secondFactorAt: number | null) =>
		ctx.db.update(sessions).set({ secondFactorAt }).where(eq(sessions.userId, user.id));
	for (const at of [ctx.now() - 5 * 60_000, null]) {
		await proven(at);
		// Knowing the password and having the session isn't enough to add a second factor.
		for (const body of [{}, { password: PASSWORD }])
			for (const refused of [await begin(body), await remove(body, id)]) {
				expect(refused.status).toBe(403);
				expect((await refused.json<ErrorBody>()).code).toBe("account.confirmation_required");
			}
	}
	await proven(ctx.now());
	expect((await remove({}, id)).status).toBe(204);
});

test("an unconfirmed address gets no passkey", async () => {
	const { ctx } = await makeCreator({ passwordHash });
	await expect(beginPasskey(ctx, { password: PASSWORD })).rejects.toMatchObject({
		code: "account.email_unverified",
	});
});

// G56
test("a response for another site, host, ceremony or session, without the person verified, late or twice adds nothing", async () => {
	const { ctx, user } = await confirmedCreator();
	const other = await confirmedCreator();
	const device = await softwareAuthenticator(ORIGIN);
	const begin = () => beginPasskey(ctx, { password: PASSWORD });
	const add = async (passkey: Awaited<ReturnType<typeof device.create>>, at = ctx) =>
		addPasskey(at, { name: "Key", passkey }).then(
			() => "added",
			(error: { code: string }) => error.code,
		);
	for (const fault of [
		{ origin: "https://elsewhere.example" },
		{ rpId: "elsewhere.example" },
		{ type: "webauthn.get" },
		{ isVerified: false },
		{ isPresent: false },
		{ challenge: "A".repeat(76) },
		{ challenge: "" },
	])
		expect([fault, await add(await device.create(await begin(), fault))]).toEqual([
			fault,
			"account.passkey_refused",
		]);
	const theirs = await device.create(await beginPasskey(other.ctx, { password: PASSWORD }));
	expect(await add(theirs)).toBe("account.passkey_refused");
	const late = { ...ctx, now: () => Date.now() + 5 * 60_000 };
	expect(await add(await device.create(await begin()), late)).toBe("account.passkey_refused");
	const response = await device.create(await begin());
	expect(await add(response)).toBe("added");
	expect(await add(response)).toBe("account.passkey_refused");
	expect(await add(await device.create(await begin()))).toBe("passkey.exists");
	expect(await ctx.db.select().from(passkeys).where(eq(passkeys.userId, user.id))).toHaveLength(1);
});

test("an account has at most twenty, also when two are added at the same time", async () => {
	const { ctx, user } = await withPasskey();
	const rows = Array.from({ length: MAX_PASSKEYS - 2 }, (_, at) => ({
		id: ctx.id(),
		userId: user.id,
		credentialId: ctx.id(),
		publicKey: "k",
		counter: 0,
		transports: [],
		name: `Key ${at}`,
		backedUp: false,
		createdAt: ctx.now(),
	}));
	for (const row of rows) await ctx.db.insert(passkeys).values(row);
	const responses = await Promise.all(
		[1, 2].map(async () => {
			const device = await softwareAuthenticator(ORIGIN);
			return device.create(await beginPasskey(ctx, {}));
		}),
	);
	const results = await Promise.allSettled(
		responses.map((passkey) => addPasskey(ctx, { name: "Key", passkey })),
	);
	expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
	await expect(beginPasskey(ctx, {})).rejects.toMatchObject({ code: "passkey.too_many" });
});

test("a session is confirmed by a passkey of its account, for a challenge of its own", async () => {
	const { ctx, cookies, device, user } = await withPasskey();
	await ctx.db.update(sessions).set({ secondFactorAt: null }).where(eq(sessions.userId, user.id));
	const begin = async (who = cookies) =>
		(await call("POST", "/api/session/confirm/passkey", undefined, who)).json<
			Parameters<typeof device.get>[0]
		>();
	const confirm = (passkey: unknown, who = cookies) =>
		call("POST", "/api/session/confirm", { passkey }, who);
	const options = await begin();
	expect(options.allowCredentials).toMatchObject([{ id: device.id }]);
	const stranger = await withPasskey();
	expect((await confirm(await stranger.device.get(options))).status).toBe(401);
	expect((await confirm(await device.get(await begin(stranger.cookies)))).status).toBe(401);
	expect((await currentSession(ctx))?.secondFactorAt).toBeNull();
	const response = await device.get(await begin());
	expect((await confirm(response)).status).toBe(204);
	expect((await currentSession(ctx))?.secondFactorAt).toBeGreaterThan(0);
	expect((await confirm(response)).status).toBe(401);
	const without = await confirmedCreator();
	expect(
		(await call("POST", "/api/session/confirm/passkey", undefined, without.cookies)).status,
	).toBe(409);
});

test("the options' host is the configured one, whatever the request says", async () => {
	const { cookies } = await confirmedCreator();
	const response = await request("/api/passkeys/begin", {
		method: "POST",
		cookies,
		body: JSON.stringify({ password: PASSWORD }),
		headers: { "content-type": "application/json", host: "elsewhere.example" },
	});
	expect((await response.json<AttestationOptions>()).rp.id).toBe(new URL(ORIGIN).hostname);
});
