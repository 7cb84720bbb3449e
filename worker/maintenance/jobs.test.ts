import { env } from "cloudflare:workers";
import { and, eq, isNotNull, like } from "drizzle-orm";
import { expect, test } from "vitest";
import { devices, sessions } from "../accounts/tables.ts";
import { idempotencyKeys } from "../api/idempotency/tables.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, RETENTION } from "../contract/retention.ts";
import { recordOwnAct } from "../core/audit-log/record-act.ts";
import { auditLog } from "../core/audit-log/tables.ts";
import { caseEntries, cases } from "../core/cases/tables.ts";
import type { Ctx } from "../core/context.ts";
import { CRONS } from "../core/crons.ts";
import { failedJobs, noteFailure } from "../core/job-cursor.ts";
import { TOKENS } from "../core/token-purposes.ts";
import { webhookEndpoints, webhookMessages } from "../core/webhook-events/tables.ts";
import { downloadLog } from "../files/downloads/tables.ts";
import { uploads } from "../files/uploads/tables.ts";
import { creatorHandles } from "../pages/storefront/tables.ts";
import { CHECKOUT_HOURS } from "../payments/checkout-links/contract.ts";
import { createCheckout } from "../payments/checkout-links/own-checkouts.ts";
import { checkouts } from "../payments/checkout-links/tables.ts";
import { providerEvents } from "../payments/tables.ts";
import { queueMail } from "../platform/mail/mail.ts";
import { ANYONE } from "../platform/mail/mail-limits.ts";
import { attempts, failedRequests, outbox } from "../platform/tables.ts";
import { buyers, purchases } from "../purchases/entitlements/tables.ts";
import { recordView } from "../purchases/views/record-view.ts";
import { shareDays, shareViews } from "../purchases/views/tables.ts";
import { mailKind } from "../test/fixtures/all-mails.ts";
import { ask, storeApplication, storeCode } from "../test/fixtures/applications.ts";
import { makeBuyer, makePurchase, makeSale, makeShare } from "../test/fixtures/sales.ts";
import { makeCreator, testCtx } from "../test/fixtures/test-app.ts";
import { storeChange, storeLink, storeSecret, tokensOf } from "../test/fixtures/tokens.ts";
import { runJobs } from "./jobs.ts";

/** The cleanup crons; the third one repairs payments. */
const CLEANUPS = [CRONS.mails.expression, CRONS.cleanups.expression];

/** Runs the jobs as if this much time had passed; mails are not sent. */
async function jobsIn(ms: number): Promise<void> {
	const send = async () => ({ messageId: "1" });
	const quiet = { ...env, EMAIL: { send } as unknown as SendEmail };
	const ctx = testCtx({ env: quiet, now: () => Date.now() + ms });
	for (const cron of CLEANUPS) await runJobs(ctx, cron);
}

type Aged = { after: number; make: (ctx: Ctx) => Promise<() => Promise<unknown[]>> };

/** Rows created today, when they must be deleted, and how to query them. */
const AGED: Record<string, Aged> = {
	"a session nobody uses": {
		after: RETENTION.sessionIdleDays * DAY_MS,
		make: async ({ db }) => {
			const { user } = await makeCreator();
			return () => db.select().from(sessions).where(eq(sessions.userId, user.id));
		},
	},
	"a browser that an account has signed in from": {
		after: RETENTION.deviceDays * DAY_MS,
		make: async ({ db, now }) => {
			const { user } = await makeCreator();
			const row = { userId: user.id, tokenHash: "t", firstAt: now(), lastAt: now() };
			await db.insert(devices).values(row);
			return () => db.select().from(devices).where(eq(devices.userId, user.id));
		},
	},
	"a link to reset the password": {
		after: RETENTION.resetLinkHours * HOUR_MS,
		make: () => aLink(TOKENS.resetPassword),
	},
	"a link to confirm an address": {
		after: RETENTION.confirmLinkDays * DAY_MS,
		make: () => aLink(TOKENS.verifyEmail),
	},
	"a change of address that nobody confirmed": {
		after: RETENTION.addressChangeDays * DAY_MS,
		make: async () => {
			const { user } = await makeCreator();
			await storeChange(user.id, "next@example.test");
			return async () => (await tokensOf(TOKENS.changeAddress, user.id)).slice(1);
		},
	},
	"a code by which an application gets its tokens": {
		after: RETENTION.programCodeMinutes * MINUTE_MS,
		make: async () => {
			const { user } = await makeCreator();
			const application = await storeApplication();
			await storeCode(user.id, application, ask(application));
			return () => tokensOf(TOKENS.authorizationCode, user.id);
		},
	},
	"a buyer's identity that holds nothing": {
		after: RETENTION.buyerDays * DAY_MS,
		make: async ({ db, now }) => {
			const { id } = await makeBuyer({ expiresAt: now() + RETENTION.buyerDays * DAY_MS });
			return () => db.select().from(buyers).where(eq(buyers.id, id));
		},
	},
	"the address of a mail": {
		after: RETENTION.mailDays * DAY_MS,
		make: async (ctx) => {
			const to = `${ctx.id().toLowerCase()}@example.test`;
			const mail = { kind: mailKind("claim"), cause: ANYONE, to, text: "t", html: "h" } as const;
			const dedupeKey = ctx.id();
			await queueMail(ctx, { ...mail, subject: to, dedupeKey });
			const [row] = await ctx.db.select().from(outbox).where(eq(outbox.recipient, to));
			return () =>
				ctx.db
					.select()
					.from(outbox)
					.where(eq(outbox.recipientKey, row?.recipientKey ?? ""));
		},
	},
	"what the audit log says about an act": {
		after: RETENTION.auditYears * 365.25 * DAY_MS,
		make: async (ctx) => {
			const { user } = await makeCreator();
			await recordOwnAct(ctx, user.id, { act: "password.changed", details: { subject: "any" } });
			return () =>
				ctx.db
					.select()
					.from(auditLog)
					.where(and(eq(auditLog.creatorId, user.id), isNotNull(auditLog.details)));
		},
	},
	"a request that failed": {
		after: RETENTION.failedRequestDays * DAY_MS,
		make: async ({ db, now, id }) => {
			const requestId = id();
			const row = { requestId, method: "GET", path: "/", code: "internal.error", error: "e" };
			await db.insert(failedRequests).values({ ...row, at: now() });
			return () => db.select().from(failedRequests).where(eq(failedRequests.requestId, requestId));
		},
	},
	"a counted attempt": {
		after: RETENTION.attemptDays * DAY_MS,
		make: async ({ db, now, id }) => {
			const key = id();
			await db.insert(attempts).values({ key, count: 1, lastAt: now(), blockedUntil: 0 });
			return () => db.select().from(attempts).where(eq(attempts.key, key));
		},
	},
	"a viewer's hash": {
		after: RETENTION.viewDays * DAY_MS,
		make: async ({ db, now, id }) => {
			const viewer = id();
			const row = { shareId: id(), day: "2026-01-01", network: id(), viewer, at: now() };
			await db.insert(shareViews).values(row);
			return () => db.select().from(shareViews).where(eq(shareViews.viewer, viewer));
		},
	},
	"where a buyer came from": {
		after: RETENTION.sourceDays * DAY_MS,
		make: async (ctx) => {
			const { purchase } = await makeSale({ purchase: { source: "host:example.test" } });
			return () =>
				ctx.db
					.select()
					.from(purchases)
					.where(and(eq(purchases.id, purchase.id), isNotNull(purchases.source)));
		},
	},
	"a creator's former handle": {
		after: RETENTION.formerHandleDays * DAY_MS,
		make: async ({ db, now, id }) => {
			const { user } = await makeCreator();
			const handle = id().toLowerCase();
			const reservedUntil = now() + RETENTION.formerHandleDays * DAY_MS;
			await db
				.insert(creatorHandles)
				.values({ handle, userId: user.id, reservedUntil, createdAt: now() });
			return () => db.select().from(creatorHandles).where(eq(creatorHandles.handle, handle));
		},
	},
	"a line of the access log": {
		after: RETENTION.downloadDays * DAY_MS,
		make: async ({ db, now, id }) => {
			const row = { id: id(), shareId: id(), what: "all", at: now() };
			await db.insert(downloadLog).values(row);
			return () => db.select().from(downloadLog).where(eq(downloadLog.id, row.id));
		},
	},
	"what was sent to a webhook endpoint": {
		after: RETENTION.webhookDays * DAY_MS,
		make: async ({ db, now, id }) => {
			const { user } = await makeCreator();
			const endpoint = { id: id(), userId: user.id, url: "https://hooks.example.com/" };
			const message = { id: id(), endpointId: endpoint.id, eventKey: id(), createdAt: now() };
			await db.batch([
				db.insert(webhookEndpoints).values({
					...endpoint,
					events: ["*"],
					secret: "x",
					createdAt: now(),
				}),
				db.insert(webhookMessages).values({ ...message, type: "sale.created", data: "{}" }),
			]);
			return () => db.select().from(webhookMessages).where(eq(webhookMessages.id, message.id));
		},
	},
	"a message to support": {
		after: RETENTION.messageDays * DAY_MS,
		make: async ({ db, now, id }) => {
			const row = { id: id(), kind: "support", email: "a@example.test", subject: "s" } as const;
			await db.insert(cases).values({ ...row, createdAt: 1, updatedAt: now() });
			const entry = { id: id(), caseId: row.id, kind: "message", text: "m", at: now() } as const;
			await db.insert(caseEntries).values(entry);
			return () =>
				db
					.select()
					.from(caseEntries)
					.innerJoin(cases, eq(cases.id, caseEntries.caseId))
					.where(eq(caseEntries.caseId, row.id));
		},
	},
	"a code to find purchases": {
		after: RETENTION.codeMinutes * 60_000,
		make: async ({ id }) => {
			const email = `${id()}@example.test`;
			await storeSecret(TOKENS.purchaseCode, { subject: email });
			return () => tokensOf(TOKENS.purchaseCode, email);
		},
	},
	"a response to a request with an Idempotency-Key": {
		after: RETENTION.idempotencyHours * HOUR_MS,
		make: async ({ db, now, id }) => {
			const times = { leaseUntil: now(), expiresAt: now() + RETENTION.idempotencyHours * HOUR_MS };
			const row = { owner: id(), requestKey: "key", runId: id() };
			await db.insert(idempotencyKeys).values({ ...row, ...times });
			return () => db.select().from(idempotencyKeys).where(eq(idempotencyKeys.owner, row.owner));
		},
	},
	"an event of the payment provider": {
		after: RETENTION.eventDays * DAY_MS,
		make: async ({ db, now, id }) => {
			const row = { id: id(), type: "charge.updated", at: now() };
			await db.insert(providerEvents).values(row);
			return () => db.select().from(providerEvents).where(eq(providerEvents.id, row.id));
		},
	},
	"a card payment that came to nothing": {
		after: RETENTION.attemptedPaymentDays * DAY_MS,
		make: (ctx) => aPurchase(ctx, { state: "cancelled", closedAt: ctx.now() }),
	},
	"a direct payment that was declined": {
		after: RETENTION.claimDays * DAY_MS,
		make: (ctx) => aPurchase(ctx, { route: "direct", state: "declined", claimedAt: ctx.now() }),
	},
	"a direct payment that nobody answered": {
		after: RETENTION.claimDays * DAY_MS,
		make: (ctx) => aPurchase(ctx, { route: "direct", state: "claimed", claimedAt: ctx.now() }),
	},
	"a checkout that nobody paid": {
		after: (RETENTION.checkoutDays + CHECKOUT_HOURS / 24) * DAY_MS,
		make: async (ctx) => {
			const creator = await makeCreator();
			const share = await makeShare(creator.user.id);
			const input = { shareId: share.slug, buyerEmail: "known@example.test", metadata: {} };
			const { id } = await createCheckout({ ...creator.ctx, now: ctx.now }, input);
			return () => ctx.db.select().from(checkouts).where(eq(checkouts.id, id));
		},
	},
	"a buyer's address in the books": {
		after: RETENTION.ledgerYears * 365.25 * DAY_MS,
		make: async ({ db, id }) => {
			const buyerEmail = `${id()}@example.test`;
			await makeSale({ purchase: { buyerEmail } });
			return () => db.select().from(purchases).where(eq(purchases.buyerEmail, buyerEmail));
		},
	},
};

async function aLink(purpose: Parameters<typeof storeLink>[0]) {
	const { user } = await makeCreator();
	await storeLink(purpose, user.id);
	return () => tokensOf(purpose, user.id);
}

async function aPurchase(ctx: Ctx, fields: Parameters<typeof makePurchase>[2]) {
	const { user } = await makeCreator();
	const share = await makeShare(user.id);
	const buyer = await makeBuyer();
	const { id } = await makePurchase(share, buyer.id, fields);
	return () => ctx.db.select().from(purchases).where(eq(purchases.id, id));
}

// G69
test.each(Object.entries(AGED))(
	"deletes %s after the period of the privacy policy, and not before",
	async (_, { after, make }) => {
		const rows = await make(testCtx());
		await jobsIn(after - HOUR_MS / 6);
		expect(await rows()).toHaveLength(1);
		await jobsIn(after + HOUR_MS / 6);
		expect(await rows()).toHaveLength(0);
	},
);

test("deletes a mail's text minutes after it was sent, or three days after it was given up", async () => {
	const ctx = testCtx();
	const mark = ctx.id();
	const mail = {
		kind: mailKind("claim"),
		cause: ANYONE,
		subject: mark,
		text: "t",
		html: "h",
	} as const;
	for (const to of ["sent", "given-up"])
		await queueMail(ctx, { ...mail, to: `${to}.${mark}@x.test` });
	await ctx.db
		.update(outbox)
		.set({ attempts: 8, dueAt: ctx.now() })
		.where(like(outbox.recipient, `given-up.${mark}@%`));
	await jobsIn(0);
	const texts = async () => {
		const rows = await ctx.db.select().from(outbox).where(eq(outbox.subject, mark));
		return rows.map(({ text, html }) => text + html).sort();
	};
	await jobsIn((RETENTION.mailTextMinutes + 1) * 60_000);
	await jobsIn(RETENTION.unsentMailDays * DAY_MS - 60_000);
	expect(await texts()).toEqual(["", "th"]);
	await jobsIn(RETENTION.unsentMailDays * DAY_MS + 60_000);
	expect(await texts()).toEqual(["", ""]);
});

test("forgets that a cron could not note its run once it can", async () => {
	const ctx = testCtx();
	await noteFailure(ctx, "noteRun", "the database was away");
	expect(await failedJobs(ctx)).toMatchObject([{ job: "noteRun" }]);
	await runJobs(ctx, CRONS.repairs.expression);
	expect(await failedJobs(ctx)).toEqual([]);
});

test("keeps the counts of views when viewers' hashes are deleted", async () => {
	const ctx = testCtx();
	const shareId = ctx.id();
	for (const version of ["141", "142", "143"])
		await recordView(
			ctx,
			{ id: shareId, isOwner: false },
			new Request("https://tillbox.test/", {
				headers: { "user-agent": `Mozilla/5.0 (X11; Linux x86_64) Firefox/${version}.0` },
			}),
		);
	await jobsIn(3 * DAY_MS);
	const rows = await ctx.db.select().from(shareViews).where(eq(shareViews.shareId, shareId));
	expect(rows).toEqual([]);
	const counts = await ctx.db.select().from(shareDays).where(eq(shareDays.shareId, shareId));
	expect(counts.map(({ views }) => views)).toEqual([3]);
});

test("abandons an inactive upload, and deletes it a month later", async () => {
	const ctx = testCtx();
	const { user } = await makeCreator();
	const share = await makeShare(user.id, { status: "uploading" });
	const row = { creatorId: user.id, shareId: share.id, createdAt: ctx.now() };
	await ctx.db.insert(uploads).values({ id: ctx.id(), state: "open", ...row });
	await jobsIn(3 * RETENTION.uploadHours * HOUR_MS);
	const found = () => ctx.db.select().from(uploads).where(eq(uploads.creatorId, user.id));
	expect((await found()).map(({ state }) => state)).toEqual(["abandoned"]);
	await jobsIn(40 * DAY_MS);
	expect(await found()).toEqual([]);
});
