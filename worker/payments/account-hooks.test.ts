import { describe, expect, it } from "vitest";
import type { Ctx } from "../core/context.ts";
import { jsonPieces } from "../platform/http/streamed-file.ts";
import { cachePurges } from "../platform/tables.ts";
import { joined } from "../test/fixtures/joined.ts";
import { makeSale } from "../test/fixtures/sales.ts";
import { makeCreator, testCtx } from "../test/fixtures/test-app.ts";
import { deleteDirectWays, deletePayoutMethods, exportPayments } from "./account-hooks.ts";
import { refusedAccount } from "./payouts/refused-account.ts";
import { payoutMethods } from "./tables.ts";

describe("the pages of a creator", () => {
	it.each<[string, (ctx: Ctx, id: string) => Promise<unknown>]>([
		["direct ways are deleted", deleteDirectWays],
		["all ways are deleted", deletePayoutMethods],
		[
			"the account is refused",
			(ctx, creatorId) => ctx.db.batch([...refusedAccount(ctx, { creatorId, account: "acct_1" })]),
		],
	])("marks a creator’s pages stale when %s", async (_, change) => {
		const { user } = await makeCreator();
		const ctx = testCtx();
		await change(ctx, user.id);
		const purges = await ctx.db.select({ tag: cachePurges.tag }).from(cachePurges);
		expect(purges).toContainEqual({ tag: `creator-${user.id}` });
	});
});

describe("deleting an account", () => {
	it("removes the handle and the link, and keeps the ledger", async () => {
		const { creator } = await makeSale();
		const userId = creator.user.id;
		await testCtx()
			.db.insert(payoutMethods)
			.values({
				userId,
				cashAppHandle: "$gone",
				directLink: "https://paypal.me/gone",
				stripeAccountId: `acct_${userId}`,
				updatedAt: 0,
			});
		await deleteDirectWays(testCtx(), userId);
		const text = await joined(jsonPieces(await exportPayments(testCtx(), userId)));
		expect(JSON.parse(text)).toMatchObject({
			payoutMethod: { cashAppHandle: null, directLink: null, stripeAccountId: `acct_${userId}` },
			sales: [{ state: "paid", priceCents: 1000 }],
		});
		expect(text).not.toContain("buyer@");
	});
});
