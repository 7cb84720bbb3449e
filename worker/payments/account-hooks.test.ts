import { describe, expect, it } from "vitest";
import { jsonPieces } from "../platform/http/streamed-file.ts";
import { joined } from "../test/fixtures/joined.ts";
import { makeSale } from "../test/fixtures/sales.ts";
import { testCtx } from "../test/fixtures/test-app.ts";
import { deleteDirectWays, exportPayments } from "./account-hooks.ts";
import { payoutMethods } from "./tables.ts";

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
