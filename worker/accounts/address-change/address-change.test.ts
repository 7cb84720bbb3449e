import { and, eq, like } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { DAY_MS, RETENTION } from "../../contract/retention.ts";
import { auditLog } from "../../core/audit-log/tables.ts";
import { users } from "../../core/tables.ts";
import { TOKENS } from "../../core/token-purposes.ts";
import { payoutMethods } from "../../payments/tables.ts";
import { randomId } from "../../platform/ids.ts";
import { queueMail } from "../../platform/mail/mail.ts";
import { OWED, OWNER } from "../../platform/mail/mail-limits.ts";
import { hashPassword } from "../../platform/security/passwords.ts";
import { outbox } from "../../platform/tables.ts";
import { tokens as tokenTable } from "../../platform/tokens/tables.ts";
import { mailKind } from "../../test/fixtures/all-mails.ts";
import { makeOperator } from "../../test/fixtures/operators.ts";
import { prune } from "../../test/fixtures/personal-data.ts";
import { codeOf } from "../../test/fixtures/restrictions.ts";
import { call, createSession, makeCreator, testCtx } from "../../test/fixtures/test-app.ts";
import { storeLink, tokensOf } from "../../test/fixtures/tokens.ts";
import type { AddressChange, ConfirmedAddressChange, User } from "../contract.ts";
import { sessions } from "../tables.ts";

const PASSWORD = "zebra8fjord";
const BEGUN = "/api/email/change";
const passwordHash = await hashPassword(PASSWORD);

const freshAddress = () => `next-${randomId().toLowerCase()}@example.test`;

type Fields = NonNullable<Parameters<typeof makeCreator>[0]>;

/** A creator with a confirmed address. */
const creatorWith = (fields: Fields = {}) =>
	makeCreator({ passwordHash, emailVerifiedAt: 1, ...fields });

/** A creator whose authenticator app was just proven in this session. */
async function withFactor() {
	const creator = await creatorWith({ totpSecret: "encrypted", totpConfirmedAt: 1 });
	await testCtx()
		.db.update(sessions)
		.set({ secondFactorAt: Date.now() })
		.where(eq(sessions.userId, creator.user.id));
	return creator;
}

type Cookies = Record<string, string>;

const begin = (cookies: Cookies, email: string, password = PASSWORD) =>
	call("POST", BEGUN, { email, password }, cookies);

/** The token in the newest mail about a change to this address. */
async function tokenFor(address: string): Promise<string> {
	const mails = await testCtx()
		.db.select()
		.from(outbox)
		.where(and(eq(outbox.recipient, address), like(outbox.text, "%confirm-address#%")));
	return /confirm-address#([\w-]{43})/.exec(mails.at(-1)?.text ?? "")?.[1] ?? "none";
}

async function subjectsTo(address: string): Promise<string[]> {
	const mails = await testCtx().db.select().from(outbox).where(eq(outbox.recipient, address));
	return mails.map(({ subject }) => subject);
}

const confirm = (token: string) => call("POST", `${BEGUN}/confirm`, { token });
const addressNow = async (cookies: Cookies) =>
	(await (await call("GET", "/api/user", undefined, cookies)).json<User>()).email;
const pending = async (cookies: Cookies) =>
	(await (await call("GET", BEGUN, undefined, cookies)).json<{ change: AddressChange | null }>())
		.change;
const actsOf = async (userId: string) =>
	(await testCtx().db.select().from(auditLog).where(eq(auditLog.creatorId, userId))).map(
		({ act }) => act,
	);
const later = (ms: number) => testCtx({ now: () => Date.now() + ms });

it("removes former and unconfirmed addresses from the outbox", async () => {
	const { user, cookies, ctx } = await creatorWith();
	const [next, never] = [freshAddress(), freshAddress()];
	const mail = { to: user.email, subject: "Sold", text: "Hello", html: "" };
	await queueMail(ctx, { ...mail, kind: mailKind("sale"), cause: OWED });
	// Kept: it came to the address as a buyer's.
	await queueMail(ctx, { ...mail, kind: mailKind("receipt"), cause: OWED });
	await begin(cookies, next);
	for (const token of [await tokenFor(user.email), await tokenFor(next)]) await confirm(token);
	expect(await addressNow(cookies)).toBe(next);
	await begin(cookies, never);
	const request = { subject: "Help", message: "It is late here.", email: next };
	const asked = await call("POST", "/api/support", request, cookies);
	const { id } = await asked.json<{ id: string }>();
	const operator = await makeOperator();
	await operator.act(`/operator/cases/${id}/answer`, { text: "It is on its way." });
	expect(await subjectsTo(next)).toContainEqual(expect.stringContaining("Help"));
	expect((await call("DELETE", "/api/account", { password: PASSWORD }, cookies)).status).toBe(204);
	const rows = await ctx.db.select().from(outbox);
	const about = rows.filter((row) =>
		[user.email, next, never].some((address) => row.recipient === address),
	);
	expect(about.map(({ kind, recipient }) => [kind, recipient])).toEqual([["receipt", user.email]]);
});

describe("changing the address of an account", () => {
	it("keeps a pending change if the old address gets no more mails", async () => {
		const { user, cookies, ctx } = await withFactor();
		const [earlier, later] = [freshAddress(), freshAddress()];
		await begin(cookies, earlier);
		const mail = { to: user.email, subject: "s", text: "t", html: "h", cause: OWNER };
		for (let n = 0; n < 10; n++) await queueMail(ctx, { ...mail, kind: mailKind("security") });
		const refused = await begin(cookies, later);
		expect(refused.status).toBe(429);
		expect(await refused.json()).toMatchObject({ reason: "account.mails_limited" });
		expect(await pending(cookies)).toMatchObject({ email: earlier });
		expect(await subjectsTo(later)).toEqual([]);
	});

	// G54
	it("applies once both links are used, in any order, and ends the other sessions and links", async () => {
		for (const order of ["old first", "new first"]) {
			const { user, cookies, ctx } = await creatorWith();
			const other = await createSession(testCtx(), { userId: user.id, userAgent: "other" });
			await storeLink(TOKENS.resetPassword, user.id);
			const payout = { userId: user.id, cashAppHandle: "$ada", updatedAt: 1 };
			await ctx.db.insert(payoutMethods).values(payout);
			const email = freshAddress();
			expect((await begin(cookies, email)).status).toBe(200);
			expect(await pending(cookies)).toMatchObject({ email });
			const tokens = [await tokenFor(user.email), await tokenFor(email)];
			const [first = "", second = ""] = order === "old first" ? tokens : tokens.toReversed();
			const halfway = await (await confirm(first)).json<ConfirmedAddressChange>();
			expect(halfway).toMatchObject({
				done: false,
				waitsFor: order === "old first" ? "new" : "old",
			});
			// Using the same link twice doesn't count as a second confirmation.
			await confirm(first);
			expect(await addressNow(cookies)).toBe(user.email);
			expect(await (await confirm(second)).json()).toMatchObject({ done: true });

			expect(await addressNow(cookies)).toBe(email);
			expect(await pending(cookies)).toBeNull();
			expect((await call("GET", "/api/user", undefined, { "__Host-session": other })).status).toBe(
				401,
			);
			const login = (address: string) =>
				call("POST", "/api/login", { email: address, password: PASSWORD });
			expect((await login(user.email)).status).toBe(401);
			expect((await login(email)).status).toBe(200);
			expect(await tokensOf(TOKENS.resetPassword, user.id)).toEqual([]);
			const [kept] = await ctx.db
				.select()
				.from(payoutMethods)
				.where(eq(payoutMethods.userId, user.id));
			expect(kept?.cashAppHandle).toBe("$ada");
			for (const address of [user.email, email])
				expect(await subjectsTo(address)).toContain("Your email address was changed");
			expect(await actsOf(user.id)).toEqual([
				"address.change_begun",
				"address.changed",
				"session.new_device",
			]);
		}
	});

	// G54
	it("requires the password, and a fresh proof of the second factor if there is one", async () => {
		const { user, cookies } = await creatorWith();
		const wrong = await begin(cookies, freshAddress(), "not it");
		expect([wrong.status, await codeOf(wrong)]).toEqual([403, "forbidden"]);
		const own = await begin(cookies, user.email);
		expect(own.status).toBe(400);
		const guarded = await creatorWith({ totpSecret: "encrypted", totpConfirmedAt: 1 });
		const stale = await begin(guarded.cookies, freshAddress());
		expect([stale.status, await codeOf(stale)]).toEqual([403, "account.confirmation_required"]);
		expect(await pending(guarded.cookies)).toBeNull();
	});

	// G54
	it("stores the tokens hashed, and accepts them for a week", async () => {
		const { user, cookies, ctx } = await creatorWith();
		const email = freshAddress();
		await begin(cookies, email);
		const token = await tokenFor(email);
		expect(JSON.stringify(await tokensOf(TOKENS.changeAddress, user.id))).not.toContain(token);
		const mine = eq(tokenTable.ownerId, user.id);
		await ctx.db.update(tokenTable).set({ expiresAt: Date.now() }).where(mine);
		for (const path of ["confirm", "refuse"]) {
			const late = await call("POST", `${BEGUN}/${path}`, { token });
			expect([late.status, await codeOf(late)]).toEqual([404, "token.not_found"]);
		}
		await prune(testCtx(), tokenTable);
		expect(await tokensOf(TOKENS.changeAddress, user.id)).toEqual([]);
	});

	// G54
	it("ends a pending change by either link, by the creator, and by a new password", async () => {
		const ends: ((user: User, email: string, cookies: Cookies) => Promise<Response>)[] = [
			async (_, email) => call("POST", `${BEGUN}/refuse`, { token: await tokenFor(email) }),
			async (user) => call("POST", `${BEGUN}/refuse`, { token: await tokenFor(user.email) }),
			async (_user, _email, cookies) => call("DELETE", BEGUN, undefined, cookies),
			async (_user, _email, cookies) =>
				call(
					"POST",
					"/api/password/change",
					{ currentPassword: PASSWORD, password: "harbour9lantern" },
					cookies,
				),
			async (user) => {
				return call("POST", "/api/password/reset", {
					token: await storeLink(TOKENS.resetPassword, user.id),
					password: "harbour9lantern",
				});
			},
		];
		for (const end of ends) {
			const { user, cookies } = await creatorWith();
			const email = freshAddress();
			await begin(cookies, email);
			const tokens = [await tokenFor(user.email), await tokenFor(email)];
			expect((await end(user, email, cookies)).status).toBe(204);
			for (const token of tokens) expect((await confirm(token)).status).toBe(404);
			const [row] = await testCtx().db.select().from(users).where(eq(users.id, user.id));
			expect(row?.email).toBe(user.email);
		}
	});

	// G55
	it("tells only its mailbox that the new address has an account", async () => {
		const { cookies, user } = await creatorWith();
		const taken = await creatorWith();
		const free = freshAddress();
		const bodies = [];
		for (const email of [taken.user.email, free]) {
			const response = await begin(cookies, email);
			expect(response.status).toBe(200);
			const { change } = await response.json<{ change: AddressChange }>();
			bodies.push({ ...change, email: "", expiresAt: "" });
			expect(await pending(cookies)).toMatchObject({ email, newConfirmed: false });
		}
		expect(bodies[0]).toEqual(bodies[1]);
		expect(await subjectsTo(taken.user.email)).toEqual(["This address already has an account"]);
		expect(await tokenFor(taken.user.email)).toBe("none");
		expect(await addressNow(cookies)).toBe(user.email);
	});

	// G55
	it("gives an address to one of two accounts that confirm it at the same time", async () => {
		const email = freshAddress();
		const rivals = [await creatorWith(), await creatorWith()];
		const last: string[] = [];
		for (const { user, cookies } of rivals) {
			await begin(cookies, email);
			await confirm(await tokenFor(user.email));
			last.push(await tokenFor(email));
		}
		const responses = await Promise.all(last.map(confirm));
		expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
		const refused = responses.find(({ status }) => status === 409);
		expect(refused && (await codeOf(refused))).toBe("address.taken");
		const now = await Promise.all(rivals.map(({ cookies }) => addressNow(cookies)));
		expect(now.filter((address) => address === email)).toHaveLength(1);
		expect(await Promise.all(rivals.map(({ cookies }) => pending(cookies)))).toEqual([null, null]);
	});

	it("applies a change once when both links are used at the same moment", async () => {
		const { user, cookies } = await creatorWith();
		const email = freshAddress();
		await begin(cookies, email);
		const tokens = [await tokenFor(user.email), await tokenFor(email)];
		await Promise.all(tokens.map(confirm));
		expect(await addressNow(cookies)).toBe(email);
		expect((await actsOf(user.id)).filter((act) => act === "address.changed")).toHaveLength(1);
		const told = await subjectsTo(email);
		expect(told.filter((subject) => subject === "Your email address was changed")).toHaveLength(1);
	});

	// G54
	it("lets the operator agree for a lost mailbox, once the new address is confirmed", async () => {
		const operator = await makeOperator();
		const { user, cookies } = await withFactor();
		const email = freshAddress();
		const agree = (to = email) =>
			operator.act(`/operator/creators/${user.id}/agree-to-address`, {
				email: to,
				reason: "Showed the passport and a payout's reference.",
			});
		expect((await agree()).status).toBe(409);
		await begin(cookies, email);
		expect((await agree()).status).toBe(409);
		expect(await addressNow(cookies)).toBe(user.email);
		const halfway = await (await confirm(await tokenFor(email))).json<ConfirmedAddressChange>();
		expect(halfway).toEqual({ done: false, waitsFor: "old" });
		await prune(later(RETENTION.addressChangeDays * DAY_MS + 1000), tokenTable);
		expect(await addressNow(cookies)).toBe(user.email);
		expect((await agree()).status).toBe(409);

		await begin(cookies, email);
		await confirm(await tokenFor(email));
		const page = await (await operator.page(`/operator/creators/${user.id}`)).text();
		expect(page).toContain(email);
		expect((await agree(freshAddress())).status).toBe(409);
		expect((await agree()).status).toBe(303);
		expect(await addressNow(cookies)).toBe(email);
		expect(await actsOf(user.id)).toEqual([
			"address.change_begun",
			"address.change_begun",
			"address.change_agreed",
			"address.changed",
		]);
		for (const address of [user.email, email])
			expect(await subjectsTo(address)).toContain("Your email address was changed");
		expect((await agree()).status).toBe(409);
	});

	it("refuses the operator's agreement if the address has an account by now", async () => {
		const operator = await makeOperator();
		const { user, cookies } = await creatorWith();
		const email = freshAddress();
		await begin(cookies, email);
		await confirm(await tokenFor(email));
		await makeCreator({ email });
		const refused = await operator.act(`/operator/creators/${user.id}/agree-to-address`, {
			email,
			reason: "Showed the passport.",
		});
		expect(refused.status).toBe(409);
		expect(await addressNow(cookies)).toBe(user.email);
	});

	it("doesn't ask an old address that was never confirmed", async () => {
		const { user, cookies } = await makeCreator({ passwordHash });
		const email = freshAddress();
		await begin(cookies, email);
		expect(await subjectsTo(user.email)).toEqual([]);
		expect(await (await confirm(await tokenFor(email))).json()).toMatchObject({ done: true });
		expect(await addressNow(cookies)).toBe(email);
	});
});
