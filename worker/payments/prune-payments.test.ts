import { eq, getTableColumns, sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { insertWhen } from "../platform/storage/insert-when.ts";
import { buyers, purchases } from "../purchases/entitlements/tables.ts";
import { makeBuyer, makeLines, makePurchase, makeSale } from "../test/fixtures/sales.ts";
import { testCtx } from "../test/fixtures/test-app.ts";
import { pruneBuyers, prunePaymentAttempts } from "./prune-payments.ts";

const DAY = 24 * 60 * 60 * 1000;

it("deletes the rows of a flood in one run", async () => {
	const { db } = testCtx();
	const { share } = await makeSale();
	const old = await makePurchase(share, (await makeBuyer()).id, {
		state: "cancelled",
		closedAt: 1,
	});
	const flood = sql`json_each(${JSON.stringify(Array(2500).fill(0))}) flood`;
	const values = { ...getTableColumns(purchases), id: sql`'f' || key`, reference: sql`'F' || key` };
	const columns = Object.fromEntries(
		Object.entries(values).map(([name, value]) => [name, sql`${value}`]),
	);
	await insertWhen(
		db,
		purchases,
		columns as never,
		eq(purchases.id, old.id) ?? sql`true`,
		sql`purchases, ${flood}`,
	);
	await insertWhen(
		db,
		buyers,
		{ id: sql`'f' || key`, tokenHash: sql`'f' || key`, createdAt: 0, expiresAt: 1 },
		sql`true`,
		flood,
	);
	await prunePaymentAttempts(testCtx());
	expect(await pruneBuyers(testCtx(), null)).toBeNull();
	expect(await db.$count(purchases, eq(purchases.shareId, share.id))).toBe(1);
	expect(await db.$count(buyers, eq(buyers.expiresAt, 1))).toBe(0);
});

it("deletes old attempts and expired buyer identities, and nothing else", async () => {
	const { share, purchase: paid, buyer: payer } = await makeSale();
	const attempt = async (daysAgo: number) => {
		const buyer = await makeBuyer({ expiresAt: Date.now() - 1 });
		const closedAt = Date.now() - daysAgo * DAY;
		const made = await makePurchase(share, buyer.id, { state: "cancelled", closedAt });
		await makeLines(made, [{}]);
		return made;
	};
	const [old, recent] = [await attempt(31), await attempt(29)];
	await prunePaymentAttempts(testCtx());
	await pruneBuyers(testCtx(), null);
	const find = async (id: string) =>
		(await testCtx().db.select().from(purchases).where(eq(purchases.id, id))).length;
	expect([await find(old.id), await find(recent.id), await find(paid.id)]).toEqual([0, 1, 1]);
	const known = async (id: string) =>
		(await testCtx().db.select().from(buyers).where(eq(buyers.id, id))).length;
	expect([await known(old.buyerId), await known(recent.buyerId)]).toEqual([0, 1]);
	expect(await known(payer.id)).toBe(1);
});
