import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { RETENTION } from "../../contract/retention.ts";
import type { MyPurchase } from "../../customers/receipts/contract.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { findSaleById } from "../../purchases/find-purchase.ts";
import { provider, reportSuccess } from "../../test/fakes/provider.ts";
import { prune } from "../../test/fixtures/personal-data.ts";
import { refund, salesOf, sell } from "../../test/fixtures/sale-helpers.ts";
import { makeBuyer, makePurchase, makeShare } from "../../test/fixtures/sales.ts";
import { call, makeCreator, request, testCtx } from "../../test/fixtures/test-app.ts";
import { settlePurchase } from "../settlement/settle-purchase.ts";
import { invoices, withdrawals } from "../tables.ts";
import type { Party } from "./contract.ts";

type Creator = Awaited<ReturnType<typeof makeCreator>>;
const SELLER: Party = {
	name: "Ada Meyer Photography",
	address: "Lindenstraße 5\n10969 Berlin",
	country: "Germany",
	taxNumber: "DE 123 456 789",
};
const BUYER: Party = {
	name: "Muster GmbH",
	address: "Hauptplatz 1",
	country: "Austria",
	taxNumber: "",
};

async function numbersOf(creator: Creator) {
	const rows = await testCtx()
		.db.select({ number: invoices.number })
		.from(invoices)
		.where(eq(invoices.creatorId, creator.user.id));
	return rows.map(({ number }) => number).sort((a, b) => a - b);
}

async function receiptOf(id: string, cookies: Record<string, string>) {
	const response = await request(`/api/receipts/${id}`, { cookies });
	return (await response.json()) as MyPurchase;
}

async function onlySale(creator: Creator, sold: { share: { slug: string } }) {
	const [sale] = await salesOf(creator, sold.share);
	if (!sale) throw new Error("no sale");
	return sale;
}

const succeeded = (purchase: typeof purchases.$inferSelect) => ({
	intentId: `pi_${purchase.id}`,
	clientSecret: "",
	status: "succeeded" as const,
	amountCents: purchase.priceCents,
	currency: "usd",
	live: false,
	purchaseId: purchase.id,
	shareId: purchase.shareId,
	buyerId: purchase.buyerId,
	email: "buyer@example.test",
	answeredBy: null,
	failedDebit: null,
	charge: {
		id: `ch_${purchase.id}`,
		processingFeeCents: 59,
		settled: null,
		cardCountry: "US",
		transferId: null,
		refunds: [],
		feeRefunds: [],
		disputes: [],
	},
});

describe("the number of an invoice", () => {
	// G35
	it("numbers 50 concurrent payments without gap or double", async () => {
		const creator = await makeCreator();
		const share = await makeShare(creator.user.id);
		const begun = await Promise.all(
			Array.from({ length: 50 }, async (_, n) => {
				const buyer = await makeBuyer();
				const buyerEmail = `buyer-${n}@example.test`;
				return makePurchase(share, buyer.id, { state: "started", paidAt: null, buyerEmail });
			}),
		);
		const ctx = testCtx();
		await Promise.all(
			[...begun, ...begun].map(async (purchase) => {
				const sale = await findSaleById(ctx, purchase.id);
				if (sale) await settlePurchase(ctx, sale, succeeded(purchase));
			}),
		);
		expect(await numbersOf(creator)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
	});

	it("counts each creator's own sales, by either route", async () => {
		const [creator, other] = [await makeCreator(), await makeCreator()];
		const first = await sell(creator);
		await sell(other);
		await call("POST", "/api/setup-cashapp", { cashAppHandle: "$abc" }, creator.cookies);
		const share = await makeShare(creator.user.id);
		const buyer = await makeBuyer();
		const claim = await makePurchase(share, buyer.id, {
			route: "direct",
			state: "claimed",
			paidAt: null,
			claimedAt: Date.now(),
		});
		const path = `/api/direct-claims/${claim.id}/approve`;
		expect((await call("POST", path, {}, creator.cookies)).status).toBe(200);
		expect(await numbersOf(creator)).toEqual([1, 2]);
		expect(await numbersOf(other)).toEqual([1]);
		expect((await onlySale(creator, first)).invoiceNumber).toBe("S-00001");
		expect((await receiptOf(claim.id, buyer.cookies)).invoice?.number).toBe("S-00002");
	});

	it("keeps numbers for paid invoices, refunded ones included", async () => {
		const creator = await makeCreator();
		const share = await makeShare(creator.user.id, { maxSales: 1 });
		const ctx = testCtx();
		for (let i = 0; i < 2; i++) {
			const buyer = await makeBuyer();
			const begun = await makePurchase(share, buyer.id, { state: "started", paidAt: null });
			const sale = await findSaleById(ctx, begun.id);
			if (sale) await settlePurchase(ctx, sale, succeeded(begun));
		}
		expect(await numbersOf(creator)).toEqual([1]);
		const sold = await sell(creator);
		await refund(creator, (await onlySale(creator, sold)).id);
		await sell(creator);
		expect(await numbersOf(creator)).toEqual([1, 2, 3]);
	});
});

describe("an invoice", () => {
	it("shows the seller as given when it was issued, and the buyer as the buyer adds it", async () => {
		const creator = await makeCreator();
		const before = await sell(creator);
		const put = await call("PUT", "/api/invoice-details", SELLER, creator.cookies);
		expect(await put.json()).toEqual({ details: SELLER });
		const read = await request("/api/invoice-details", { cookies: creator.cookies });
		expect(await read.json()).toEqual({ details: SELLER });
		const sold = await sell(creator);
		const changed = { ...SELLER, name: "Another name" };
		await call("PUT", "/api/invoice-details", changed, creator.cookies);
		const { id } = await onlySale(creator, sold);
		const added = await call("PUT", `/api/receipts/${id}/buyer`, BUYER, sold.cookies);
		expect(((await added.json()) as MyPurchase).invoice?.buyer).toEqual(BUYER);
		expect((await receiptOf(id, sold.cookies)).invoice).toEqual({
			number: "S-00002",
			issuedAt: expect.any(String),
			seller: SELLER,
			buyer: BUYER,
			creditNotes: [],
			replaced: [],
		});
		// An invoice issued without a seller's details shows those entered since.
		const first = await onlySale(creator, before);
		expect((await receiptOf(first.id, before.cookies)).invoice?.seller).toEqual(changed);
	});

	it("shows each refund as a credit note with a reference of its own", async () => {
		const creator = await makeCreator();
		const sold = await sell(creator);
		const { id } = await onlySale(creator, sold);
		await provider().refunds.create({ payment_intent: sold.intentId, amount: 250 });
		// The provider lists refunds of the same second in any order; a known one keeps its place.
		await reportSuccess(sold.intentId, sold.cookies);
		await refund(creator, id);
		expect((await receiptOf(id, sold.cookies)).invoice?.creditNotes).toEqual([
			{ number: "S-00001-C1", at: expect.any(String), amount: "2.50" },
			{ number: "S-00001-C2", at: expect.any(String), amount: "7.50" },
		]);
	});

	it("replaces and credits an invoice when the buyer is corrected", async () => {
		const creator = await makeCreator();
		const sold = await sell(creator);
		const { id } = await onlySale(creator, sold);
		const put = (details: object) =>
			call("PUT", `/api/receipts/${id}/buyer`, details, sold.cookies);
		const read = async () => (await receiptOf(id, sold.cookies)).invoice;
		await put(BUYER);
		const issued = await read();
		expect(issued).toMatchObject({ number: "S-00001", buyer: BUYER, replaced: [] });
		await put(BUYER);
		expect(await read()).toEqual(issued);
		await sell(creator);
		const moved = { ...BUYER, address: "1 Other Street" };
		expect((await put(moved)).status).toBe(200);
		const corrected = await read();
		expect(corrected).toMatchObject({
			number: "S-00003",
			buyer: moved,
			creditNotes: [],
			replaced: [
				{
					number: "S-00001",
					issuedAt: issued?.issuedAt,
					buyer: BUYER,
					creditNote: { number: "S-00001-C1", amount: "10.00" },
				},
			],
		});
		await refund(creator, id);
		expect(await (await put(BUYER)).json()).toMatchObject({ code: "invoice.final" });
		expect(await read()).toMatchObject({
			...corrected,
			creditNotes: [{ number: "S-00003-C1", amount: "10.00" }],
		});
	});

	it("shows no credit note for a refund that the bank refused", async () => {
		const creator = await makeCreator();
		const sold = await sell(creator, { method: "pm_card_refundFail" });
		const { id } = await onlySale(creator, sold);
		await refund(creator, id);
		await refund(creator, id);
		const { invoice } = await receiptOf(id, sold.cookies);
		expect(invoice?.creditNotes.map(({ amount }) => amount)).not.toContain("0.00");
	});

	// G35
	it("lets only the holder change an invoice, within bounds", async () => {
		const creator = await makeCreator();
		const sold = await sell(creator);
		const { id } = await onlySale(creator, sold);
		const stranger = await makeBuyer();
		const path = `/api/receipts/${id}/buyer`;
		for (const cookies of [{}, stranger.cookies, creator.cookies])
			expect((await call("PUT", path, BUYER, cookies)).status).toBe(404);
		const wrong = { ...BUYER, name: " ", address: "1\n2\n3\n4\n5\n6" };
		const refused = await call("PUT", path, wrong, sold.cookies);
		expect(await refused.json()).toMatchObject({
			fields: {
				name: "Please enter a name",
				address: "The address can have at most five lines",
			},
		});
		expect((await call("PUT", "/api/invoice-details", SELLER)).status).toBe(401);
		expect((await request("/api/invoice-details")).status).toBe(401);
		expect((await receiptOf(id, sold.cookies)).invoice?.buyer).toBeNull();
	});

	it("loses both parties' names after the legal period, and keeps its number", async () => {
		const creator = await makeCreator();
		await call("PUT", "/api/invoice-details", SELLER, creator.cookies);
		const sold = await sell(creator);
		const { id } = await onlySale(creator, sold);
		const { db } = testCtx();
		for (const name of ["A. Former", BUYER.name])
			await call("PUT", `/api/receipts/${id}/buyer`, { ...BUYER, name }, sold.cookies);
		const declared = { name: "A. B.", email: "buyer@example.test" };
		await call("POST", `/api/receipts/${id}/withdrawal`, declared, sold.cookies);
		await db.update(purchases).set({ edgeCountry: "DE" }).where(eq(purchases.id, id));
		const yearsLater = (years: number) =>
			testCtx({ now: () => Date.now() + years * 365.25 * 86_400_000 + 60_000 });
		await prune(yearsLater(RETENTION.ledgerYears - 1), purchases, invoices, withdrawals);
		const [kept] = await db.select().from(invoices).where(eq(invoices.purchaseId, id));
		expect(kept).toMatchObject({
			sellerName: SELLER.name,
			buyerName: BUYER.name,
			replaced: [{ number: 1, buyer: { ...BUYER, name: "A. Former" } }],
		});
		await prune(yearsLater(RETENTION.ledgerYears), purchases, invoices, withdrawals);
		const [invoice] = await db.select().from(invoices).where(eq(invoices.purchaseId, id));
		expect(invoice).toMatchObject({
			number: 2,
			sellerName: null,
			sellerAddress: null,
			sellerTaxNumber: null,
			buyerName: null,
			buyerAddress: null,
			buyerCountry: null,
			replaced: [{ number: 1, buyer: null }],
		});
		const [purchase] = await db.select().from(purchases).where(eq(purchases.id, id));
		expect(purchase).toMatchObject({ buyerEmail: null, edgeCountry: null, cardCountry: null });
		const [withdrawal] = await db.select().from(withdrawals).where(eq(withdrawals.purchaseId, id));
		expect(withdrawal).toMatchObject({ name: null, email: null, outcome: "no_right" });
	});
});
