import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { purchases } from "../entitlements/tables.ts";
import { makeSale } from "../test/sales.ts";
import { makeCreator, testCtx } from "../test/world.ts";
import { exportMoney, forgetHandle, requireSettled } from "./account-hooks.ts";
import { ledger, payoutMethods } from "./tables.ts";

async function book(creatorId: string, amountCents: number): Promise<void> {
	const id = testCtx().id();
	await testCtx().db.insert(ledger).values({
		id,
		causeKey: id,
		creatorId,
		kind: "gross",
		amountCents,
		place: "platform",
		at: Date.now(),
	});
}

describe("deleting an account", () => {
	it("is refused while money of it is held, and not for a debt", async () => {
		const { user } = await makeCreator();
		await requireSettled(testCtx(), user.id);
		await book(user.id, 891);
		await expect(requireSettled(testCtx(), user.id)).rejects.toMatchObject({
			code: "account.not_settled",
		});
		await book(user.id, -950);
		await requireSettled(testCtx(), user.id);
	});

	it.each(["disputed", "processing", "claimed", "started"] as const)(
		"is refused while a purchase is %s",
		async (state) => {
			const { creator, purchase } = await makeSale({ purchase: { state } });
			await expect(requireSettled(testCtx(), creator.user.id)).rejects.toMatchObject({
				status: 409,
			});
			await testCtx()
				.db.update(purchases)
				.set({ state: "cancelled" })
				.where(eq(purchases.id, purchase.id));
			await requireSettled(testCtx(), creator.user.id);
		},
	);

	it("forgets the handle and keeps the books", async () => {
		const { creator } = await makeSale();
		const userId = creator.user.id;
		await testCtx()
			.db.insert(payoutMethods)
			.values({ userId, cashAppHandle: "$gone", stripeAccountId: `acct_${userId}`, updatedAt: 0 });
		await forgetHandle(testCtx(), userId);
		expect(await exportMoney(testCtx(), userId)).toMatchObject({
			payoutMethod: { cashAppHandle: null, stripeAccountId: `acct_${userId}` },
			sales: [{ state: "paid", priceCents: 1000 }],
		});
		expect(JSON.stringify(await exportMoney(testCtx(), userId))).not.toContain("buyer@");
	});
});
