import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { shares } from "../catalogue/shares/tables.ts";
import type { ErrorBody } from "../contract/errors.ts";
import { cases } from "../core/cases/tables.ts";
import type { Ctx } from "../core/context.ts";
import { users } from "../core/tables.ts";
import { TOKENS } from "../core/token-purposes.ts";
import type { BegunUpload } from "../files/uploads/contract.ts";
import { subscriptions } from "../payments/subscriptions/tables.ts";
import { payoutMethods } from "../payments/tables.ts";
import { encrypt } from "../platform/security/encryption.ts";
import { hashPassword } from "../platform/security/passwords.ts";
import { outbox } from "../platform/tables.ts";
import { tokens } from "../platform/tokens/tables.ts";
import { payCard } from "../test/fakes/provider.ts";
import { codeOf } from "../test/fixtures/restrictions.ts";
import { makeShare } from "../test/fixtures/sales.ts";
import { call, cookiesOf, makeCreator, testCtx } from "../test/fixtures/test-app.ts";
import { storeLink } from "../test/fixtures/tokens.ts";
import type { User } from "./contract.ts";
import { resetPassword } from "./reset-password.ts";
import { TOTP_PURPOSE } from "./second-factor.ts";
import { devices, passkeys } from "./tables.ts";

const ATTACKER = "zebra8fjord";
const OWNER = "moon over kiruna";
const passwordHash = await hashPassword(ATTACKER);

/** The owner requests a reset and opens its link. */
async function reset(email: string, ctx: Ctx = testCtx()): Promise<void> {
	const [user] = await ctx.db.select().from(users).where(eq(users.email, email));
	const token = await storeLink(TOKENS.resetPassword, user!.id);
	await resetPassword(ctx, { token, password: OWNER });
}

function login(email: string, password: string) {
	return call("POST", "/api/login", { email, password });
}

// G53
test("the owner of an address that somebody else registered gets in by a reset, and finds none of their data", async () => {
	const email = `${testCtx().id().toLowerCase()}@example.test`;
	const registered = await call("POST", "/api/register", {
		email,
		password: ATTACKER,
		plan: "free",
		firstName: "Mallory",
	});
	const cookies = cookiesOf(registered);
	// The attack: a second factor that only the attacker has.
	const setUp = await call("POST", "/api/totp/setup", { password: ATTACKER }, cookies);
	expect(setUp.status).toBe(403);
	expect(await codeOf(setUp)).toBe("account.email_unverified");
	const handle = { cashAppHandle: "$mallory", releaseOnConfirmation: true };
	expect((await call("POST", "/api/setup-cashapp", handle, cookies)).status).toBe(200);
	await call("PATCH", "/api/user", { displayName: "Not the owner" }, cookies);

	await reset(email);

	expect((await call("GET", "/api/user", undefined, cookies)).status).toBe(401);
	expect((await login(email, ATTACKER)).status).toBe(401);
	const entered = await login(email, OWNER);
	expect(entered.status).toBe(200);
	expect(await entered.json<User>()).toMatchObject({
		emailVerified: true,
		totpEnabled: false,
		firstName: null,
		lastName: null,
		displayName: null,
	});
	const status = await call("GET", "/api/payment-status", undefined, cookiesOf(entered));
	expect(await status.json()).toMatchObject({
		hasPaymentSetup: false,
		cashAppHandle: null,
		releaseOnConfirmation: false,
	});
});

/** A never-confirmed account with everything set up that an account can have. */
async function occupied() {
	const creator = await makeCreator({ passwordHash, plan: "pro", displayName: "Mallory" });
	const { user, cookies, ctx } = creator;
	const share = await makeShare(user.id, {});
	const started = await call(
		"POST",
		"/api/uploads",
		{ title: "Left behind", price: "1.00", files: [{ name: "a.txt", size: 5 }] },
		cookies,
	);
	const upload = await started.json<BegunUpload>();
	const verification = await storeLink(TOKENS.verifyEmail, user.id);
	await storeLink(TOKENS.recoveryCode, user.id);
	await ctx.db.batch([
		// Set up before a confirmed address was required.
		ctx.db
			.update(users)
			.set({
				totpSecret: await encrypt(ctx.config.APP_SECRET, TOTP_PURPOSE, "A".repeat(32)),
				totpConfirmedAt: 1,
			})
			.where(eq(users.id, user.id)),
		ctx.db.insert(passkeys).values({
			id: ctx.id(),
			userId: user.id,
			credentialId: ctx.id(),
			publicKey: "mallory's",
			counter: 0,
			transports: [],
			name: "Mallory's phone",
			backedUp: false,
			createdAt: 1,
		}),
		ctx.db
			.insert(devices)
			.values({ userId: user.id, tokenHash: "mallory's", firstAt: 1, lastAt: 1 }),
		ctx.db.insert(payoutMethods).values({
			userId: user.id,
			cashAppHandle: "$mallory",
			releaseOnConfirmation: true,
			stripeAccountId: `acct_${user.id}`,
			chargesEnabled: true,
			updatedAt: 1,
		}),
	]);
	const question = { email: user.email, subject: "Hello", message: "Please change the address." };
	expect((await call("POST", "/api/support", question, cookies)).status).toBe(201);
	return { ...creator, share, upload, verification };
}

test("a reset of a never-confirmed account removes everything set up before, and stops the sale of its shares", async () => {
	const { user, ctx, share, upload, verification } = await occupied();
	await reset(user.email);
	const { db } = ctx;
	const [row] = await db.select().from(users).where(eq(users.id, user.id));
	expect(row).toMatchObject({ displayName: null, totpSecret: null, totpConfirmedAt: null });
	expect(row!.emailVerifiedAt).not.toBeNull();
	expect(await db.select().from(tokens).where(eq(tokens.ownerId, user.id))).toEqual([]);
	for (const table of [passkeys, payoutMethods, cases])
		expect(await db.select().from(table).where(eq(table.userId, user.id))).toEqual([]);
	expect(await db.select().from(shares).where(eq(shares.id, share.id))).toMatchObject([
		{ selling: false, status: "published" },
	]);
	expect(await db.select().from(devices).where(eq(devices.userId, user.id))).toEqual([]);
	const entered = await login(user.email, OWNER);
	expect(entered.status).toBe(200);
	const owner = cookiesOf(entered);
	expect(await (await call("GET", "/api/uploads", undefined, owner)).json()).toEqual([]);
	expect((await call("POST", `/api/uploads/${upload.id}/complete`, undefined, owner)).status).toBe(
		409,
	);
	// The attacker's own confirmation link is no longer valid.
	expect((await call("POST", "/api/email/verify", { token: verification })).status).toBe(404);
	// The account's new owner can put the share on sale again.
	const resumed = await call("PATCH", `/api/file-shares/${share.slug}`, { selling: true }, owner);
	expect(resumed.status).toBe(200);
	const mails = await db.select().from(outbox).where(eq(outbox.recipient, user.email));
	expect(mails.map(({ text }) => text)).toContainEqual(
		expect.stringContaining("someone else may have created the account"),
	);
});

test("a subscription in a never-confirmed account is not renewed after the reset", async () => {
	const { user, cookies, ctx } = await makeCreator({ passwordHash });
	const started = await call("POST", "/api/create-subscription", undefined, cookies);
	const { clientSecret } = await started.json<{ clientSecret: string }>();
	await payCard(clientSecret.split("_secret_")[0] ?? "");
	await call("GET", "/api/subscription-status", undefined, cookies);
	await reset(user.email);
	const [row] = await ctx.db.select().from(subscriptions).where(eq(subscriptions.userId, user.id));
	expect(row).toMatchObject({ status: "active", cancelAtPeriodEnd: true });
	const entered = await login(user.email, OWNER);
	expect(await entered.json()).toMatchObject({ plan: "pro" });
});

// G53
test("a failed clearing keeps the intruder out, and is completed by using the link again", async () => {
	const { user, cookies, ctx } = await occupied();
	const token = await storeLink(TOKENS.resetPassword, user.id);
	const broken = async () => {
		throw new Error("the provider is away");
	};
	const handlers = { ...ctx.handlers, reclaimAccount: broken };
	await expect(
		resetPassword({ ...testCtx(), handlers }, { token, password: OWNER }),
	).rejects.toThrow("the provider is away");
	expect((await call("GET", "/api/user", undefined, cookies)).status).toBe(401);
	expect((await login(user.email, ATTACKER)).status).toBe(401);
	await resetPassword(testCtx(), { token, password: OWNER });
	expect((await login(user.email, OWNER)).status).toBe(200);
	const methods = await ctx.db
		.select()
		.from(payoutMethods)
		.where(eq(payoutMethods.userId, user.id));
	expect(methods).toEqual([]);
});

test("a reset of a confirmed account ends its sessions and removes nothing else", async () => {
	const { user, cookies, ctx } = await makeCreator({
		passwordHash,
		emailVerifiedAt: 1,
		displayName: "Ada",
	});
	const share = await makeShare(user.id, {});
	await call("POST", "/api/setup-cashapp", { cashAppHandle: "$ada" }, cookies);
	await reset(user.email);
	const [row] = await ctx.db.select().from(users).where(eq(users.id, user.id));
	expect(row).toMatchObject({ displayName: "Ada", emailVerifiedAt: 1 });
	const [method] = await ctx.db
		.select()
		.from(payoutMethods)
		.where(eq(payoutMethods.userId, user.id));
	expect(method?.cashAppHandle).toBe("$ada");
	expect(await ctx.db.select().from(shares).where(eq(shares.id, share.id))).toMatchObject([
		{ selling: true },
	]);
});

test("an invalid reset link removes nothing", async () => {
	const { user, ctx } = await occupied();
	await expect(
		resetPassword(testCtx(), { token: "invented", password: OWNER }),
	).rejects.toMatchObject({ code: "token.not_found" });
	await expect(
		resetPassword(testCtx(), { token: "invented", password: "password1" }),
	).rejects.toMatchObject({ code: "token.not_found" });
	const [row] = await ctx.db.select().from(users).where(eq(users.id, user.id));
	expect(row!.displayName).toBe("Mallory");
});

test("card payouts require a confirmed address, and a Cash App handle does not", async () => {
	const { user, cookies, ctx } = await makeCreator();
	const refused = await call("POST", "/api/setup-card-payouts", { country: "US" }, cookies);
	expect(refused.status).toBe(403);
	expect(await refused.json<ErrorBody>()).toMatchObject({
		code: "account.email_unverified",
		message: expect.stringContaining("confirm your email address"),
	});
	expect(
		(await call("POST", "/api/setup-cashapp", { cashAppHandle: "$ada" }, cookies)).status,
	).toBe(200);
	await ctx.db.update(users).set({ emailVerifiedAt: 1 }).where(eq(users.id, user.id));
	expect((await call("POST", "/api/setup-card-payouts", { country: "US" }, cookies)).status).toBe(
		200,
	);
});
