import { env } from "cloudflare:workers";
import { eq, getTableColumns, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { recountTotals } from "../../maintenance/invariants/check-totals.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { payCard, provider } from "../../test/fakes/provider.ts";
import {
	balanceOf,
	type Creator,
	connect,
	connectedCents,
	deliverAll,
	sell,
	status,
} from "../../test/fixtures/sale-helpers.ts";
import { makeSale } from "../../test/fixtures/sales.ts";
import { makeCreator, testCtx } from "../../test/fixtures/test-app.ts";
import { ledger, payoutMethods, payoutTransfers } from "../tables.ts";
import { reconcilePayouts } from "./reconcile-payouts.ts";

const DAY = 24 * 60 * 60 * 1000;
const MANY = Number(env.RESTORED_TRANSFERS);
const ctx = testCtx();

beforeAll(async () => {
	const amount = 500_000 + MANY * 1000;
	const intent = await provider().paymentIntents.create({ amount, currency: "usd" });
	await payCard(intent.id, "pm_card_bypassPending");
});

/** Sales of a single creator, so that no list of open purchases is longer. */
const MOST_OF_ONE = 1000;

/** A creator with so many sales of $10, all held by the platform, and an account to transfer them to. */
async function withSales(count: number): Promise<{ creator: Creator; account: string }> {
	const { creator, purchase } = await makeSale();
	const changed: Record<string, string> = {
		id: "purchases.id || '-' || n.i",
		reference: "substr(purchases.reference, 1, 4) || n.i",
		fee_posted: "1",
		unbalanced_at: "1",
	};
	const names = Object.values(getTableColumns(purchases)).map(({ name }) => name);
	const values = names.map((name) => changed[name] ?? `purchases.${name}`);
	await ctx.db.run(
		sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
			insert into purchases (${sql.raw(names.join(", "))}) select ${sql.raw(values.join(", "))}
			from n join purchases on purchases.id = ${purchase.id}`,
	);
	const { user } = creator;
	await ctx.db.run(sql`insert into ledger (id, cause_key, creator_id, purchase_id, kind, amount_cents, account, at)
		select 'gross-' || id, 'gross:' || id, creator_id, id, 'gross', 1000, 'platform', 1 from purchases
		where creator_id = ${user.id} and unbalanced_at = 1`);
	const account = await connect(creator);
	await ctx.db
		.update(payoutMethods)
		.set({ chargesEnabled: true })
		.where(eq(payoutMethods.userId, user.id));
	return { creator, account };
}

/** Simulates a backup that is older than all transfers. */
async function forgetTransfers({ user }: Creator): Promise<void> {
	await ctx.db.delete(payoutTransfers).where(eq(payoutTransfers.creatorId, user.id));
	await ctx.db.delete(ledger).where(sql`creator_id = ${user.id} and cause_key glob 'move:*'`);
	await ctx.db
		.update(purchases)
		.set({ unbalancedAt: 1 })
		.where(sql`creator_id = ${user.id} and id glob '*-*'`);
	await recountTotals(ctx, [user.id]);
}

/** Backs up a creator's money; returns a function that restores it. */
async function backup({ user }: Creator) {
	const [sold, posted, moved] = await Promise.all([
		ctx.db.select().from(purchases).where(eq(purchases.creatorId, user.id)),
		ctx.db.select().from(ledger).where(eq(ledger.creatorId, user.id)),
		ctx.db.select().from(payoutTransfers).where(eq(payoutTransfers.creatorId, user.id)),
	]);
	return async () => {
		await ctx.db.delete(ledger).where(eq(ledger.creatorId, user.id));
		await ctx.db.delete(payoutTransfers).where(eq(payoutTransfers.creatorId, user.id));
		for (const { id, ...row } of sold)
			await ctx.db.update(purchases).set(row).where(eq(purchases.id, id));
		for (const row of posted) await ctx.db.insert(ledger).values(row);
		for (const row of moved) await ctx.db.insert(payoutTransfers).values(row);
		await recountTotals(ctx, [user.id]);
	};
}

/**
 * Runs the payouts until nothing is left to plan, more than a day later, when the provider has forgotten its keys.
 */
async function payOut({ user }: Creator) {
	for (let run = 2; run < 6; run++)
		await reconcilePayouts(testCtx({ now: () => Date.now() + run * DAY }), { creatorId: user.id });
}

const rowsOf = ({ user }: Creator) =>
	ctx.db.select().from(payoutTransfers).where(eq(payoutTransfers.creatorId, user.id));

const sumOfPaid = async (account: string) => {
	const made = provider().transfers.list({ destination: account, limit: 100 });
	const all = await made.autoPagingToArray({ limit: 10_000 });
	return all.reduce((sum, { amount }) => sum + amount, 0);
};

describe("after a backup was restored", () => {
	it.each([1, MANY])(
		"none of %i transfers made since is made again",
		async (count) => {
			for (let left = count; left > 0; left -= MOST_OF_ONE) {
				const some = Math.min(left, MOST_OF_ONE);
				const { creator, account } = await withSales(some);
				const runs = Math.ceil(some / 300) + 2;
				const pay = async (day: number) => {
					const later = testCtx({ now: () => Date.now() + day * DAY });
					for (let run = 0; run < runs; run++)
						await reconcilePayouts(later, { creatorId: creator.user.id });
				};
				await pay(0);
				expect(await sumOfPaid(account)).toBe(some * 1000);
				await forgetTransfers(creator);
				await pay(2);
				expect(await sumOfPaid(account)).toBe(some * 1000);
				const { held } = await balanceOf(creator);
				expect(held).toBe("0.00");
			}
		},
		3_600_000,
	);

	it("finds later transfers at the provider, and pays nothing twice", async () => {
		const creator = await makeCreator();
		await sell(creator);
		await sell(creator, { priceCents: 2500 });
		const restore = await backup(creator);
		const account = await connect(creator);
		await status(creator);
		const { held, connected } = await balanceOf(creator);
		const paid = await connectedCents(account);
		expect(paid).toBeGreaterThan(891);
		await restore();
		expect(await balanceOf(creator)).not.toMatchObject({ held, connected });
		await payOut(creator);
		expect(await connectedCents(account)).toBe(paid);
		expect(await balanceOf(creator)).toMatchObject({ held, connected });
		expect((await rowsOf(creator)).every(({ state }) => state === "done")).toBe(true);
	});

	it("a transfer that the backup has as pending is the one that was made", async () => {
		const creator = await makeCreator();
		const { told: _, ...sold } = await sell(creator);
		const account = await connect(creator);
		const [purchase] = await ctx.db
			.select()
			.from(purchases)
			.where(eq(purchases.paymentIntentId, sold.intentId));
		// The row as it was just before the call to the provider.
		await status(creator);
		const [row] = await rowsOf(creator);
		await ctx.db
			.update(payoutTransfers)
			.set({ state: "pending", providerId: null })
			.where(eq(payoutTransfers.id, row?.id ?? ""));
		await ctx.db.delete(ledger).where(eq(ledger.causeKey, `move:${row?.id}:from`));
		await ctx.db.delete(ledger).where(eq(ledger.causeKey, `move:${row?.id}:to`));
		await payOut(creator);
		expect(await connectedCents(account)).toBe(891);
		expect(await rowsOf(creator)).toMatchObject([
			{ id: row?.id, state: "done", providerId: row?.providerId, purchaseId: purchase?.id },
		]);
	});

	it("takes nothing back twice", async () => {
		const creator = await makeCreator();
		const sold = await sell(creator, { method: "pm_card_createDispute" });
		const account = await connect(creator);
		await status(creator);
		const other = await sell(creator, { priceCents: 9000 });
		await deliverAll(sold);
		await deliverAll(other);
		const restore = await backup(creator);
		await payOut(creator);
		const { held, connected } = await balanceOf(creator);
		const paid = await connectedCents(account);
		await restore();
		expect(await balanceOf(creator)).not.toMatchObject({ held, connected });
		await payOut(creator);
		expect(await balanceOf(creator)).toMatchObject({ held, connected });
		expect(await connectedCents(account)).toBe(paid);
	});
});
