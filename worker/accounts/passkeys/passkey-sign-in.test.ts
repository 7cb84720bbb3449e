import { verifyRegistrationResponse } from "@simplewebauthn/server";
import { eq } from "drizzle-orm";
import { TOTP } from "otpauth";
import { expect, test, vi } from "vitest";
import type { ErrorBody } from "../../contract/errors.ts";
import type { CreatorCtx } from "../../core/context.ts";
import { users } from "../../core/tables.ts";
import { base64url } from "../../platform/ids.ts";
import { sha256 } from "../../platform/security/crypto.ts";
import { hashPassword } from "../../platform/security/passwords.ts";
import { softwareAuthenticator } from "../../test/fakes/software-authenticator.ts";
import {
	call,
	cookiesOf,
	makeCreator,
	NO_BROWSER,
	ORIGIN,
	testCtx,
} from "../../test/fixtures/test-app.ts";
import { setUpTotp } from "../authenticator.ts";
import type { User } from "../contract.ts";
import { currentSession } from "../sessions.ts";
import { signIn } from "../sign-in.ts";
import { passkeys, sessions } from "../tables.ts";
import { addPasskey, beginPasskey } from "./add-passkey.ts";
import type { AssertionOptions, SecondStep } from "./contract.ts";
import { beginPasskeySignIn, signInWithPasskey } from "./passkey-sign-in.ts";

const PASSWORD = "zebra8fjord";
const BROWSER = "hash of this browser's token";
const passwordHash = await hashPassword(PASSWORD);

/** A creator with one passkey, and a context with its own network. */
async function withPasskey(algorithm?: Parameters<typeof softwareAuthenticator>[1]) {
	const creator = await makeCreator({ passwordHash, emailVerifiedAt: 1 });
	const device = await softwareAuthenticator(ORIGIN, algorithm);
	const options = await beginPasskey(creator.ctx, { password: PASSWORD });
	const { recoveryCodes } = await addPasskey(creator.ctx, {
		name: "Laptop",
		passkey: await device.create(options),
	});
	const ctx: CreatorCtx = { ...creator.ctx, address: creator.user.id };
	const stored = async () =>
		(await ctx.db.select().from(passkeys).where(eq(passkeys.userId, creator.user.id)))[0];
	return { ...creator, ctx, device, recoveryCodes, stored };
}
type Fixture = Awaited<ReturnType<typeof withPasskey>>;
type Faults = Parameters<Fixture["device"]["get"]>[1];

/** Signs in without a password: "in", or the error's code. */
async function enter({ ctx, device }: Fixture, faults: Faults = {}, ceremonyHash = BROWSER) {
	const options = await beginPasskeySignIn(ctx, BROWSER);
	const passkey = await device.get(options, faults);
	return signInWithPasskey(ctx, { passkey, ceremonyHash, browser: NO_BROWSER }).then(
		() => "in",
		(error: { code: string }) => error.code,
	);
}

const REFUSED = "account.passkey_refused";

test("over HTTP: a passkey signs in without address and password, as both factors", async () => {
	const { device, user, stored, cookies: old } = await withPasskey();
	const begun = await call("POST", "/api/login/passkey/begin", undefined, old);
	const options = await begun.json<AssertionOptions>();
	expect(options).toMatchObject({ allowCredentials: [], userVerification: "required" });
	const body = { passkey: await device.get(options) };
	const cookies = { ...old, ...cookiesOf(begun) };
	const entered = await call("POST", "/api/login/passkey", body, cookies);
	expect(entered.status).toBe(200);
	expect((await entered.json<User>()).id).toBe(user.id);
	const session = cookiesOf(entered)["__Host-session"];
	expect(session).toBeTruthy();
	expect(session).not.toBe(old["__Host-session"]);
	expect((await call("GET", "/api/user", undefined, old)).status).toBe(401);
	const [row] = await testCtx().db.select().from(sessions).where(eq(sessions.userId, user.id));
	expect(row?.secondFactorAt).toBeGreaterThan(0);
	expect((await stored())?.lastUsedAt).toBeGreaterThan(0);
	const again = await call("POST", "/api/login/passkey", body, cookies);
	expect((await again.json<ErrorBody>()).code).toBe(REFUSED);
	expect(cookiesOf(again)).not.toHaveProperty("__Host-session");
});

// G57
test("the options are the same for every visitor and name no passkey", async () => {
	const first = await call("POST", "/api/login/passkey/begin");
	const { challenge: _, ...known } = await first.json<AssertionOptions>();
	const second = await call("POST", "/api/login/passkey/begin");
	const { challenge: __, ...other } = await second.json<AssertionOptions>();
	expect(known).toEqual(other);
});

// G57
test("whatever is wrong with a response, it is refused in the same way", async () => {
	const fixture = await withPasskey();
	for (const faults of [
		{ origin: "https://elsewhere.example" },
		{ rpId: "elsewhere.example" },
		{ type: "webauthn.create" },
		{ isVerified: false },
		{ isPresent: false },
		{ otherKey: true },
		{ isTampered: true },
		{ challenge: "A".repeat(76) },
		{ userHandle: "c29tZWJvZHkgZWxzZQ" },
	])
		expect([faults, await enter(fixture, faults)]).toEqual([faults, REFUSED]);
	expect(await enter(fixture, {}, "another browser")).toBe(REFUSED);
	expect(await enter(fixture)).toBe("in");
});

test.for(["-7", "-8", "-257"] as const)(
	"algorithm %s signs in, and its tampered signature doesn't",
	async (algorithm) => {
		const fixture = await withPasskey(algorithm);
		expect(await enter(fixture, { isTampered: true })).toBe(REFUSED);
		expect(await enter(fixture, { otherKey: true })).toBe(REFUSED);
		expect(await enter(fixture)).toBe("in");
	},
);

test("stores the same key as the whole library, which earlier releases called", async () => {
	const { ctx, device, stored } = await withPasskey();
	const options = await beginPasskey(ctx, { password: PASSWORD });
	const { registrationInfo } = await verifyRegistrationResponse({
		response: await device.create(options),
		expectedChallenge: options.challenge,
		expectedOrigin: ORIGIN,
		expectedRPID: options.rp.id,
	});
	const { id, publicKey } = registrationInfo!.credential;
	expect(await stored()).toMatchObject({ credentialId: id, publicKey: base64url(publicKey) });
});

test("a passkey whose algorithm wasn't offered can't be added", async () => {
	await expect(withPasskey("-35")).rejects.toMatchObject({ code: REFUSED });
});

test("an unknown passkey and one of a deleted account are refused as well", async () => {
	const fixture = await withPasskey();
	const unknown = await softwareAuthenticator(ORIGIN);
	expect(await enter({ ...fixture, device: unknown })).toBe(REFUSED);
	await fixture.ctx.db.update(users).set({ deletedAt: 1 }).where(eq(users.id, fixture.user.id));
	expect(await enter(fixture)).toBe(REFUSED);
});

// G56
test("a challenge opens one session, also when it is used many times at once, and none after five minutes", async () => {
	const { ctx, device } = await withPasskey();
	const options = await beginPasskeySignIn(ctx, BROWSER);
	const passkey = await device.get(options);
	const input = { passkey, ceremonyHash: BROWSER, browser: NO_BROWSER };
	const results = await Promise.allSettled([1, 2, 3].map(() => signInWithPasskey(ctx, input)));
	expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
	const late = await device.get(await beginPasskeySignIn(ctx, BROWSER));
	const after = { ...ctx, now: () => Date.now() + 5 * 60_000 };
	await expect(signInWithPasskey(after, { ...input, passkey: late })).rejects.toMatchObject({
		code: REFUSED,
	});
});

test("a challenge of one ceremony is worth nothing in another", async () => {
	const { ctx, device, user } = await withPasskey();
	const passkey = await device.get(await beginPasskeySignIn(ctx, BROWSER));
	await expect(
		signIn(ctx, { email: user.email, password: PASSWORD, passkey, browser: NO_BROWSER }),
	).rejects.toMatchObject({ code: REFUSED });
});

// G56
test("a counter that does not rise is refused and logged, and one that stays 0 is accepted", async () => {
	const fixture = await withPasskey();
	expect(await enter(fixture, { counter: 7 })).toBe("in");
	expect((await fixture.stored())?.counter).toBe(7);
	const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
	expect(await enter(fixture, { counter: 7 })).toBe(REFUSED);
	expect(await enter(fixture, { counter: 3 })).toBe(REFUSED);
	expect(await enter(fixture, { counter: 0 })).toBe(REFUSED);
	expect(warned.mock.calls.filter(([line]) => line.includes("counter_regressed"))).toHaveLength(3);
	vi.restoreAllMocks();
	expect(await enter(fixture, { counter: 8 })).toBe("in");
	await fixture.ctx.db
		.update(passkeys)
		.set({ counter: 0 })
		.where(eq(passkeys.userId, fixture.user.id));
	expect(await enter(fixture, { counter: 0 })).toBe("in");
});

test("attempts from one network get slower, and successful ones don't count", async () => {
	const fixture = await withPasskey();
	for (let at = 0; at < 3; at++) expect(await enter(fixture)).toBe("in");
	for (let at = 0; at < 51; at++) expect(await enter(fixture, { otherKey: true })).toBe(REFUSED);
	expect(await enter(fixture)).toBe("rate.limited");
});

/** Enters the password, and then the second step that `next` makes from the request for it. */
async function twoSteps(
	{ ctx, user }: Fixture,
	next: (step: SecondStep) => Promise<object>,
	password = PASSWORD,
) {
	const login = { email: user.email, password, browser: NO_BROWSER };
	const asked = await signIn(ctx, login).catch((error) => error);
	if (asked.code !== "account.code_required") return asked.code;
	const second = await next(asked.details);
	return signIn(ctx, { ...login, ...second }).then(
		({ token }) => token,
		(error: { code: string; reason?: string }) => error.reason ?? error.code,
	);
}

test("an account with a passkey is asked for a second step after the right password, which a passkey takes", async () => {
	const fixture = await withPasskey();
	const { device, ctx } = fixture;
	expect(await twoSteps(fixture, async () => ({}), "wrong horse")).toBe("account.bad_credentials");
	let step: SecondStep | undefined;
	const token = await twoSteps(fixture, async (asked) => {
		step = asked;
		return { passkey: await device.get(asked.passkey!) };
	});
	expect(step).toMatchObject({ app: false, passkey: { allowCredentials: [{ id: device.id }] } });
	const credentials = { sessionHash: await sha256(token), buyerHash: null };
	expect((await currentSession({ ...ctx, credentials }))?.secondFactorAt).toBeGreaterThan(0);
});

test("the second step is refused with somebody else's passkey, without verification, for another account's challenge, and twice", async () => {
	const fixture = await withPasskey();
	const stranger = await withPasskey();
	const { device } = fixture;
	const faulty = (faults: Faults) =>
		twoSteps(fixture, async ({ passkey }) => ({ passkey: await device.get(passkey!, faults) }));
	expect(await faulty({ isVerified: false })).toBe(REFUSED);
	expect(await faulty({ origin: "https://elsewhere.example" })).toBe(REFUSED);
	expect(
		await twoSteps(fixture, async ({ passkey }) => ({
			passkey: await stranger.device.get(passkey!),
		})),
	).toBe(REFUSED);
	let theirs: AssertionOptions | undefined;
	await twoSteps(stranger, async ({ passkey }) => {
		theirs = passkey!;
		return {};
	});
	expect(await twoSteps(fixture, async () => ({ passkey: await device.get(theirs!) }))).toBe(
		REFUSED,
	);
	let used: object = {};
	await twoSteps(fixture, async ({ passkey }) => {
		used = { passkey: await device.get(passkey!) };
		return used;
	});
	expect(await twoSteps(fixture, async () => used)).toBe(REFUSED);
});

test("wrong passkeys as the second step count like wrong codes", async () => {
	const fixture = await withPasskey();
	const wrong = () =>
		twoSteps(fixture, async ({ passkey }) => ({
			passkey: await fixture.device.get(passkey!, { otherKey: true }),
		}));
	for (let at = 0; at < 3; at++) expect(await wrong()).toBe(REFUSED);
	for (let at = 0; at < 3; at++)
		expect(await twoSteps(fixture, async () => ({ code: "not-a-code" }))).toBe(
			"account.code_wrong",
		);
	expect(await wrong()).toBe("rate.limited");
});

test("a recovery code takes the second step of an account with passkeys only; a code of an app whose set-up was not finished does not", async () => {
	const fixture = await withPasskey();
	const { secret } = await setUpTotp(fixture.ctx, { password: PASSWORD });
	const code = new TOTP({ secret }).generate();
	expect(await twoSteps(fixture, async () => ({ code }))).toBe("account.code_wrong");
	const [first] = fixture.recoveryCodes;
	expect(await twoSteps(fixture, async () => ({ code: first }))).toMatch(/^[\w-]{43}$/);
	expect(await twoSteps(fixture, async () => ({ code: first }))).toBe("account.code_wrong");
});
