import { eq } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import type { DeepHealth } from "../contract/health.ts";
import { DAY_MS } from "../contract/retention.ts";
import type { Ctx } from "../core/context.ts";
import { CRONS } from "../core/crons.ts";
import { outbox } from "../platform/tables.ts";
import { purchases } from "../purchases/entitlements/tables.ts";
import { provider, sandbox } from "../test/fakes/provider.ts";
import { makeBackups } from "../test/fixtures/backups.ts";
import { makeOperator } from "../test/fixtures/operators.ts";
import { purchaseOf, sell } from "../test/fixtures/sale-helpers.ts";
import { makeCreator, ORIGIN, request, testCtx, withVariables } from "../test/fixtures/test-app.ts";
import { beginBackup } from "./backup/run-backup.ts";
import { deepHealth } from "./deep-health.ts";
import { runJobs } from "./jobs.ts";

const HEALTH_TOKEN = "a token for monitors";
const ask = (authorization?: string) =>
	request("/api/health/deep", { headers: authorization ? { authorization } : {} });

/** Simulates a minute of running: the frequent crons have run. */
async function runCrons() {
	for (const { expression } of [CRONS.mails, CRONS.repairs, CRONS.backup])
		await runJobs(testCtx(), expression);
}

it("answers holders of the token only", async () => {
	await runCrons();
	expect((await ask(`Bearer ${HEALTH_TOKEN}`)).status).toBe(404);
	await withVariables({ HEALTH_TOKEN }, async () => {
		for (const wrong of [undefined, "Bearer ", `Bearer ${HEALTH_TOKEN}x`, HEALTH_TOKEN])
			expect((await ask(wrong)).status).toBe(404);
		const response = await ask(`Bearer ${HEALTH_TOKEN}`);
		const found = await response.json<DeepHealth>();
		expect([response.status, found.problems]).toEqual([200, []]);
		expect(found).toMatchObject({
			status: "ok",
			checks: {
				database: { state: "ok" },
				bucket: { state: "ok" },
				objects: { state: "ok" },
				provider: { state: "ok" },
			},
			crons: { mails: expect.any(Number), repairs: expect.any(Number), nightly: null },
			mail: { oldestUndelivered: null, givenUp: 0 },
			paused: [],
		});
	});
	await withVariables({ HEALTH_TOKEN, MAINTENANCE: "true" }, async () => {
		const response = await ask(`Bearer ${HEALTH_TOKEN}`);
		expect((await response.json<DeepHealth>()).paused).toEqual(["maintenance"]);
	});
});

it("names late crons, undelivered mail, and books that do not balance", async () => {
	await runCrons();
	const ctx = testCtx();
	const sold = await sell(await makeCreator());
	const purchase = await purchaseOf(sold.intentId);
	expect((await deepHealth(ctx)).ledger).toMatchObject({ unbalanced: [] });
	await ctx.db.update(purchases).set({ priceCents: 1 }).where(eq(purchases.id, purchase.id));
	await ctx.db.insert(outbox).values({
		id: ctx.id(),
		kind: "verify-email",
		audience: "creator",
		cause: "owed",
		recipientKey: "one",
		recipient: "one@example.test",
		subject: "s",
		text: "t",
		html: "h",
		createdAt: ctx.now() - 1_000_000,
		dueAt: ctx.now() + 60_000,
		attempts: 3,
	});
	const found = await deepHealth({ ...ctx, now: () => Date.now() + 3_600_000 });
	expect(found.status).toBe("degraded");
	expect(found.problems).toEqual(["cron mails", "cron repairs", "cron backup", "mail", "ledger"]);
	expect(found.ledger.unbalanced).toEqual([purchase.id]);
	expect(found.mail.oldestUndelivered).toBeGreaterThan(1000);
	expect(JSON.stringify(found)).not.toContain("one@example.test");
});

it("names mail while mails that were given up can still be sent", async () => {
	await runCrons();
	const ctx = testCtx();
	await ctx.db.delete(outbox);
	const id = ctx.id();
	await ctx.db.insert(outbox).values({
		id,
		kind: "receipt",
		audience: "buyer",
		cause: "owed",
		recipientKey: "two",
		recipient: "two@example.test",
		subject: "s",
		text: "t",
		html: "h",
		createdAt: ctx.now() - 2 * DAY_MS,
		dueAt: ctx.now() - DAY_MS,
		attempts: 7,
		lastError: "The domain is not verified.",
	});
	const after = async (changes: Partial<typeof outbox.$inferInsert>) => {
		await ctx.db.update(outbox).set(changes).where(eq(outbox.id, id));
		const { problems, mail } = await deepHealth(ctx);
		return [problems.includes("mail"), mail.givenUp];
	};
	expect(await after({ attempts: 8 })).toEqual([true, 1]);
	expect(await after({ sentAt: ctx.now() })).toEqual([false, 0]);
	expect(await after({ sentAt: null, text: "", html: "" })).toEqual([false, 0]);
});

it("names services that do not respond", async () => {
	vi.spyOn(console, "warn").mockImplementation(() => undefined);
	await runCrons();
	const ctx = testCtx();
	const away = vi.spyOn(ctx.files, "head").mockRejectedValue(new Error("bucket is away"));
	const config = { ...ctx.config, STRIPE_SECRET_KEY: "sk_test_revoked" };
	expect((await deepHealth({ ...ctx, config })).problems).toEqual(
		expect.arrayContaining(["bucket"]),
	);
	away.mockRestore();
	vi.restoreAllMocks();
});

it("lists the wallets offered on the domain, and tolerates missing ones", async () => {
	await runCrons();
	const operator = await makeOperator();
	const seen = async () => {
		const { wallets, problems } = await deepHealth(testCtx());
		expect(problems).not.toContain("wallets");
		return [wallets, await (await operator.page("/operator")).text()] as const;
	};
	const [none, unregistered] = await seen();
	expect(none).toMatchObject({ registered: false, applePay: "inactive" });
	expect(unregistered).toContain("Not offered, as this domain is not registered");
	await sandbox("/settings", { wallets: ["google_pay", "link"] });
	const { paymentMethodDomains } = provider();
	const { id } = await paymentMethodDomains.create({ domain_name: new URL(ORIGIN).hostname });
	const [some, page] = await seen();
	expect(some).toEqual({
		registered: true,
		applePay: "inactive",
		googlePay: "active",
		link: "active",
	});
	expect(page).toContain("Not offered: Apple Pay.");
	await sandbox("/settings", { wallets: ["apple_pay", "google_pay", "link"] });
	await paymentMethodDomains.validate(id);
	const [all, satisfied] = await seen();
	expect(all).toMatchObject({ registered: true, applePay: "active" });
	expect(satisfied).not.toContain("Not offered");
	await paymentMethodDomains.update(id, { enabled: false });
	expect((await seen())[0]).toMatchObject({ registered: false, link: "inactive" });
	const revoked = { ...testCtx().config, STRIPE_SECRET_KEY: "sk_test_revoked" };
	vi.spyOn(console, "warn").mockImplementation(() => undefined);
	expect((await deepHealth(testCtx({ config: revoked }))).wallets).toBeNull();
	vi.restoreAllMocks();
});

it("names backups that are late, once there is a key for them", async () => {
	await runCrons();
	const backups = await makeBackups();
	const later = (hours: number) => ({ now: () => Date.now() + hours * 3_600_000 });
	const problemOf = async (overrides: Partial<Ctx>) =>
		(await deepHealth(backups.ctx(overrides))).problems.includes("backup");
	await beginBackup(backups.ctx());
	expect([await problemOf(later(25)), await problemOf(later(27))]).toEqual([false, true]);
	while (await backups.step());
	expect(await deepHealth(backups.ctx())).toMatchObject({
		backup: { configured: true, age: expect.any(Number) },
	});
	await beginBackup(backups.ctx(later(24)));
	expect([await problemOf(later(25)), await problemOf(later(27))]).toEqual([false, true]);
	expect((await deepHealth(testCtx(later(99)))).problems).not.toContain("backup");
});
