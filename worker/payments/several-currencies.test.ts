import { beforeAll, describe, expect, it } from "vitest";
import type { Discount } from "../catalogue/discounts/contract.ts";
import type { DeletionPreview, MyShare } from "../catalogue/shares/contract/shares.ts";
import type { Currency } from "../contract/money.ts";
import type { CustomerPage } from "../customers/contract.ts";
import { checkTotals } from "../maintenance/invariants/check-totals.ts";
import type { Analytics } from "../pages/analytics/contract.ts";
import type { DashboardMetrics } from "../pages/dashboard/contract.ts";
import { beginCard, deliver, eventsOf, payCard, reportSuccess } from "../test/fakes/provider.ts";
import {
	balanceOf,
	type Creator,
	connect,
	purchaseOf,
	refund,
	type Sold,
	sell,
	status,
} from "../test/fixtures/sale-helpers.ts";
import { makeBuyer, makePurchase, makeShare } from "../test/fixtures/sales.ts";
import { call, makeCreator, request, testCtx } from "../test/fixtures/test-app.ts";
import type { PaymentStatus } from "./payouts/contract.ts";
import { payoutCandidates } from "./payouts/due-payouts.ts";
import { ledger, payoutTransfers } from "./tables.ts";

/** A creator who sold in dollars, then euros, then yen; the platform holds all of it. */

const choose = async (creator: Creator, currency: Currency) =>
	expect((await call("POST", "/api/setup-currency", { currency }, creator.cookies)).status).toBe(
		200,
	);

let creator: Creator;
let dollars: Sold;
let euros: Sold;
let yen: Sold;

const get = async <T>(path: string): Promise<T> => {
	const response = await request(path, { cookies: creator.cookies });
	expect(response.status, path).toBe(200);
	return response.json();
};

beforeAll(async () => {
	creator = await makeCreator();
	dollars = await sell(creator, { priceCents: 1000 });
	await choose(creator, "eur");
	euros = await sell(creator, { priceCents: 2000, currency: "eur" });
	await choose(creator, "jpy");
	yen = await sell(creator, { priceCents: 150_000, currency: "jpy" });
	for (const { intentId } of [dollars, euros, yen])
		for (const event of await eventsOf(intentId)) expect((await deliver(event)).status).toBe(200);
});

describe("sums of a creator who has sold in several currencies", () => {
	it("lists metrics by currency without adding them up", async () => {
		const metrics = await get<DashboardMetrics>("/api/dashboard");
		expect(metrics).toMatchObject({
			currency: "jpy",
			totalEarnings: "1500.00",
			otherEarnings: [
				{ currency: "eur", total: "20.00" },
				{ currency: "usd", total: "10.00" },
			],
			filesSold: 3,
		});
		expect(metrics.days.at(-1)).toMatchObject({ sales: 3, earnedCents: 150_000 });
	});

	it("leaves other currencies out of a day's sum", async () => {
		const seller = await makeCreator();
		const sold = await sell(seller, { priceCents: 1000 });
		await choose(seller, "jpy");
		await sell(seller, { priceCents: 50_000, currency: "jpy" });
		const { id } = await purchaseOf(sold.intentId);
		const refunded = await request(`/api/purchases/${id}/refund`, {
			method: "POST",
			cookies: seller.cookies,
			headers: { "content-type": "application/json", "idempotency-key": id },
			body: JSON.stringify({ amount: "4.00" }),
		});
		expect(refunded.status).toBe(200);
		const metrics = await request("/api/dashboard", { cookies: seller.cookies });
		const { days } = await metrics.json<DashboardMetrics>();
		expect(days.at(-1)).toMatchObject({ earnedCents: 50_000 });
	});

	it("name the money's place, each entry in its own", async () => {
		const balance = await balanceOf(creator);
		const { balance: held, otherBalances } = (await get<PaymentStatus>("/api/payment-status"))
			.cardPayouts;
		expect(balance).toMatchObject({ currency: "jpy", held, connected: "0.00" });
		expect(balance.others.map(({ currency, held: amount }) => ({ amount, currency }))).toEqual(
			otherBalances,
		);
		for (const one of [balance, ...balance.others]) {
			const entries = balance.lines.filter(({ currency }) => currency === one.currency);
			const sum = entries.reduce(
				(cents, { amount }) => cents + Math.round(Number(amount) * 100),
				0,
			);
			expect(entries.length).toBeGreaterThan(1);
			expect(one.held).toBe((sum / 100).toFixed(2));
		}
	});

	it("agrees with the running totals in several currencies", async () => {
		const { findings } = await checkTotals(testCtx(), "");
		expect(findings).toEqual([]);
	});

	it.each([
		[undefined, 150_000],
		["eur", 2000],
		["usd", 1000],
		["chf", 0],
	] as const)("filters analytics by the currency %s", async (currency, earnedCents) => {
		const query = currency ? `?currency=${currency}` : "";
		const found = await get<Analytics>(`/api/analytics${query}`);
		expect(found).toMatchObject({
			currency: currency ?? "jpy",
			currencies: ["jpy", "eur", "usd"],
			total: { paid: earnedCents ? 1 : 0, earnedCents },
		});
		expect(found.shares).toHaveLength(earnedCents ? 1 : 0);
	});

	it("shows one share's analytics in its currency", async () => {
		const found = await get<Analytics>(`/api/analytics?share=${euros.share.slug}`);
		expect(found).toMatchObject({ currency: "eur", total: { earnedCents: 2000 } });
	});

	it("lists customers' totals and sales by currency", async () => {
		const { customers } = await get<CustomerPage>("/api/customers");
		expect(customers).toMatchObject([
			{ currency: "jpy", total: "1500.00", otherTotals: [] },
			{ total: "0.00", otherTotals: [{ amount: "20.00", currency: "eur" }] },
			{ total: "0.00", otherTotals: [{ amount: "10.00", currency: "usd" }] },
		]);
		const csv = await (await request("/api/sales.csv", { cookies: creator.cookies })).text();
		for (const [amount, unit] of [
			["10.00", "USD"],
			["20.00", "EUR"],
			["1500.00", "JPY"],
		])
			expect(csv).toMatch(new RegExp(`,${amount},.*,"${unit}"`));
	});

	it("previews a deletion's refunds by currency", async () => {
		expect(
			await get<DeletionPreview>(`/api/file-shares/${euros.share.slug}/deletion`),
		).toMatchObject({ refundAmount: "20.00", currency: "eur", otherRefunds: [] });
		const account = await get<DeletionPreview & { obstacles: unknown[] }>("/api/account/deletion");
		expect(account).toMatchObject({ refundAmount: "1500.00", currency: "jpy" });
		expect(account.otherRefunds).toEqual(
			[
				{ amount: "20.00", currency: "eur" },
				{ amount: "10.00", currency: "usd" },
			].toSorted((a, b) => b.currency.localeCompare(a.currency)),
		);
		expect(account.obstacles).toHaveLength(3);
	});

	it("sort the shares of one currency after those of another", async () => {
		await makeShare(creator.user.id, { title: "A figure above all in yen", priceCents: 900_000 });
		for (const sort of ["price", "earned"]) {
			const shares = await get<MyShare[]>(`/api/my-file-shares?sort=${sort}&limit=1`);
			expect(shares.map(({ currency }) => currency)).toEqual(["jpy"]);
		}
		const all = await get<MyShare[]>("/api/my-file-shares?sort=price");
		expect(new Set(all.map(({ currency }) => currency)).size).toBe(3);
		expect(all.findLastIndex(({ currency }) => currency === "jpy")).toBeLessThan(
			all.findIndex(({ currency }) => currency !== "jpy"),
		);
	});
});

const makeCode = (fields: Record<string, unknown>) =>
	call("POST", "/api/discounts", fields, creator.cookies);

describe("an amount of one currency", () => {
	it("takes an amount off shares in its currency only", async () => {
		const made = await makeCode({ code: "YEN200", amount: "200" });
		expect(await made.json<Discount>()).toMatchObject({ currency: "jpy", revenue: "0.00" });
		const begun = await beginCard(yen.share.slug, {}, { code: "YEN200" });
		expect((await purchaseOf(begun.intentId)).priceCents).toBe(130_000);
		const refused = await call("POST", "/api/create-payment-intent", {
			shareId: euros.share.slug,
			code: "YEN200",
		});
		expect(await refused.json()).toMatchObject({ code: "discount.refused" });
	});

	it("stays in its currency when it is edited after another one was chosen", async () => {
		const seller = await makeCreator();
		await sell(seller);
		const terms = {
			code: "TWO",
			name: "",
			percent: null,
			amount: "2.00",
			shareIds: null,
			startsAt: null,
			endsAt: null,
			maxUses: null,
			maxPerBuyer: null,
			belowMinimum: "free",
			active: true,
		};
		const made = await call("POST", "/api/discounts", terms, seller.cookies);
		const { id } = await made.json<Discount>();
		await choose(seller, "eur");
		const edit = { ...terms, name: "Two off" };
		const edited = await call("PUT", `/api/discounts/${id}`, edit, seller.cookies);
		expect(await edited.json()).toMatchObject({ currency: "usd", amount: "2.00" });
	});

	it("reports a code's revenue in its currency", async () => {
		const seller = await makeCreator({ currency: "eur" });
		const share = await makeShare(seller.user.id, { currency: "eur", priceCents: 1000 });
		await call("POST", "/api/discounts", { code: "TWO", amount: "2.00" }, seller.cookies);
		const begun = await beginCard(share.slug, {}, { code: "TWO" });
		await payCard(begun.intentId);
		expect((await reportSuccess(begun.intentId, begun.cookies)).status).toBe(200);
		const listed = await request("/api/discounts", { cookies: seller.cookies });
		expect(await listed.json()).toMatchObject([
			{ currency: "eur", revenue: "8.00", otherRevenue: [] },
		]);
	});

	it("gives a code its shares' currency, and refuses two", async () => {
		const own = await makeCode({ code: "EURO2", amount: "2.50", shareIds: [euros.share.slug] });
		expect(await own.json<Discount>()).toMatchObject({ currency: "eur", amount: "2.50" });
		const shareIds = [euros.share.slug, yen.share.slug];
		const mixed = await makeCode({ code: "BOTH", amount: "2", shareIds });
		expect(mixed.status).toBe(400);
		expect(await mixed.json()).toMatchObject({ fields: { shareIds: expect.any(String) } });
		const percent = await makeCode({ code: "TENTH", percent: 10, shareIds });
		expect(percent.status).toBe(201);
	});
});

it.each([
	["usd", "payment.below_card_minimum"],
	["eur", "payment.too_low"],
] as const)(
	"calls a price in %s below the card's minimum too low, and names a direct way",
	async (currency, reason) => {
		const seller = await makeCreator({ currency });
		const share = await makeShare(seller.user.id, { currency, priceCents: 20 });
		const refused = await call("POST", "/api/create-payment-intent", { shareId: share.slug });
		expect(await refused.json()).toMatchObject({ code: "share.no_payment_route", reason });
	},
);

describe("shares of two currencies", () => {
	it("refuses bundles of shares in two currencies", async () => {
		const more = await makeShare(creator.user.id, { currency: "eur" });
		const bundle = (parts: string[]) =>
			call("POST", "/api/bundles", { title: "Both", price: "25.50", parts }, creator.cookies);
		const mixed = await bundle([euros.share.slug, yen.share.slug]);
		expect(await mixed.json()).toMatchObject({ fields: { parts: expect.any(String) } });
		const made = await bundle([euros.share.slug, more.slug]);
		const { fileShare } = await made.json<{ fileShare: { currency: string; shareId: string } }>();
		expect(fileShare.currency).toBe("eur");
		const edit = await call(
			"PATCH",
			`/api/file-shares/${fileShare.shareId}`,
			{ parts: [euros.share.slug, more.slug, dollars.share.slug] },
			creator.cookies,
		);
		expect([edit.status, await edit.json()]).toMatchObject([
			400,
			{ fields: { parts: expect.any(String) } },
		]);
	});

	it("take the prices that their own has", async () => {
		const change = (share: string, price: string) =>
			call("PATCH", `/api/file-shares/${share}`, { price }, creator.cookies);
		expect((await change(yen.share.slug, "1500.50")).status).toBe(400);
		expect((await change(euros.share.slug, "20.50")).status).toBe(200);
	});
});

describe("what is owed in one currency", () => {
	it("keeps a debt in one currency from another's money", async () => {
		const debtor = await makeCreator();
		const sold = await sell(debtor);
		await choose(debtor, "eur");
		await sell(debtor, { currency: "eur" });
		const before = await balanceOf(debtor);
		expect(before).toMatchObject({ currency: "eur", others: [{ currency: "usd" }] });
		expect((await refund(debtor, (await purchaseOf(sold.intentId)).id)).status).toBe(200);
		// The provider's fee is not returned.
		expect(await balanceOf(debtor)).toMatchObject({
			held: before.held,
			others: [{ currency: "usd", held: "-0.59" }],
		});
	});

	it("ignores transfers in other currencies", async () => {
		const seller = await makeCreator({ currency: "eur" });
		const account = await connect(seller);
		await status(seller);
		const inEuros = await sell(seller, { currency: "eur" });
		const inPounds = await sell(seller, { currency: "gbp" });
		for (const { intentId } of [inEuros, inPounds])
			for (const event of await eventsOf(intentId)) await deliver(event);
		const ctx = testCtx();
		await ctx.db.insert(payoutTransfers).values({
			id: ctx.id(),
			purchaseId: (await purchaseOf(inEuros.intentId)).id,
			creatorId: seller.user.id,
			kind: "transfer",
			amountCents: 500,
			account,
			state: "pending",
			createdAt: ctx.now(),
		});
		const { candidates } = await payoutCandidates(ctx, { creatorId: seller.user.id });
		const { id: purchaseId } = await purchaseOf(inPounds.intentId);
		expect(candidates).toMatchObject([{ purchaseId, currency: "gbp", creatorPendingCents: 0 }]);
		const [{ heldCents, creatorHeldCents } = {}] = candidates;
		expect(creatorHeldCents).toBe(heldCents);
	});

	it("omits the remains of late payments, in each currency", async () => {
		const seller = await makeCreator({ currency: "gbp" });
		await sell(seller, { currency: "gbp" });
		await choose(seller, "eur");
		await sell(seller, { currency: "eur" });
		const before = await balanceOf(seller);
		const late = await makeShare(seller.user.id, { currency: "gbp" });
		const { id: purchaseId } = await makePurchase(late, (await makeBuyer()).id, {
			state: "refunded",
			autoRefundReason: "sold_out",
			unbalancedAt: 1,
		});
		const ctx = testCtx();
		await ctx.db.insert(ledger).values({
			id: ctx.id(),
			causeKey: ctx.id(),
			creatorId: seller.user.id,
			purchaseId,
			kind: "gross",
			amountCents: 700,
			account: "platform",
			at: ctx.now(),
		});
		expect(Number(before.held)).toBeGreaterThan(0);
		expect(await balanceOf(seller)).toMatchObject({
			currency: "eur",
			held: before.held,
			others: before.others,
		});
	});
});
