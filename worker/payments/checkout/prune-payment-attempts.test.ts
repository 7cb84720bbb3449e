import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { buyers, purchases } from "../../purchases/entitlements/tables.ts";
import { makeBuyer, makePurchase, makeSale } from "../../test/fixtures/sales.ts";
import { testCtx } from "../../test/fixtures/test-app.ts";
import { pruneBuyers, prunePaymentAttempts } from "./prune-payment-attempts.ts";

const DAY = 24 * 60 * 60 * 1000;

it("deletes old attempts and expired buyer identities, and nothing else", async () => {
	const { share, purchase: paid, buyer: payer } = await makeSale();
	const attempt = async (daysAgo: number) => {
		const buyer = await makeBuyer({ expiresAt: Date.now() - 1 });
		const closedAt = Date.now() - daysAgo * DAY;
		return makePurchase(share, buyer.id, { state: "cancelled", closedAt });
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
