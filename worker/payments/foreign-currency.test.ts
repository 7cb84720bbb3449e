import { eq } from "drizzle-orm";
import type { Stripe } from "stripe";
import { describe, expect, it, vi } from "vitest";
import { beginCard, payCard, provider, sandbox } from "../test/provider.ts";
import { makeOffer, purchaseOf } from "../test/sale-helpers.ts";
import { testCtx } from "../test/test-app.ts";
import { EXPAND, snapshotOf } from "./payment-snapshot.ts";
import { findSaleById } from "./settlement/find-purchase.ts";
import { settlePurchase } from "./settlement/settle-purchase.ts";
import { ledger } from "./tables.ts";

/** A payment as the provider has it, but settled in euros. */
async function settledAbroad() {
	const { share } = await makeOffer({ priceCents: 1000 });
	const { intentId } = await beginCard(share.slug);
	await payCard(intentId);
	const intent = await provider().paymentIntents.retrieve(intentId, { expand: EXPAND });
	const charge = intent.latest_charge as Stripe.Charge;
	const posted = charge.balance_transaction as Stripe.BalanceTransaction;
	Object.assign(posted, { currency: "eur", amount: 900, fee: 53 });
	return { intent, charge, purchase: await purchaseOf(intentId) };
}

describe("where the provider settles in another currency", () => {
	it("a payment is returned, its fee is not booked, and the currency is named", async () => {
		const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
		const ctx = testCtx();
		const { intent, purchase } = await settledAbroad();
		const sale = await findSaleById(ctx, purchase.id);
		await settlePurchase(ctx, sale!, await snapshotOf(ctx, intent));
		expect(await purchaseOf(intent.id)).toMatchObject({
			...{ state: "refunded", autoRefundReason: "differs", refundedCents: 1000 },
		});
		const rows = await ctx.db.select().from(ledger).where(eq(ledger.purchaseId, purchase.id));
		expect(rows.filter(({ kind }) => kind === "processing_fee")).toEqual([]);
		expect(warn.mock.calls.join()).toContain('"settledIn":"eur"');
	});

	it("a dispute is not booked, and the currency is named", async () => {
		const { intent, charge } = await settledAbroad();
		await sandbox(`/charges/${charge.id}/dispute`);
		const base = testCtx();
		const ctx = { ...base, config: { ...base.config } };
		const send = globalThis.fetch;
		const spy = vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
			const response = await send(input, init);
			if (!String(input).includes("/v1/disputes")) return response;
			return new Response((await response.text()).replaceAll('"usd"', '"eur"'));
		});
		charge.disputed = true;
		await expect(snapshotOf(ctx, intent)).rejects.toMatchObject({
			cause: { message: "The provider settles in EUR; the books are kept in USD" },
		});
		spy.mockRestore();
	});
});
