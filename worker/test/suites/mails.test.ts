import { and, eq, isNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { CRONS } from "../../core/crons.ts";
import { users } from "../../core/tables.ts";
import { TOKENS } from "../../core/token-purposes.ts";
import { runJobs } from "../../maintenance/jobs.ts";
import { recipientKey } from "../../platform/mail/mail-limits.ts";
import { outbox } from "../../platform/tables.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { makeShare } from "../fixtures/sales.ts";
import { call, cookiesOf, makeCreator, request, testCtx } from "../fixtures/test-app.ts";
import { tokensOf } from "../fixtures/tokens.ts";

const PASSWORD = "zebra8fjord";
const MAX_ATTEMPTS = 4;
type Cookies = Record<string, string>;

let networks = 0;
let codes = 0;

/**
 * Sends mail to `to` for an outsider; every request of `from` comes from the outsider's network.
 */
type Attack = (
	to: string,
	from: (method: string, path: string, body?: object, cookies?: Cookies) => Promise<Response>,
) => Promise<void>;

/** Sells directly; verified or not. */
async function seller(fields: Parameters<typeof makeCreator>[0] & { releaseNow?: boolean } = {}) {
	const { releaseNow, ...row } = fields;
	const creator = await makeCreator(row);
	const setup = { cashAppHandle: "$creator1", releaseOnConfirmation: releaseNow ?? false };
	expect((await call("POST", "/api/setup-cashapp", setup, creator.cookies)).status).toBe(200);
	return { ...creator, share: await makeShare(creator.user.id, { title: "Buy at evil.test" }) };
}

async function claimBy(
	from: Parameters<Attack>[1],
	shareId: string,
	buyerEmail: string,
): Promise<{ claimId: string; cookies: Cookies }> {
	const body = { shareId, buyerEmail, confirmationCode: `EVIL${++codes}` };
	const response = await from("POST", "/api/confirm-direct-payment", body);
	const { claimId } = (await response.json()) as { claimId: string };
	return { claimId, cookies: cookiesOf(response) };
}

/** Created if there is none. */
async function accountOf(to: string, fields: Parameters<typeof seller>[0] = {}) {
	const [known] = await testCtx().db.select().from(users).where(eq(users.email, to));
	if (known)
		await testCtx()
			.db.update(users)
			.set({ email: `${testCtx().id()}@gone.test` })
			.where(eq(users.id, known.id));
	return seller({ ...fields, email: to });
}

const ATTACKS: Record<string, Attack> = {
	"registering and deleting an account": async (to, from) => {
		const body = { email: to, password: PASSWORD, plan: "free" };
		const cookies = cookiesOf(await from("POST", "/api/register", body));
		await from("DELETE", "/api/account", { password: PASSWORD }, cookies);
	},
	"asking for the confirmation again": async (to, from) => {
		const { cookies } = await accountOf(to);
		for (let at = 0; at < 3; at++) await from("POST", "/api/email/send-verification", {}, cookies);
	},
	"asking for a password reset": async (to, from) => {
		const { user } = await accountOf(to);
		for (let at = 0; at < 3; at++)
			await from("POST", "/api/password/forgot", { email: user.email });
	},
	"changing the password of an account with that address": async (to, from) => {
		const body = { email: to, password: PASSWORD, plan: "free" };
		const cookies = cookiesOf(await from("POST", "/api/register", body));
		await from(
			"POST",
			"/api/password/change",
			{ currentPassword: PASSWORD, password: "a new one altogether" },
			cookies,
		);
		await from("DELETE", "/api/account", { password: "a new one altogether" }, cookies);
	},
	"claims to a creator of that address": async (to, from) => {
		const { share } = await accountOf(to, { emailVerifiedAt: 1 });
		for (let at = 0; at < 3; at++) await claimBy(from, share.slug, "buyer@evil.test");
	},
	"claims that a creator of that address releases at once": async (to, from) => {
		const { share } = await accountOf(to, { releaseNow: true });
		for (let at = 0; at < 3; at++) await claimBy(from, share.slug, "buyer@evil.test");
	},
	"claims in that buyer's name, released at once": async (to, from) => {
		for (const emailVerifiedAt of [null, 1]) {
			const { share } = await seller({ emailVerifiedAt, releaseNow: true });
			await claimBy(from, share.slug, to);
		}
	},
	"claims in that buyer's name, declined and approved": async (to, from) => {
		for (const emailVerifiedAt of [null, 1]) {
			const { share, cookies } = await seller({ emailVerifiedAt });
			for (const response of ["decline", "approve"]) {
				const { claimId } = await claimBy(from, share.slug, to);
				const path = `/api/direct-claims/${claimId}/${response}`;
				await from("POST", path, { reason: "not_found" }, cookies);
			}
		}
	},
	"asking for a code to find purchases": async (to, from) => {
		const { share } = await seller({ releaseNow: true });
		await claimBy(from, share.slug, to);
		for (let at = 0; at < 3; at++) await from("POST", "/api/purchases/find", { email: to });
	},
	"support messages and reports with that address": async (to, from) => {
		const { share } = await seller();
		await from("POST", "/api/support", { email: to, subject: "Hi", message: "Long enough." });
		await from("POST", "/api/reports", { shareId: share.slug, reason: "scam", email: to });
	},
};

/** In any spelling of the address. */
async function reached(to: string) {
	const ctx = testCtx();
	return ctx.db
		.select()
		.from(outbox)
		.where(and(eq(outbox.recipientKey, recipientKey(ctx, to)), isNull(outbox.withheldBy)));
}

/** One network per round, or a new one per call. */
function stranger(many: boolean): Parameters<Attack>[1] {
	const own = `2001:db8:${++networks}::1`;
	return (method, path, body, cookies) =>
		request(path, {
			method,
			...(body && { body: JSON.stringify(body) }),
			...(cookies && { cookies }),
			headers: {
				"content-type": "application/json",
				"cf-connecting-ip": many ? `2001:db8:${++networks}::1` : own,
			},
		});
}

/** A claim is unproven: its subject and opening words have no user's text. */
function expectOurWordsFirst(mails: Awaited<ReturnType<typeof reached>>): void {
	for (const { subject, text } of mails) {
		const opening = `${subject} ${text.slice(0, 100)}`;
		expect(opening).not.toMatch(/evil/i);
	}
}

// From many networks: one would reach its own limit before.
test.each(Object.entries(ATTACKS))(
	"%s, repeatedly, sends an address at most three mails an hour",
	async (_, attack) => {
		const to = `${testCtx().id().toLowerCase()}@victim.test`;
		for (let round = 0; round < MAX_ATTEMPTS; round++) await attack(to, stranger(true));
		const mails = await reached(to);
		expect(mails.length).toBeLessThanOrEqual(3);
		expectOurWordsFirst(mails);
	},
);

// G81
test("all ways together, from many networks and with every spelling of the address, send three mails an hour", async () => {
	const name = testCtx()
		.id()
		.toLowerCase()
		.replaceAll(/[^a-z0-9]/g, "x");
	const from = stranger(true);
	let spelling = 0;
	for (const attack of Object.values(ATTACKS))
		await attack(`${name}+${++spelling}@victim.test`, from);
	const aDayLater = testCtx({ now: () => Date.now() + 25 * 60 * 60 * 1000 });
	const mails = await reached(`${name}@victim.test`);
	expect(mails).toHaveLength(3);
	expect(mails.filter(({ kind }) => kind === "reset-password")).toHaveLength(1);
	expectOurWordsFirst(mails);
	// Reminders of those claims don't bypass the limit either.
	await runJobs(aDayLater, CRONS.cleanups.expression);
	const reminders = (await reached(`${name}@victim.test`)).slice(3);
	expect(reminders.length).toBeLessThanOrEqual(2);
	expectOurWordsFirst(reminders);
});

test("many outsiders at the same moment cause no more mails than one", async () => {
	const to = `${testCtx().id().toLowerCase()}@victim.test`;
	await makeCreator({ email: to });
	await Promise.all(
		Array.from({ length: 30 }, () => stranger(true)("POST", "/api/password/forgot", { email: to })),
	);
	expect((await reached(to)).length).toBeLessThanOrEqual(3);
	const [{ id = "" } = {}] = await testCtx().db.select().from(users).where(eq(users.email, to));
	expect((await tokensOf(TOKENS.resetPassword, id)).length).toBeGreaterThan(0);
});

// G81
test("a creator without a verified address causes no mail to buyers whose payment is only claimed", async () => {
	const to = `${testCtx().id().toLowerCase()}@victim.test`;
	const { share, user } = await seller({ releaseNow: true });
	await claimBy(stranger(false), share.slug, to);
	const [sale] = await testCtx()
		.db.select()
		.from(purchases)
		.where(eq(purchases.creatorId, user.id));
	expect(sale?.state).toBe("paid");
	expect(await reached(to)).toEqual([]);
});
