import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { DAY_MS } from "../../contract/retention.ts";
import { TOKENS } from "../../core/token-purposes.ts";
import { sha256 } from "../../platform/security/crypto.ts";
import { hashPassword } from "../../platform/security/passwords.ts";
import { outbox } from "../../platform/tables.ts";
import { softwareAuthenticator } from "../../test/fakes/software-authenticator.ts";
import { prune } from "../../test/fixtures/personal-data.ts";
import {
	call,
	cookiesOf,
	makeCreator,
	ORIGIN,
	request,
	testCtx,
} from "../../test/fixtures/test-app.ts";
import { storeLink } from "../../test/fixtures/tokens.ts";
import { changePassword } from "../change-password.ts";
import { addPasskey, beginPasskey } from "../passkeys/add-passkey.ts";
import { beginPasskeySignIn, signInWithPasskey } from "../passkeys/passkey-sign-in.ts";
import { resetPassword } from "../reset-password.ts";
import { signIn } from "../sign-in.ts";
import { devices } from "../tables.ts";
import { type Browser, MAX_DEVICES } from "./devices.ts";

const PASSWORD = "zebra8fjord";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0";
const passwordHash = await hashPassword(PASSWORD);

let network = 0;
function post(path: string, body: object, cookies: Record<string, string> = {}) {
	return request(path, {
		method: "POST",
		cookies,
		body: JSON.stringify(body),
		headers: {
			"content-type": "application/json",
			"user-agent": FIREFOX,
			"cf-connecting-ip": `198.51.100.${++network}`,
		},
	});
}

async function alertsTo(email: string) {
	const rows = await testCtx().db.select().from(outbox).where(eq(outbox.recipient, email));
	return rows.filter(({ subject }) => /New sign-in|Neue Anmeldung/.test(subject));
}
const rowsOf = (userId: string) =>
	testCtx().db.select().from(devices).where(eq(devices.userId, userId));
const browser = (name: string): Browser => ({
	userAgent: FIREFOX,
	country: "PT",
	deviceHash: name,
});

// G60
test("a sign-in from a browser that is new to the account is announced once, with browser and a link to the sessions", async () => {
	const { user } = await makeCreator({ passwordHash, emailVerifiedAt: 1 });
	const login = { email: user.email, password: PASSWORD };
	const first = await post("/api/login", login);
	const line = first.headers.getSetCookie().find((one) => one.startsWith("__Host-device="));
	expect(line).toMatch(/Max-Age=31536000;.*HttpOnly; Secure; SameSite=Lax/);
	const [mail, ...more] = await alertsTo(user.email);
	expect(more).toEqual([]);
	expect(mail?.kind).toBe("security");
	expect(mail?.text).toContain("Browser: Firefox on Linux");
	expect(mail?.text).toContain(`${ORIGIN}/settings/security#sessions`);
	expect(mail?.text).toMatch(/When: .* UTC/);
	const { "__Host-device": token = "" } = cookiesOf(first);
	const again = await post("/api/login", login, { "__Host-device": token });
	expect(cookiesOf(again)["__Host-device"]).toBe(token);
	expect(await alertsTo(user.email)).toHaveLength(1);
	await post("/api/login", login, { "__Host-device": "forged" });
	await post("/api/login", login, {
		"__Host-device": token.replace(/^./, (first) => (first === "_" ? "-" : "_")),
	});
	expect(await alertsTo(user.email)).toHaveLength(3);
	const stored = JSON.stringify(await rowsOf(user.id));
	expect(stored).not.toContain(token);
});

test("registering is not announced, nor is the next sign-in of that browser, but one elsewhere is", async () => {
	const email = `new-${testCtx().id()}@example.test`.toLowerCase();
	const account = { email, password: "moon over kiruna" };
	const made = await post("/api/register", { ...account, plan: "free" });
	expect(made.status).toBe(201);
	const { "__Host-device": token = "" } = cookiesOf(made);
	const [mail] = await testCtx().db.select().from(outbox).where(eq(outbox.recipient, email));
	const link = /verify-email#([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
	expect((await call("POST", "/api/email/verify", { token: link })).status).toBe(204);
	await post("/api/login", account, { "__Host-device": token });
	expect(await alertsTo(email)).toEqual([]);
	await post("/api/login", account);
	expect(await alertsTo(email)).toHaveLength(1);
});

test("an address that is not confirmed gets no announcement, and a wrong password causes none", async () => {
	const { user } = await makeCreator({ passwordHash });
	await post("/api/login", { email: user.email, password: PASSWORD });
	const confirmed = await makeCreator({ passwordHash, emailVerifiedAt: 1 });
	await post("/api/login", { email: confirmed.user.email, password: "wrong horse" });
	expect(await alertsTo(user.email)).toEqual([]);
	expect(await alertsTo(confirmed.user.email)).toEqual([]);
});

test("a browser known to one account is new to another, and their rows have nothing in common", async () => {
	const one = await makeCreator({ passwordHash, emailVerifiedAt: 1, locale: "de" });
	const two = await makeCreator({ passwordHash, emailVerifiedAt: 1 });
	for (const { ctx, user } of [one, two, one])
		await signIn(ctx, { email: user.email, password: PASSWORD, browser: browser("same") });
	const [mail] = await alertsTo(one.user.email);
	expect(mail?.text).toContain("Land: Portugal");
	expect(await alertsTo(two.user.email)).toHaveLength(1);
	const [[first], [second]] = [await rowsOf(one.user.id), await rowsOf(two.user.id)];
	expect(first?.tokenHash).not.toBe(second?.tokenHash);
});

test("a sign-in with a passkey is announced as well", async () => {
	const { ctx, user } = await makeCreator({ passwordHash, emailVerifiedAt: 1 });
	const device = await softwareAuthenticator(ORIGIN);
	const made = await device.create(await beginPasskey(ctx, { password: PASSWORD }));
	await addPasskey(ctx, { name: "Key", passkey: made });
	for (let at = 0; at < 2; at++) {
		const passkey = await device.get(await beginPasskeySignIn(ctx, "b"));
		await signInWithPasskey(ctx, { passkey, ceremonyHash: "b", browser: browser("phone") });
	}
	expect(await alertsTo(user.email)).toHaveLength(1);
});

// G60
test("forgets other browsers with a new password, also after a reset", async () => {
	const { ctx, user } = await makeCreator({ passwordHash, emailVerifiedAt: 1 });
	const enter = (name: string, password: string) =>
		signIn(ctx, { email: user.email, password, browser: browser(name) });
	const { token: session } = await enter("mine", PASSWORD);
	await enter("other", PASSWORD);
	const changed = "moon over kiruna";
	const credentials = { ...ctx.credentials, sessionHash: await sha256(session) };
	await changePassword(
		{ ...ctx, credentials, address: "198.51.100.250" },
		{ currentPassword: PASSWORD, password: changed, deviceHash: "mine" },
	);
	expect(await rowsOf(user.id)).toHaveLength(1);
	await enter("mine", changed);
	expect(await alertsTo(user.email)).toHaveLength(2);
	const token = await storeLink(TOKENS.resetPassword, user.id);
	await resetPassword(ctx, { token, password: "rain over bergen" });
	expect(await rowsOf(user.id)).toEqual([]);
});

test("at most fifty browsers are remembered for an account, those used last, for a year", async () => {
	const { ctx, user } = await makeCreator({ passwordHash, emailVerifiedAt: 1 });
	const now = ctx.now();
	const rows = Array.from({ length: MAX_DEVICES }, (_, at) => ({
		userId: user.id,
		tokenHash: `device-${at}`,
		firstAt: 1,
		lastAt: now - (at + 1) * 7 * DAY_MS,
	}));
	for (const row of rows) await ctx.db.insert(devices).values(row);
	await signIn(ctx, { email: user.email, password: PASSWORD, browser: browser("new") });
	const kept = (await rowsOf(user.id)).map(({ tokenHash }) => tokenHash);
	expect(kept).toHaveLength(MAX_DEVICES);
	expect(kept).toContain("device-48");
	expect(kept).not.toContain("device-49");
	await prune({ ...ctx, now: () => now + 100 * DAY_MS }, devices);
	const left = (await rowsOf(user.id)).map(({ lastAt }) => lastAt);
	expect(Math.min(...left)).toBeGreaterThan(now - 265 * DAY_MS);
	expect(left.length).toBeLessThan(MAX_DEVICES);
});
