import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { purchases } from "../../entitlements/tables.ts";
import { payCard, provider } from "../../test/provider.ts";
import {
	balanceOf,
	type Creator,
	connect,
	connectedCents,
	deliverAll,
	sell,
	status,
} from "../../test/sale-helpers.ts";
import { makeCreator, testCtx } from "../../test/test-app.ts";
import { ledger, payoutTransfers } from "../tables.ts";
import { reconcilePayouts } from "./reconcile-payouts.ts";

const DAY = 24 * 60 * 60 * 1000;
const ctx = testCtx();

beforeAll(async () => {
	const intent = await provider().paymentIntents.create({ amount: 500_000, currency: "usd" });
	await payCard(intent.id, "pm_card_bypassPending");
});

/** Keeps what a backup has of a creator's money; returns what restores it. */
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
	};
}

/** Runs the payouts until nothing is left to plan, a day and more after the provider has forgotten its keys. */
async function payOut({ user }: Creator) {
	for (let run = 2; run < 6; run++)
		await reconcilePayouts(testCtx({ now: () => Date.now() + run * DAY }), { creatorId: user.id });
}

const rowsOf = ({ user }: Creator) =>
	ctx.db.select().from(payoutTransfers).where(eq(payoutTransfers.creatorId, user.id));

describe("after a backup was restored", () => {
	it("what was transferred since is found at the provider, and not paid again", async () => {
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
		// As it was recorded in the moment before the provider was called.
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

	it("what was taken back since is not taken back again", async () => {
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
