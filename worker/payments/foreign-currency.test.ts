import { and, eq, isNotNull } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { shares } from "../catalogue/shares/tables.ts";
import { priceOf } from "../contract/fields.ts";
import { type Currency, fromProvider, leastByCard, roundedTo } from "../contract/money.ts";
import { bookedCents } from "../platform/stripe.ts";
import { purchases } from "../purchases/entitlements/tables.ts";
import {
	beginCard,
	deliver,
	eventsOf,
	payCard,
	provider,
	reportSuccess,
	sandbox,
} from "../test/fakes/provider.ts";
import {
	balanceOf,
	type Creator,
	connect,
	connectedCents,
	purchaseOf,
	salesOf,
	status,
} from "../test/fixtures/sale-helpers.ts";
import { makeShare } from "../test/fixtures/sales.ts";
import { call, makeCreator, request, testCtx } from "../test/fixtures/test-app.ts";
import { reconcilePayouts } from "./payouts/reconcile-payouts.ts";
import { compareWithLedger } from "./reconciliation/compare.ts";
import { movementsOf } from "./reconciliation/movements.ts";
import { reconcilePurchases } from "./settlement/reconcile-purchases.ts";
import { ledger, payoutTransfers } from "./tables.ts";

afterEach(async () => {
	vi.restoreAllMocks();
	await sandbox("/settings", { country: "US", settles: [], rates: {}, balances: "instant" });
});

/** A creator who sells in this currency and whose account is in this country. */
async function makeSeller(currency: Currency, country: string): Promise<Creator> {
	const creator = await makeCreator({ currency });
	await connect(creator, country);
	await status(creator);
	return creator;
}

/** A sale by card, as the buyer sees it. */
async function sellIn(creator: Creator, currency: Currency, priceCents: number) {
	const share = await makeShare(creator.user.id, { priceCents, currency });
	const begun = await beginCard(share.slug);
	await payCard(begun.intentId);
	const told = await reportSuccess(begun.intentId, begun.cookies, `${share.id}@example.test`);
	expect(told.status).toBe(200);
	const { latest_charge: charge } = await provider().paymentIntents.retrieve(begun.intentId);
	return { share, ...begun, charge: String(charge), purchase: await purchaseOf(begun.intentId) };
}
type SoldIn = Awaited<ReturnType<typeof sellIn>>;

const payOut = ({ user }: Creator) => reconcilePayouts(testCtx(), { creatorId: user.id });

const giveBack = async (creator: Creator, { purchase }: SoldIn, amount?: string) => {
	const path = `/api/purchases/${purchase.id}/refund`;
	const response = await request(path, {
		method: "POST",
		cookies: creator.cookies,
		headers: {
			"content-type": "application/json",
			...(amount && { "idempotency-key": `${purchase.id}-${amount}` }),
		},
		body: JSON.stringify(amount ? { amount } : {}),
	});
	expect(response.status, await response.clone().text()).toBe(200);
};

const deliverAll = async ({ intentId, charge }: SoldIn) => {
	for (const id of [intentId, charge])
		for (const event of await eventsOf(id)) expect((await deliver(event)).status).toBe(200);
};

/** Returns how the ledger differs from the provider over everything that belongs to a sale. */
async function differences({ purchase, charge }: SoldIn) {
	const rows = await testCtx()
		.db.select({ id: ledger.providerId })
		.from(ledger)
		.where(and(eq(ledger.purchaseId, purchase.id), isNotNull(ledger.providerId)));
	const ids = [...new Set([charge, ...rows.flatMap(({ id }) => id ?? [])])];
	const movements = await Promise.all(ids.map((id) => movementsOf(testCtx(), id)));
	const { checked, differences: found } = await compareWithLedger(testCtx(), movements.flat(), ids);
	expect(checked).toBeGreaterThan(0);
	return [...found.values()];
}

const transfersOf = ({ purchase }: SoldIn) =>
	testCtx()
		.db.select()
		.from(payoutTransfers)
		.where(eq(payoutTransfers.purchaseId, purchase.id))
		.orderBy(payoutTransfers.createdAt);

/** The platform's country, the creator's, the currency, the price in cents, and whether it has to be exchanged. */
const MARKETS: [string, string, Currency, number, boolean][] = [
	["US", "DE", "eur", 2000, true],
	["US", "CH", "jpy", 250_000, true],
	["DE", "US", "eur", 2000, false],
	["US", "DE", "kwd", 800, true],
	["JP", "JP", "eur", 1996, true],
];

describe.each(MARKETS)(
	"platform %s, creator %s, priced in %s",
	(own, country, currency, price, isExchanged) => {
		const begin = async () => {
			await sandbox("/settings", { country: own });
			const creator = await makeSeller(currency, country);
			return { creator, sold: await sellIn(creator, currency, price) };
		};

		it("holds an exchanged sale's money, and transfers it at the sale's rate", async () => {
			const { creator, sold } = await begin();
			expect(sold.purchase).toMatchObject({
				currency,
				priceCents: price,
				platformFeeCents: roundedTo(price / 20, currency),
				destinationAccount: null,
				state: "paid",
				feePosted: true,
			});
			const settled = (
				await provider().charges.retrieve(sold.charge, {
					expand: ["balance_transaction"],
				})
			).balance_transaction;
			if (!settled || typeof settled === "string") throw new Error("not settled");
			expect(sold.purchase.settledCurrency).toBe(settled.currency);
			expect(settled.currency !== currency).toBe(isExchanged);
			await payOut(creator);
			const [transfer] = await transfersOf(sold);
			expect(transfer).toMatchObject({ state: "done", fromCharge: true });
			const sent = await provider().transfers.retrieve(transfer?.providerId ?? "");
			expect(sent.currency).toBe(settled.currency);
			const net = transfer?.amountCents ?? 0;
			if (isExchanged) {
				expect(transfer?.settledCents).toBe(fromProvider(sent.amount, sent.currency));
				expect(sent.amount).toBe(Math.round((net * settled.amount) / price));
			} else expect(transfer?.settledCents).toBeNull();
			expect(await balanceOf(creator)).toMatchObject({ currency, held: "0.00" });
			const exchanged = isExchanged && {
				currency: settled.currency,
				price: priceOf(fromProvider(settled.amount, settled.currency)),
			};
			expect(await salesOf(creator, sold.share)).toMatchObject([
				{ currency, where: "transferred", exchanged: exchanged || null },
			]);
			expect(await differences(sold)).toEqual([]);
			const alone = await compareWithLedger(testCtx(), [], [sent.id]);
			expect([...alone.differences.values()]).toMatchObject([{ currency: settled.currency }]);
		});

		it("finds a forgotten transfer again at the provider", async () => {
			vi.spyOn(console, "warn").mockImplementation(() => {});
			const { creator, sold } = await begin();
			await payOut(creator);
			const [made] = await transfersOf(sold);
			const { db } = testCtx();
			const isMove = and(eq(ledger.purchaseId, sold.purchase.id), eq(ledger.kind, "transfer"));
			await db.delete(ledger).where(isMove);
			await db.delete(payoutTransfers).where(eq(payoutTransfers.purchaseId, sold.purchase.id));
			await db.update(purchases).set({ unbalancedAt: 1 }).where(eq(purchases.id, sold.purchase.id));
			await payOut(creator);
			const { amountCents, settledCents, providerId } = made ?? {};
			expect(providerId).toEqual(expect.any(String));
			expect(await transfersOf(sold)).toMatchObject([{ amountCents, settledCents, providerId }]);
			expect(await differences(sold)).toEqual([]);
		});

		it("balances partial refunds and a dispute at the rate of each day", async () => {
			vi.spyOn(console, "warn").mockImplementation(() => {});
			const { creator, sold } = await begin();
			const disputed = await sellIn(creator, currency, price);
			await payOut(creator);
			// By then, the money to reverse may be worth more than the account holds.
			const [moved] = await transfersOf(sold);
			for (const account of [moved?.account ?? "", ""])
				await sandbox("/balances/topup", { account });
			await sandbox("/settings", { rates: { eur: 1.1, jpy: 90, kes: 155, kwd: 0.25 } });
			await giveBack(creator, sold, String(price / 400));
			await payOut(creator);
			await sandbox("/settings", { rates: { eur: 0.7, jpy: 170, kes: 100, kwd: 0.4 } });
			await giveBack(creator, sold, String((3 * price) / 400));
			await sandbox(`/charges/${disputed.charge}/dispute`);
			await deliverAll(disputed);
			await payOut(creator);
			expect((await purchaseOf(sold.intentId)).state).toBe("refunded");
			expect((await purchaseOf(disputed.intentId)).state).toBe("disputed");
			for (const sale of [sold, disputed]) expect(await differences(sale)).toEqual([]);
			// Every transferred cent is back, although the exchange rates have changed.
			for (const sale of [sold, disputed]) {
				const [sent] = await transfersOf(sale);
				expect(sent).toMatchObject({ kind: "transfer", state: "done" });
				const { amount, amount_reversed } = await provider().transfers.retrieve(
					sent?.providerId ?? "",
				);
				expect(amount_reversed).toBe(amount);
			}
		});
	},
);

it.each([
	["DE", "DE", "eur", 2000, 2000 - 100 - 88, "5.00"],
	["DE", "FR", "eur", 2000, 2000 - 100 - 88, "5.00"],
	// In kronor, to which the amount is exchanged there.
	["DE", "SE", "eur", 2000, 19_127, "5.00"],
	["JP", "JP", "jpy", 200_000, 2000 - 100 - 118, "500"],
] as const)(
	"sends money directly if nothing has to be exchanged: platform %s, creator %s",
	async (own, country, currency, price, arrived, part) => {
		await sandbox("/settings", { country: own });
		const creator = await makeSeller(currency, country);
		const sold = await sellIn(creator, currency, price);
		expect(sold.purchase.destinationAccount).not.toBeNull();
		expect(await connectedCents(sold.purchase.destinationAccount ?? "")).toBe(arrived);
		await giveBack(creator, sold, part);
		await giveBack(creator, sold);
		expect(await differences(sold)).toEqual([]);
	},
);

it("returns the platform's fee of a dispute that is lost, in a currency without cents", async () => {
	vi.spyOn(console, "warn").mockImplementation(() => {});
	const creator = await makeSeller("jpy", "CH");
	const sold = await sellIn(creator, "jpy", 250_000);
	await sandbox(`/charges/${sold.charge}/dispute`);
	const [dispute] = (await provider().disputes.list({ charge: sold.charge })).data;
	await sandbox(`/disputes/${dispute?.id}/decide`, { outcome: "lost" });
	await deliverAll(sold);
	const rows = await testCtx()
		.db.select()
		.from(ledger)
		.where(and(eq(ledger.purchaseId, sold.purchase.id), eq(ledger.kind, "fee_refund")));
	expect(rows).toMatchObject([{ amountCents: sold.purchase.platformFeeCents }]);
});

it("leaves nothing of a payment that came too late, in whatever currency the account had it", async () => {
	vi.spyOn(console, "warn").mockImplementation(() => {});
	await sandbox("/settings", { country: "DE" });
	const creator = await makeSeller("eur", "SE");
	const share = await makeShare(creator.user.id, { priceCents: 2000, currency: "eur" });
	const [first, second] = [await beginCard(share.slug), await beginCard(share.slug)];
	// Set after the payments: those for a limited share would only be authorised.
	await testCtx().db.update(shares).set({ maxSales: 1 }).where(eq(shares.id, share.id));
	for (const { intentId, cookies } of [first, second]) {
		await payCard(intentId);
		await reportSuccess(intentId, cookies, `${intentId}@example.test`.toLowerCase());
	}
	const late = await purchaseOf(second.intentId);
	expect(late).toMatchObject({ autoRefundReason: "sold_out", refundedCents: 2000 });
	expect(late.destinationAccount).not.toBeNull();
	const rows = await testCtx().db.select().from(ledger).where(eq(ledger.purchaseId, late.id));
	expect(rows.filter(({ causeKey }) => causeKey.startsWith("fee_refund:"))).toHaveLength(1);
	expect(rows.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(0);
});

it("refunds a direct payment that was exchanged, and holds the next", async () => {
	vi.spyOn(console, "warn").mockImplementation(() => {});
	const creator = await makeSeller("usd", "US");
	await sandbox("/settings", { country: "US", currency: "eur" });
	const share = await makeShare(creator.user.id, { priceCents: 2000 });
	const { intentId, cookies } = await beginCard(share.slug);
	await payCard(intentId);
	await reportSuccess(intentId, cookies);
	const returned = await purchaseOf(intentId);
	expect(returned).toMatchObject({
		state: "refunded",
		autoRefundReason: "differs",
		refundedCents: 2000,
	});
	const rows = await testCtx().db.select().from(ledger).where(eq(ledger.purchaseId, returned.id));
	expect(rows.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(0);
	expect(await balanceOf(creator)).toMatchObject({ held: "0.00" });
	const next = await sellIn(creator, "usd", 2000);
	expect(next.purchase).toMatchObject({ state: "paid", destinationAccount: null });
});

it("reverses in the exchanged currency, also if reported after the sale", async () => {
	vi.spyOn(console, "warn").mockImplementation(() => {});
	const creator = await makeSeller("usd", "US");
	const settings = { country: "US", currency: "eur", balances: "late", rates: { eur: 0.9 } };
	await sandbox("/settings", settings);
	const sold = await sellIn(creator, "usd", 2000);
	expect(sold.purchase).toMatchObject({ state: "paid", settledCurrency: null });
	await sandbox("/balances/settle");
	await deliverAll(sold);
	await sandbox(`/charges/${sold.charge}/dispute`);
	const [dispute] = (await provider().disputes.list({ charge: sold.charge })).data;
	await sandbox(`/disputes/${dispute?.id}/decide`, { outcome: "lost" });
	await deliverAll(sold);
	await payOut(creator);
	const { data } = await provider().transfers.list({ limit: 1 });
	expect(await transfersOf(sold)).toMatchObject([{ kind: "reversal", state: "done" }]);
	// The transferred part of its euros equals the transferred part of the sale's dollars.
	const [{ amountCents = 0 } = {}] = await transfersOf(sold);
	expect(data).toMatchObject([
		{ amount: 1800, currency: "eur", amount_reversed: Math.round(amountCents * 0.9) },
	]);
});

it("moves nothing at the provider that is worth less than its smallest unit", async () => {
	const creator = await makeSeller("krw", "DE");
	const sold = await sellIn(creator, "krw", 1_000_000);
	await payOut(creator);
	await giveBack(creator, sold, "1");
	await payOut(creator);
	expect(await transfersOf(sold)).toMatchObject([
		{ kind: "transfer", state: "done" },
		{ kind: "reversal", state: "done", amountCents: 100, settledCents: 0, providerId: null },
	]);
	expect(await balanceOf(creator)).toMatchObject({ held: "0.00" });
	expect(await differences(sold)).toEqual([]);
	// The bank returns it, and it is refunded once more with the rest.
	const [refund] = (await provider().refunds.list({ charge: sold.charge })).data;
	await sandbox(`/refunds/${refund?.id}/finish`, { outcome: "failed" });
	await deliverAll(sold);
	await payOut(creator);
	await giveBack(creator, sold);
	await payOut(creator);
	await payOut(creator);
	const moved = await transfersOf(sold);
	expect(moved.filter(({ state }) => state !== "done")).toEqual([]);
	expect(moved.filter(({ providerId }) => providerId === null)).toHaveLength(3);
	expect(await balanceOf(creator)).toMatchObject({ connected: "0.00" });
	expect(await differences(sold)).toEqual([]);
});

it("explains when a minimum is too little in the platform's currency", async () => {
	vi.spyOn(console, "warn").mockImplementation(() => {});
	await sandbox("/settings", { country: "DE", rates: { eur: 0.9 } });
	const seller = await makeCreator();
	const least = leastByCard("usd");
	const begun = async (priceCents: number) => {
		const share = await makeShare(seller.user.id, { priceCents });
		return call("POST", "/api/create-payment-intent", { shareId: share.slug });
	};
	const refused = await begun(least);
	expect([refused.status, await refused.json()]).toMatchObject([
		409,
		{ code: "provider.refused", reason: "payment.too_low_exchanged" },
	]);
	expect((await begun(2 * least)).status).toBe(200);
});

it("transfers only once the provider has reported its rate", async () => {
	vi.spyOn(console, "warn").mockImplementation(() => {});
	await sandbox("/settings", { balances: "late" });
	const creator = await makeSeller("eur", "DE");
	const sold = await sellIn(creator, "eur", 2000);
	expect(sold.purchase).toMatchObject({ settledCurrency: null, settledCents: null });
	await payOut(creator);
	expect(await transfersOf(sold)).toEqual([]);
	await sandbox("/balances/settle");
	await reconcilePurchases(testCtx({ now: () => Date.now() + 3_600_000 }));
	expect(await purchaseOf(sold.intentId)).toMatchObject({
		settledCurrency: "usd",
		feePosted: true,
	});
	await payOut(creator);
	expect(await transfersOf(sold)).toMatchObject([{ state: "done" }]);
	expect(await differences(sold)).toEqual([]);
});

it.each([
	[{ amount: 1000, fee: 59, currency: "usd" }, { amount: 1000, currency: "usd" }, 1000, 59],
	[{ amount: 900, fee: 53, currency: "eur" }, { amount: 1000, currency: "usd" }, 1000, 59],
	[{ amount: -900, fee: 0, currency: "eur" }, { amount: 1000, currency: "usd" }, -1000, 0],
	// Yen have no cents, and dinars have a thousand parts.
	[{ amount: 1500, fee: 89, currency: "jpy" }, { amount: 1000, currency: "usd" }, 1000, 59],
	[{ amount: 1000, fee: 59, currency: "usd" }, { amount: 1500, currency: "jpy" }, 150_000, 8900],
	[{ amount: 1000, fee: 59, currency: "usd" }, { amount: 3080, currency: "kwd" }, 308, 18],
	[{ amount: 1100, fee: 30, currency: "eur" }, { amount: 1000, currency: "gbp" }, 1000, 27],
])(
	"books the movement %j of %j as %d cents with a fee of %d",
	(movement, source, amountCents, feeCents) => {
		expect(bookedCents(movement, source)).toEqual({ amountCents, feeCents });
	},
);
