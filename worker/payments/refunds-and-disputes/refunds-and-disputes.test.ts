import { eq } from "drizzle-orm";
import type { Stripe } from "stripe";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { MAX_KEY } from "../../api/idempotency/contract.ts";
import type { MyShare } from "../../catalogue/shares/contract/shares.ts";
import { users } from "../../core/tables.ts";
import type { Analytics } from "../../pages/analytics/contract.ts";
import type { DashboardMetrics } from "../../pages/dashboard/contract.ts";
import { stripeOf } from "../../platform/stripe.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { findSale } from "../../purchases/find-purchase.ts";
import {
	beginCard,
	eventsOf,
	payCard,
	provider,
	reportSuccess,
	sandbox,
} from "../../test/fakes/provider.ts";
import {
	balanceOf,
	type Creator,
	chargeOf,
	connect,
	connectedCents,
	deliverAll,
	disputeOf,
	finishRefund,
	isPaid,
	mailsTo,
	purchaseOf,
	refund,
	refundSale,
	refundsOf,
	type Sold,
	salesOf,
	sell,
	status,
	subjectsTo,
} from "../../test/fixtures/sale-helpers.ts";
import { makeShare } from "../../test/fixtures/sales.ts";
import { call, makeCreator, request, testCtx } from "../../test/fixtures/test-app.ts";
import { reconcilePayouts } from "../payouts/reconcile-payouts.ts";
import { fetchPayment } from "../provider.ts";
import type { Sale, SalePage } from "../sales/contract/sales.ts";
import { settlePurchase } from "../settlement/settle-purchase.ts";
import { ledger } from "../tables.ts";

async function linesOf(creator: { user: { id: string } }) {
	return testCtx().db.select().from(ledger).where(eq(ledger.creatorId, creator.user.id));
}

/** Mails to the operator about one payment. */
async function operatorMailsOf(reference: string) {
	const mails = await mailsTo(testCtx().config.OPERATOR_EMAIL);
	return mails.filter(({ subject }) => subject.endsWith(reference));
}

async function referenceOf(sold: Sold): Promise<string> {
	const [row] = await testCtx()
		.db.select({ reference: purchases.reference })
		.from(purchases)
		.where(eq(purchases.paymentIntentId, sold.intentId));
	return row?.reference ?? "";
}

// Transfers that do not come from a charge need money on the platform's balance.
beforeAll(async () => {
	const intent = await provider().paymentIntents.create({ amount: 500_000, currency: "usd" });
	await payCard(intent.id, "pm_card_bypassPending");
});

describe("a refund", () => {
	// G3
	it("ends access with the creator's refund, made once", async () => {
		const creator = await makeCreator();
		const sold = await sell(creator);
		const responses = await Promise.all([refundSale(creator, sold), refundSale(creator, sold)]);
		expect(responses.map((result) => result.status)).toEqual([200, 200]);
		expect(await isPaid(sold)).toBe(false);
		const refunds = await refundsOf(sold.intentId);
		expect(refunds.map((one) => one.amount)).toEqual([1000]);
		expect(await balanceOf(creator)).toMatchObject({ held: "-0.59" });
		const receipt = (await sold.told.json()) as { receiptUrl: string };
		const token = receipt.receiptUrl.split("#")[1];
		expect((await call("POST", "/api/receipts/redeem", { token })).status).toBe(404);
	});

	describe("of an amount", () => {
		const part = (creator: Creator, id: string, body: object, key?: string) =>
			request(`/api/v1/purchases/${id}/refund`, {
				method: "POST",
				body: JSON.stringify(body),
				cookies: creator.cookies,
				headers: {
					"content-type": "application/json",
					...(key && { "idempotency-key": key }),
				},
			});

		it.each([
			["that the platform holds", false],
			["in the creator's account", true],
		])(
			"keeps access until all of the money %s is returned, with the fee in proportion",
			async (_, connected) => {
				const creator = await makeCreator();
				if (connected) await connect(creator);
				const sold = await sell(creator);
				const [{ id } = { id: "" }] = await salesOf(creator, sold.share);
				const first = await part(creator, id, { amount: "3.30" }, "one");
				expect(await first.json()).toMatchObject({ state: "paid", refunded: "3.30" });
				expect(await isPaid(sold)).toBe(true);
				// The fee of 50 cents belongs to $10.00: 16.5 cents of it to $3.30.
				expect(await salesOf(creator, sold.share)).toMatchObject([{ net: "5.78" }]);
				// The same request once more is the same refund.
				await part(creator, id, { amount: "3.30" }, "one");
				const tooMuch = await part(creator, id, { amount: "6.71" }, "two");
				expect(await tooMuch.json()).toMatchObject({
					fields: { amount: "At most $6.70 is left to return" },
				});
				const [{ buyerEmail } = { buyerEmail: "" }] = await salesOf(creator, sold.share);
				const told = await mailsTo(buyerEmail);
				expect(told.filter(({ subject }) => subject.includes("Part of"))).toHaveLength(1);
				const rest = await part(creator, id, { amount: "6.70" }, "3".repeat(MAX_KEY));
				expect(await rest.json()).toMatchObject({ state: "refunded", refunded: "10.00" });
				expect(await isPaid(sold)).toBe(false);
				const after = await part(creator, id, { amount: "0.01" }, "four");
				expect(await after.json()).toMatchObject({
					fields: { amount: "Nothing is left to return" },
				});
				const refunds = await refundsOf(sold.intentId);
				expect(refunds.map(({ amount }) => amount)).toEqual([670, 330]);
				expect(await salesOf(creator, sold.share)).toMatchObject([{ net: "-0.59" }]);
				await deliverAll(sold);
				await reconcilePayouts(testCtx(), { creatorId: creator.user.id });
				expect(await balanceOf(creator)).toMatchObject({ held: "-0.59" });
			},
		);

		it("returns no more than was paid, however many are sent at once", async () => {
			const creator = await makeCreator();
			const sold = await sell(creator);
			const [{ id } = { id: "" }] = await salesOf(creator, sold.share);
			const answers = await Promise.all(
				["a", "b", "c", "a"].map((key) => part(creator, id, { amount: "4.00" }, key)),
			);
			const data = await refundsOf(sold.intentId);
			expect(data.map(({ amount }) => amount)).toEqual([400, 400]);
			const refused = answers.filter(({ status }) => status === 400);
			expect(await Promise.all(refused.map((one) => one.json()))).toMatchObject([
				{ fields: { amount: "At most $2.00 is left to return" } },
			]);
		});

		it.each([
			["without a key", { amount: "1.00" }, undefined, "Idempotency-Key"],
			["of nothing", { amount: "0.00" }, "k", "amount"],
			["that is none", { amount: "all" }, "k", "amount"],
			["by another name", { cents: 100 }, "k", "cents"],
			["of more than was paid", { amount: "10.01" }, "k", "amount"],
		])("refuses a refund %s, and returns nothing", async (_, body, key, field) => {
			const creator = await makeCreator();
			const sold = await sell(creator);
			const [{ id } = { id: "" }] = await salesOf(creator, sold.share);
			const refused = await part(creator, id, body, key);
			expect([refused.status, await refused.json()]).toMatchObject([
				400,
				{ fields: { [field]: expect.any(String) } },
			]);
			const data = await refundsOf(sold.intentId);
			expect(data).toEqual([]);
		});
	});

	it("passes on why the provider refuses a refund", async () => {
		const creator = await makeCreator();
		const sold = await sell(creator);
		// The dispute is still unknown here.
		await sandbox(`/charges/${await chargeOf(sold)}/dispute`);
		const refused = await refundSale(creator, sold);
		expect(refused.status).toBe(409);
		expect(refused.body).toMatchObject({ code: "provider.refused", reason: "refund.disputed" });
	});

	it("ends access when a refund at the provider is complete, not partial", async () => {
		const creator = await makeCreator();
		const sold = await sell(creator);
		await provider().refunds.create({ payment_intent: sold.intentId, amount: 400 });
		await deliverAll(sold);
		expect(await isPaid(sold)).toBe(true);
		expect(await salesOf(creator, sold.share)).toMatchObject([{ refunded: "4.00", net: "5.11" }]);
		await provider().refunds.create({ payment_intent: sold.intentId });
		await deliverAll(sold);
		expect(await isPaid(sold)).toBe(false);
		expect(await salesOf(creator, sold.share)).toMatchObject([{ state: "refunded", net: "-0.59" }]);
	});

	it("restores access and notifies both sides when a refund fails at the bank", async () => {
		const creator = await makeCreator();
		const sold = await sell(creator, { method: "pm_card_refundFail" });
		const [sale] = await salesOf(creator, sold.share);
		await refund(creator, sale!.id);
		expect(await isPaid(sold)).toBe(false);
		await finishRefund(sold.intentId, "failed");
		await deliverAll(sold);
		expect(await isPaid(sold)).toBe(true);
		expect(await balanceOf(creator)).toMatchObject({ held: "8.91" });
		await deliverAll(sold);
		const buyer = `${sold.share.id}@example.test`.toLowerCase();
		expect(await subjectsTo(buyer)).toEqual([
			"Your receipt: Sunset set",
			"Your purchase was refunded: Sunset set",
			"Your refund failed: Sunset set",
		]);
		expect(await subjectsTo(creator.user.email)).toEqual([
			"You sold “Sunset set”: you keep $8.91",
			"A refund failed: Sunset set",
		]);
		const [after] = await salesOf(creator, sold.share);
		expect(after).toMatchObject({ state: "paid", refunded: "0.00" });
		expect(after?.refundFailedAt).toEqual(expect.stringMatching(/^\d{4}-/));
		const mine = await request(`/api/receipts/${sale!.id}`, { cookies: sold.cookies });
		expect(await mine.json()).toMatchObject({
			state: "paid",
			refundFailedAt: after?.refundFailedAt,
		});
		// The refund invalidated the receipt link; now it is valid again.
		const receipt = (await sold.told.json()) as { receiptUrl: string };
		const token = receipt.receiptUrl.split("#")[1];
		expect((await call("POST", "/api/receipts/redeem", { token })).status).toBe(200);
	});

	it("retries a failed refund from an account that has the money again", async () => {
		const creator = await makeCreator();
		const account = await connect(creator);
		await status(creator);
		const sold = await sell(creator, { method: "pm_card_refundFail" });
		await refundSale(creator, sold);
		await finishRefund(sold.intentId, "failed");
		await deliverAll(sold);
		const scope = { creatorId: creator.user.id };
		await reconcilePayouts(testCtx(), scope);
		expect(await connectedCents(account)).toBe(891);
		expect((await refundSale(creator, sold)).body).toMatchObject({
			state: "refunded",
			refundFailedAt: null,
		});
		expect(await isPaid(sold)).toBe(false);
		await reconcilePayouts(testCtx(), scope);
		expect(await balanceOf(creator)).toMatchObject({ held: "-0.59", connected: "0.00" });
		expect(await connectedCents(account)).toBe(0);
		const buyer = `${sold.share.id}@example.test`.toLowerCase();
		expect(
			(await subjectsTo(buyer)).filter((subject) =>
				subject.startsWith("Your purchase was refunded"),
			),
		).toEqual(["Your purchase was refunded: Sunset set", "Your purchase was refunded: Sunset set"]);
	});

	it("keeps access ended while a refund is pending and when it succeeds", async () => {
		const creator = await makeCreator();
		const sold = await sell(creator, { method: "pm_card_pendingRefund" });
		await refundSale(creator, sold);
		const [made] = await refundsOf(sold.intentId);
		expect(made?.status).toBe("pending");
		expect(await isPaid(sold)).toBe(false);
		await sandbox(`/refunds/${made?.id}/finish`, { outcome: "succeeded" });
		await deliverAll(sold);
		expect(await isPaid(sold)).toBe(false);
		expect(await salesOf(creator, sold.share)).toMatchObject([
			{ state: "refunded", refundFailedAt: null },
		]);
	});
});

describe("a dispute", () => {
	// G3
	it("ends access, notifies the creator, and restores access when it is won", async () => {
		const creator = await makeCreator({ emailVerifiedAt: 1 });
		const sold = await sell(creator, { method: "pm_card_createDispute" });
		await deliverAll(sold);
		expect(await isPaid(sold)).toBe(false);
		expect(await salesOf(creator, sold.share)).toMatchObject([{ state: "disputed" }]);
		expect((await refundSale(creator, sold)).body.code).toBe("payment.conflict");
		const dispute = await disputeOf(sold.intentId);
		await provider().disputes.update(dispute.id, {
			evidence: { uncategorized_text: "winning_evidence" },
		});
		await deliverAll(sold);
		expect(await isPaid(sold)).toBe(true);
		expect(await subjectsTo(creator.user.email)).toEqual([
			"A payment is being disputed: Sunset set",
			"You sold “Sunset set”: you keep $8.91",
			"Dispute won: Sunset set",
		]);
	});

	it.each(["lost", "prevented"])("ends a sale for good when its dispute is %s", async (outcome) => {
		const creator = await makeCreator();
		const isLost = outcome === "lost";
		const sold = await sell(creator, isLost ? { method: "pm_card_createDispute" } : {});
		const charge = await chargeOf(sold);
		if (!isLost) await sandbox(`/charges/${charge}/dispute`, { prevented: true });
		await deliverAll(sold);
		if (isLost) await provider().disputes.close((await disputeOf(sold.intentId)).id);
		await deliverAll(sold);
		expect(await subjectsTo(creator.user.email)).toContain("Dispute lost: Sunset set");
		expect(await isPaid(sold)).toBe(false);
		const [sale] = await salesOf(creator, sold.share);
		expect(sale).toMatchObject({ state: "lost", refunded: "0.00", where: "returned" });
		expect((await refund(creator, sale!.id)).body).toMatchObject({
			code: "payment.conflict",
			reason: "refund.lost",
		});
		const page = await request(`/api/file-shares/${sold.share.slug}`, { cookies: sold.cookies });
		expect(await page.json()).toMatchObject({ lostPurchase: "lost" });
		const list = await request("/api/sales.csv", { cookies: creator.cookies });
		expect(await list.text()).toContain('"card","lost",10.00');
		const receipt = await request(`/api/receipts/${sale!.id}`, { cookies: sold.cookies });
		expect(await receipt.json()).toMatchObject({
			state: "lost",
			invoice: { creditNotes: [{ number: "S-00001-C1", amount: "10.00" }] },
		});
		const sum = (await linesOf(creator)).reduce((total, line) => total + line.amountCents, 0);
		expect(sum).toBe(-59 - 1500);
	});

	it("keeps an appealed dispute lost until it is won", async () => {
		const creator = await makeCreator({ emailVerifiedAt: 1 });
		const sold = await sell(creator, { method: "pm_card_createDispute" });
		await deliverAll(sold);
		const ctx = testCtx();
		const dispute = await disputeOf(sold.intentId);
		const list = vi.spyOn(stripeOf(ctx.config).disputes, "list");
		const settle = async (status: Stripe.Dispute.Status, transactions: { amount: number }[]) => {
			const moved = transactions.map(({ amount }, n) => ({
				id: `txn_${n}`,
				amount,
				fee: 0,
				currency: "usd",
			}));
			const data = [{ ...dispute, status, balance_transactions: moved }];
			list.mockResolvedValueOnce({ data } as never);
			const sale = await findSale(ctx, eq(purchases.paymentIntentId, sold.intentId));
			await settlePurchase(ctx, sale!, await fetchPayment(ctx, sold.intentId));
			const [{ state, net }] = (await salesOf(creator, sold.share)) as [Sale];
			return [state, net];
		};
		const taken = { amount: -1000 };
		// The sandbox has taken 10.00 and a fee of 15.00; these snapshots have movements of their own.
		expect(await settle("lost", [taken])).toEqual(["lost", "-25.59"]);
		expect(await settle("appeal_under_review", [taken])).toEqual(["lost", "-25.59"]);
		const won = [taken, { amount: 2000 }];
		expect(await settle("won", won)).toEqual(["paid", "-6.09"]);
		expect(await settle("won", won)).toEqual(["paid", "-6.09"]);
		list.mockRestore();
		expect(await isPaid(sold)).toBe(true);
		const subjects = await subjectsTo(creator.user.email);
		expect(subjects.filter((subject) => subject.startsWith("Dispute "))).toEqual([
			"Dispute lost: Sunset set",
			"Dispute won: Sunset set",
		]);
	});

	it.each([
		["that the platform holds", false],
		["in the creator's account", true],
	])(
		"notifies creator and operator once when a dispute opens and is lost: money %s",
		async (_, connected) => {
			const creator = await makeCreator();
			if (connected) {
				await connect(creator);
				await status(creator);
			}
			const sold = await sell(creator, { method: "pm_card_createDispute" });
			await deliverAll(sold);
			const dispute = await disputeOf(sold.intentId);
			await provider().disputes.close(dispute.id);
			await deliverAll(sold);
			await deliverAll(sold);
			const reference = await referenceOf(sold);
			const told = (await mailsTo(creator.user.email)).filter(({ subject }) =>
				/disput/i.test(subject),
			);
			expect(told.map(({ subject }) => subject)).toEqual([
				"A payment is being disputed: Sunset set",
				"Dispute lost: Sunset set",
			]);
			const operator = await operatorMailsOf(reference);
			expect(operator.map(({ subject }) => subject)).toEqual([
				`Dispute opened: $10.00, ${reference}`,
				`Dispute lost: $10.00, ${reference}`,
			]);
			for (const lost of [told.at(-1)?.text, operator.at(-1)?.text])
				for (const line of [
					"Taken back by the bank: -$10.00",
					"The bank’s dispute fee: -$15.00",
					"Our platform fee, given back: $0.50",
					"In total: -$24.50",
				])
					expect(lost).toContain(line);
			expect(told.at(-1)?.text).toContain("lose access to the files for good");
		},
	);

	it("asks only the operator to answer a dispute of a deleted account", async () => {
		const creator = await makeCreator();
		const sold = await sell(creator);
		const address = `deleted-${creator.user.id}@deleted.invalid`;
		await testCtx()
			.db.update(users)
			.set({ email: address, deletedAt: Date.now() })
			.where(eq(users.id, creator.user.id));
		await sandbox(`/charges/${await chargeOf(sold)}/dispute`);
		await deliverAll(sold);
		expect(await mailsTo(address)).toEqual([]);
		const [told] = await operatorMailsOf(await referenceOf(sold));
		expect(told?.text).toContain("You have to answer it.");
		expect(told?.text).toContain(`Creator: deleted (${creator.user.id})`);
		expect(told?.text).toMatch(/Answer by: \w+ \d{1,2}, \d{4}/);
	});

	it("changes nothing for a bank's inquiry", async () => {
		const creator = await makeCreator();
		const sold = await sell(creator, { method: "pm_card_createDisputeInquiry" });
		await deliverAll(sold);
		expect(await isPaid(sold)).toBe(true);
		expect((await eventsOf(sold.intentId)).length).toBeGreaterThan(0);
		const reference = await referenceOf(sold);
		expect((await operatorMailsOf(reference)).map(({ subject }) => subject)).toEqual([
			`A bank asks about a payment: $10.00, ${reference}`,
		]);
		expect(await subjectsTo(creator.user.email)).toEqual(["You sold “Sunset set”: you keep $8.91"]);
	});
});

describe("an early fraud warning", () => {
	it.each([
		["is told to creator and operator once, and changes nothing", false, 1],
		["is told to nobody once the payment is refunded", true, 0],
	])("%s", async (_, isRefunded, mails) => {
		const creator = await makeCreator();
		const sold = await sell(creator);
		const charge = await chargeOf(sold);
		if (isRefunded) await provider().refunds.create({ charge });
		await sandbox(`/charges/${charge}/fraud_warning`);
		for (let times = 0; times < 2; times++) await deliverAll(sold);
		const { reference, state } = await purchaseOf(sold.intentId);
		expect(state).toBe(isRefunded ? "refunded" : "paid");
		const toCreator = await subjectsTo(creator.user.email);
		expect(toCreator.filter((subject) => subject.startsWith("A payment may be"))).toHaveLength(
			mails,
		);
		const toOperator = await subjectsTo(testCtx().config.OPERATOR_EMAIL);
		expect(toOperator.filter((subject) => subject.endsWith(reference))).toEqual(
			isRefunded ? [] : [`Early fraud warning: $10.00, ${reference}`],
		);
	});
});

describe("what a creator has after fees", () => {
	it("shows one sum of earnings on the dashboard, in lists, figures and the balance", async () => {
		const creator = await makeCreator();
		const kept = await sell(creator);
		const returned = await sell(creator);
		const partly = await sell(creator);
		const lost = await sell(creator, { method: "pm_card_createDispute" });
		const open = await sell(creator, { method: "pm_card_createDispute" });
		await refundSale(creator, returned);
		await provider().refunds.create({ payment_intent: partly.intentId, amount: 400 });
		const dispute = await disputeOf(lost.intentId);
		await provider().disputes.close(dispute.id);
		const sold = [kept, returned, partly, lost, open];
		for (const one of sold) await deliverAll(one);

		const read = async <T>(path: string): Promise<T> =>
			(await request(path, { cookies: creator.cookies })).json();
		const { sales } = await read<SalePage>("/api/sales");
		const shares = await read<MyShare[]>("/api/my-file-shares");
		const { netEarnings } = await read<DashboardMetrics>("/api/dashboard");
		const { total } = await read<Analytics>("/api/analytics");
		const cents = (amounts: string[]) =>
			amounts.reduce((sum, amount) => sum + Math.round(Number(amount) * 100), 0);
		const inLedger = (await linesOf(creator)).reduce((sum, line) => sum + line.amountCents, 0);
		expect(sales).toHaveLength(5);
		expect({
			dashboard: cents([netEarnings]),
			sales: cents(sales.map(({ net }) => net)),
			shares: cents(shares.map(({ net }) => net)),
			balance: cents([(await balanceOf(creator)).held]),
			analytics: total.netCents,
		}).toEqual(
			Object.fromEntries(
				["dashboard", "sales", "shares", "balance", "analytics"].map((name) => [name, inLedger]),
			),
		);
		for (const share of shares)
			expect(share.net).toBe(sales.find(({ shareId }) => shareId === share.shareId)?.net);
	});
});

describe("lists of sales and ledger entries", () => {
	it("exports only the creator's own rows, safe to open in a spreadsheet", async () => {
		const creator = await makeCreator();
		const share = await makeShare(creator.user.id, { title: '=HYPERLINK("x")' });
		const started = await beginCard(share.slug);
		await payCard(started.intentId);
		await reportSuccess(started.intentId, started.cookies, "buyer@example.test");
		for (const [path, columns] of [
			[
				"/api/sales.csv",
				"Paid at,Files,Buyer,Route,State,Price,Platform fee,Processing fee,Refunded,Your share,Where,Sale,Discount code,Price without it,External id,Exchanged to,Exchanged price,Currency,Single files",
			],
			["/api/ledger.csv", "Time,Reference,Files,Kind,Amount,Currency,Place,Provider,Discount code"],
		] as const) {
			const response = await request(path, { cookies: creator.cookies });
			expect(response.headers.get("content-disposition")).toContain("attachment");
			const text = await response.text();
			expect(text).toContain(`"'=HYPERLINK(""x"")"`);
			const [names, ...rows] = text.trim().split("\r\n");
			expect(names?.replaceAll('"', "")).toContain(columns);
			for (const row of rows) expect(row.split(",")).toHaveLength(columns.split(",").length);
			expect(text).toContain("10.00");
			const other = await request(path, { cookies: (await makeCreator()).cookies });
			expect((await other.text()).trim().split("\r\n")).toHaveLength(1);
			expect((await request(path)).status).toBe(401);
		}
		expect(await salesOf(await makeCreator(), share)).toMatchObject({ code: "share.not_found" });
	});
});
