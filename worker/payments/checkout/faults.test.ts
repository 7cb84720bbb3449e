import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Ctx } from "../../core/context.ts";
import { sha256 } from "../../platform/security/crypto.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { type Fault, faultyContext } from "../../test/fakes/faults.ts";
import { payCard, provider } from "../../test/fakes/provider.ts";
import { accessFor, makeShare } from "../../test/fixtures/sales.ts";
import { makeCreator, testCtx } from "../../test/fixtures/test-app.ts";
import { reconcilePurchases } from "../settlement/reconcile-purchases.ts";
import { ledger } from "../tables.ts";
import { createPaymentIntent } from "./create-payment-intent.ts";
import { paymentSuccess } from "./payment-success.ts";

const MINUTE = 60 * 1000;
type Share = Awaited<ReturnType<typeof makeShare>>;
type Setup = (setup?: Partial<Ctx>) => Ctx;
type Buyer = { token: string | null };

async function asBuyer(setup: Setup, buyer: Buyer): Promise<Ctx> {
	const buyerHash = buyer.token ? await sha256(buyer.token) : null;
	return setup({ credentials: { sessionHash: null, buyerHash } });
}

/** A buyer at a browser, who retries a few times when something fails. */
async function insist<T>(act: () => Promise<T>): Promise<T | null> {
	for (let attempt = 0; attempt < 3; attempt++) {
		try {
			return await act();
		} catch {
			// Any failure: the buyer retries.
		}
	}
	return null;
}

/** Begins, pays and reports success once; each of our own calls may fail. */
async function buy(setup: Setup, share: Share): Promise<Buyer> {
	const buyer: Buyer = { token: null };
	const response = await insist(async () => {
		const ctx = await asBuyer(setup, buyer);
		const started = await createPaymentIntent(ctx, { slug: share.slug });
		buyer.token ??= started.buyerToken;
		return started.response;
	});
	const intentId = response?.clientSecret.split("_secret_")[0];
	if (!intentId) return buyer;
	await payCard(intentId);
	await paymentSuccess(await asBuyer(setup, buyer), {
		paymentIntentId: intentId,
		buyerEmail: "buyer@example.test",
	}).catch(() => null);
	return buyer;
}

/** The cents that the provider keeps of a share's payments, by payment. */
async function keptFor(share: Share): Promise<Map<string, number>> {
	const rows = await testCtx().db.select().from(purchases).where(eq(purchases.shareId, share.id));
	const kept = new Map<string, number>();
	for (const row of rows) {
		if (row.paymentIntentId === null) continue;
		const intent = await provider().paymentIntents.retrieve(row.paymentIntentId, {
			expand: ["latest_charge"],
		});
		const charge = typeof intent.latest_charge === "string" ? null : intent.latest_charge;
		kept.set(row.id, charge?.captured ? charge.amount - charge.amount_refunded : 0);
	}
	return kept;
}

/** Money is kept if and only if access is granted, and the ledger agrees. */
async function expectSettled(share: Share, buyers: Buyer[]): Promise<void> {
	const kept = await keptFor(share);
	for (const [id, cents] of kept) {
		const [row] = await testCtx().db.select().from(purchases).where(eq(purchases.id, id));
		expect({ id, paid: row?.state === "paid" }).toEqual({ id, paid: cents > 0 });
		const lines = await testCtx().db.select().from(ledger).where(eq(ledger.purchaseId, id));
		const sum = lines
			.filter((line) => line.kind === "gross" || line.kind === "refund")
			.reduce((total, line) => total + line.amountCents, 0);
		expect(sum).toBe(cents);
	}
	let withAccess = 0;
	for (const buyer of buyers)
		if (buyer.token && (await accessFor(await asBuyer(testCtx, buyer), share))) withAccess++;
	expect(withAccess).toBe([...kept.values()].filter((cents) => cents > 0).length);
}

/** Buys with one fault, recovers and checks; returns whether the fault was reached at all. */
async function survive(fault: Fault, maxSales: number | null): Promise<boolean> {
	const creator = await makeCreator();
	const share = await makeShare(creator.user.id, { maxSales });
	const setup = faultyContext(fault);
	const buyers: Buyer[] = [];
	if (maxSales === null) buyers.push(await buy(setup.ctx, share));
	else {
		// The second buyer begins before the first has paid, so that one payment exceeds the stock.
		const late: Buyer = { token: null };
		const ctx = await asBuyer(testCtx, late);
		const started = await createPaymentIntent(ctx, { slug: share.slug });
		late.token = started.buyerToken;
		buyers.push(await buy(testCtx, share));
		const intentId = started.response.clientSecret.split("_secret_")[0] ?? "";
		await payCard(intentId);
		await paymentSuccess(await asBuyer(setup.ctx, late), {
			paymentIntentId: intentId,
			buyerEmail: "late@example.test",
		}).catch(() => null);
		buyers.push(late);
	}
	await reconcilePurchases(testCtx({ now: () => Date.now() + 11 * MINUTE }));
	await expectSettled(share, buyers);
	return setup.struck();
}

describe("buying with a fault at every call", () => {
	const cases = (["database", "provider"] as const).flatMap((where) =>
		(["before", "after"] as const).flatMap((when) =>
			[null, 1].map((maxSales) => ({ where, when, maxSales })),
		),
	);
	it.each(cases)(
		"$where, $when it acted, maxSales $maxSales",
		async ({ where, when, maxSales }) => {
			let at = 1;
			while (await survive({ where, when, at }, maxSales)) at++;
			// Every call was hit once; the last round reached no fault.
			expect(at).toBeGreaterThan(where === "database" ? 6 : 2);
		},
	);
});
