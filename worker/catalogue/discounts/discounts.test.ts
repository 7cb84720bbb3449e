import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { bodyOf } from "../../api/webhooks/message-body.ts";
import type { PaymentIntentResponse } from "../../payments/checkout/contract.ts";
import type { ConfirmDirectResponse } from "../../payments/direct/contract/direct.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { deliver, eventsOf, payCard, reportSuccess } from "../../test/fakes/provider.ts";
import {
	accessOf,
	type Creator,
	makeOffer,
	purchaseOf,
	subjectsTo,
} from "../../test/fixtures/sale-helpers.ts";
import { makeBuyer, makePurchase, makeShare } from "../../test/fixtures/sales.ts";
import { call, cookiesOf, makeCreator, request, testCtx } from "../../test/fixtures/test-app.ts";
import { eventsTo, storeEndpoint } from "../../test/fixtures/webhooks.ts";
import type { ShareResponse } from "../shares/contract/shares.ts";
import type { Discount } from "./contract.ts";

let creator: Creator;
let share: Awaited<ReturnType<typeof makeShare>>;
beforeEach(async () => {
	({ creator, share } = await makeOffer({ priceCents: 2000 }));
});

const HALF = {
	code: "half",
	name: "Newsletter",
	percent: 50,
	amount: null,
	shareIds: null,
	startsAt: null,
	endsAt: null,
	maxUses: null,
	maxPerBuyer: null,
	belowMinimum: "direct",
	active: true,
};

async function addCode(fields: Record<string, unknown> = {}): Promise<Discount> {
	const response = await call("POST", "/api/discounts", { ...HALF, ...fields }, creator.cookies);
	expect(response.status).toBe(201);
	return response.json();
}

let networks = 0;
/** A call from a network of its own, so that limits by network don't mix. */
function callFrom(network: string, path: string, body: unknown, cookies?: Record<string, string>) {
	return request(path, {
		method: "POST",
		body: JSON.stringify(body),
		...(cookies && { cookies }),
		headers: { "content-type": "application/json", "cf-connecting-ip": network },
	});
}
const newNetwork = () => `2001:db8:${(networks++).toString(16)}::1`;

const begin = (code: string | undefined, cookies?: Record<string, string>, more: object = {}) =>
	callFrom(
		newNetwork(),
		"/api/create-payment-intent",
		{ shareId: share.slug, ...(code && { code }), ...more },
		cookies,
	);

async function begun(code: string | undefined, cookies?: Record<string, string>, more = {}) {
	const response = await begin(code, cookies, more);
	expect(response.status).toBe(200);
	const intent = await response.json<PaymentIntentResponse>();
	return {
		...intent,
		intentId: intent.clientSecret.split("_secret_")[0] ?? "",
		cookies: { ...cookies, ...cookiesOf(response) },
	};
}

async function refusal(response: Response) {
	const { code, reason } = await response.json<{ code: string; reason?: string }>();
	return reason ?? code;
}

const age = (intentId: string, ms: number) =>
	testCtx()
		.db.update(purchases)
		.set({ createdAt: Date.now() - ms })
		.where(eq(purchases.paymentIntentId, intentId));

describe("a discount code", () => {
	it("reduces the price of a card payment, whatever its case, and is named by sale, ledger and receipt", async () => {
		await addCode();
		const intent = await begun(" Half ");
		expect(intent).toMatchObject({ amount: 1000, listAmount: 2000, code: "HALF" });
		await payCard(intent.intentId);
		expect((await reportSuccess(intent.intentId, intent.cookies)).status).toBe(200);
		expect(await accessOf(share, intent.cookies)).toMatchObject({ as: "buyer" });
		const purchase = await purchaseOf(intent.intentId);
		expect(purchase).toMatchObject({ priceCents: 1000, platformFeeCents: 50, listCents: 2000 });
		const csv = await (await request("/api/ledger.csv", { cookies: creator.cookies })).text();
		expect(csv).toContain('"HALF"');
		const sales = await (await request("/api/sales.csv", { cookies: creator.cookies })).text();
		expect(sales).toMatch(/"HALF",20\.00/);
		const receipt = await request(`/api/receipts/${purchase.id}`, { cookies: intent.cookies });
		expect(await receipt.json()).toMatchObject({
			price: "10.00",
			discount: { code: "HALF", listPrice: "20.00" },
		});
		const [own] = await (await request("/api/discounts", { cookies: creator.cookies })).json<
			Discount[]
		>();
		expect(own).toMatchObject({ sales: 1, revenue: "10.00", held: 0 });
	});

	it("isn't recorded if the buyer chooses to pay the list price or more", async () => {
		share = await makeShare(creator.user.id, { pricing: "chosen", priceCents: 2000 });
		const endpoint = await storeEndpoint(creator.user.id);
		await addCode();
		for (const [amount, discount] of [
			["15.00", { code: "HALF", listPrice: "20.00" }],
			["20.00", null],
		] as const) {
			const intent = await begun("HALF", undefined, { amount });
			await payCard(intent.intentId);
			await reportSuccess(intent.intentId, intent.cookies, `paid${amount}@example.test`);
			const { id } = await purchaseOf(intent.intentId);
			const receipt = await request(`/api/receipts/${id}`, { cookies: intent.cookies });
			expect(await receipt.json()).toMatchObject({ discount });
			const messages = await eventsTo(endpoint.id);
			const sales = messages.map((message) => JSON.parse(bodyOf(message)).data.sale);
			expect(sales.find((sale) => sale.id === id)).toMatchObject({ discount });
			const sale = await request(`/api/sales/${id}`, { cookies: creator.cookies });
			expect(await sale.json()).toMatchObject({ discount });
		}
	});

	it("refuses an unusable code with the reason, and keeps the payment in progress", async () => {
		const later = new Date(Date.now() + 3_600_000).toISOString();
		const before = new Date(Date.now() - 3_600_000).toISOString();
		const other = await makeShare(creator.user.id);
		await addCode({ code: "SOON", startsAt: later });
		const { id } = await addCode({ code: "OVER" });
		const over = { ...HALF, code: "OVER", endsAt: before };
		await call("PUT", `/api/discounts/${id}`, over, creator.cookies);
		await addCode({ code: "OFF", active: false });
		await addCode({ code: "OTHER", shareIds: [other.slug] });
		const intent = await begun(undefined);
		const refused = async (code: string) => refusal(await begin(code, intent.cookies));
		expect(await refused("SOON")).toBe("discount.not_yet");
		expect(await refused("OVER")).toBe("discount.ended");
		expect(await refused("OFF")).toBe("discount.unknown");
		expect(await refused("OTHER")).toBe("discount.unknown");
		expect(await refused("NEVER")).toBe("discount.unknown");
		const again = await begun(undefined, intent.cookies);
		expect(again.intentId).toBe(intent.intentId);
	});

	it("replaces the payment under way, so that only one can be paid", async () => {
		await addCode();
		const full = await begun(undefined);
		const half = await begun("HALF", full.cookies);
		expect(half.amount).toBe(1000);
		await expect(payCard(full.intentId)).rejects.toThrow();
		const again = await begun("HALF", full.cookies);
		expect(again.intentId).toBe(half.intentId);
		const without = await begun(undefined, full.cookies);
		expect(without.amount).toBe(2000);
	});

	// G26
	it("gives ten uses to exactly ten of a hundred buyers at once", async () => {
		await addCode({ maxUses: 10 });
		const responses = await Promise.all(Array.from({ length: 100 }, () => begin("HALF")));
		const granted = responses.filter((response) => response.status === 200);
		expect(granted).toHaveLength(10);
		for (const response of responses.filter(({ status }) => status !== 200))
			expect(await refusal(response)).toBe("discount.used_up");
	});

	// G26
	it("holds a use for an hour and then gives it back; a late payment without a use is not charged", async () => {
		await addCode({ maxUses: 1 });
		const first = await begun("HALF");
		expect(await refusal(await begin("HALF"))).toBe("discount.used_up");
		await age(first.intentId, 61 * 60_000);
		const second = await begun("HALF");
		await payCard(first.intentId);
		const late = await reportSuccess(first.intentId, first.cookies, "late@example.test");
		expect(await late.json()).toMatchObject({
			code: "discount.refused",
			reason: "payment.uncharged_code_used",
		});
		expect(await accessOf(share, first.cookies)).toBeNull();
		expect((await purchaseOf(first.intentId)).state).toBe("cancelled");
		expect(await subjectsTo("late@example.test")).toContain(
			`You haven’t been charged: ${share.title}`,
		);
		await payCard(second.intentId);
		expect((await reportSuccess(second.intentId, second.cookies)).status).toBe(200);
	});

	it("reserves a use for at most two unpaid buyers of one network", async () => {
		await addCode({ maxUses: 3 });
		const from = async (network: string) => {
			const body = { shareId: share.slug, code: "HALF" };
			const response = await callFrom(network, "/api/create-payment-intent", body);
			if (response.status !== 200) return { refused: await refusal(response) };
			const { clientSecret } = await response.json<PaymentIntentResponse>();
			return { intentId: clientSecret.split("_secret_")[0] ?? "", cookies: cookiesOf(response) };
		};
		const strangers = [];
		for (let n = 0; n < 6; n++) strangers.push(await from(`203.0.113.${n < 3 ? 7 : 8}`));
		for (const stranger of strangers.slice(0, 3)) expect(stranger.intentId).toBeDefined();
		// Two of each address hold all three uses, as two customers of a provider may.
		expect(strangers.slice(3).map(({ refused }) => refused)).toEqual([
			undefined,
			"discount.used_up",
			"discount.used_up",
		]);
	});

	// G27
	it("leaves uses to others whatever one network begins, over the sizes of networks", async () => {
		await addCode({ maxUses: 8 });
		for (let n = 0; n < 12; n++) {
			const body = { shareId: share.slug, code: "HALF" };
			const network = `2001:db8:ffff:${n % 6}::1`;
			const response = await callFrom(network, "/api/create-payment-intent", body);
			expect(response.status).toBe(200);
		}
		const [own] = await (await request("/api/discounts", { cookies: creator.cookies })).json<
			Discount[]
		>();
		// All are in one /56, which may reserve four.
		expect(own).toMatchObject({ held: 4 });
		const others = [await begun("HALF"), await begun("HALF")];
		for (const [n, { intentId, cookies }] of others.entries()) {
			await payCard(intentId);
			const told = await reportSuccess(intentId, cookies, `buyer-${n}@example.test`);
			expect(told.status).toBe(200);
		}
	});

	it.each([
		{ maxUses: 1, maxPerBuyer: 1 },
		{ maxUses: 1, maxPerBuyer: null },
	])(
		"doesn't count a buyer's own other attempt against them, and is used once: %j",
		async (limits) => {
			await addCode(limits);
			const here = await begun("HALF");
			const other = await makeShare(creator.user.id, { priceCents: 3000 });
			const there = await begun("HALF", here.cookies, { shareId: other.slug });
			expect(await refusal(await begin("HALF"))).toBe("discount.used_up");
			await payCard(here.intentId);
			expect((await reportSuccess(here.intentId, here.cookies)).status).toBe(200);
			await payCard(there.intentId);
			const late = await reportSuccess(there.intentId, there.cookies);
			expect(await refusal(late)).toBe("payment.uncharged_code_used");
		},
	);

	it("waits for the creator's decision where a direct claim comes after its use went to another buyer", async () => {
		const payout = { cashAppHandle: "$creator1", releaseOnConfirmation: true };
		await call("POST", "/api/setup-cashapp", payout, creator.cookies);
		await addCode({ maxUses: 1 });
		const body = { shareId: share.slug, code: "HALF" };
		const late = await callFrom(newNetwork(), "/api/begin-direct-payment", body);
		expect(late.status).toBe(200);
		await testCtx()
			.db.update(purchases)
			.set({ createdAt: Date.now() - 61 * 60_000 })
			.where(eq(purchases.shareId, share.id));
		const next = await begun("HALF");
		const claimed = await callFrom(
			newNetwork(),
			"/api/confirm-direct-payment",
			{ shareId: share.slug, buyerEmail: "late@example.test", confirmationCode: "LATECODE1" },
			cookiesOf(late),
		);
		const { status, claimId } = await claimed.json<ConfirmDirectResponse>();
		expect(status).toBe("pending");
		expect(await accessOf(share, cookiesOf(late))).toBeNull();
		await payCard(next.intentId);
		expect((await reportSuccess(next.intentId, next.cookies)).status).toBe(200);
		// The money may have been paid before the use was released: the creator decides.
		const approval = `/api/direct-claims/${claimId}/approve`;
		expect((await call("POST", approval, undefined, creator.cookies)).status).toBe(200);
		expect(await accessOf(share, cookiesOf(late))).toMatchObject({ as: "buyer" });
	});

	it("pays a late quote while a use is left", async () => {
		await addCode({ maxUses: 1 });
		const late = await begun("HALF");
		await age(late.intentId, 3 * 3_600_000);
		await payCard(late.intentId);
		for (const event of await eventsOf(late.intentId)) await deliver(event);
		expect(await accessOf(share, late.cookies)).toMatchObject({ as: "buyer" });
		expect(await refusal(await begin("HALF"))).toBe("discount.used_up");
	});

	it("counts uses per buyer, over the creator's shares", async () => {
		await addCode({ maxPerBuyer: 1 });
		const other = await makeShare(creator.user.id);
		const intent = await begun("HALF");
		await payCard(intent.intentId);
		await reportSuccess(intent.intentId, intent.cookies);
		const next = await begin("HALF", intent.cookies, { shareId: other.slug });
		expect(await refusal(next)).toBe("discount.used_before");
		expect((await begin("HALF", undefined, { shareId: other.slug })).status).toBe(200);
	});

	it("gives a use back on a refund", async () => {
		const { id } = await addCode({ maxUses: 1 });
		const buyer = await makeBuyer();
		const purchase = await makePurchase(share, buyer.id, {
			discountId: id,
			discountCode: "HALF",
			listCents: 2000,
			priceCents: 1000,
		});
		expect(await refusal(await begin("HALF"))).toBe("discount.used_up");
		await testCtx()
			.db.update(purchases)
			.set({ state: "refunded" })
			.where(eq(purchases.id, purchase.id));
		expect((await begin("HALF")).status).toBe(200);
	});

	// G26
	it("makes a network wait that has tried many codes", async () => {
		await addCode();
		const network = newNetwork();
		const tried = (code: string) =>
			callFrom(network, "/api/create-payment-intent", { shareId: share.slug, code });
		for (let n = 0; n < 15; n++) await tried(`GUESS-${n}`);
		await tried("GUESS-15");
		expect(await refusal(await tried("HALF"))).toBe("rate.limited");
		const page = await request(`/api/file-shares/${share.slug}?code=half`, {
			headers: { "cf-connecting-ip": network },
		});
		expect((await page.json<ShareResponse>()).discount).toMatchObject({
			price: null,
			refused: { reason: "discount.unknown" },
		});
	});

	it("shows a code from the page's address, with the old and the new price", async () => {
		await addCode();
		const shown = async (query: string) =>
			(await (await request(`/api/file-shares/${share.slug}${query}`)).json<ShareResponse>())
				.discount;
		expect(await shown("?code=half")).toEqual({
			code: "HALF",
			price: "10.00",
			suggestedPrice: null,
			refused: null,
		});
		expect(await shown("?code=nope1")).toMatchObject({ refused: { reason: "discount.unknown" } });
		expect(await shown("?code=%00")).toBeUndefined();
		expect(await shown("")).toBeUndefined();
	});

	it("allows only direct payment if the rest is too small for a card", async () => {
		await addCode({ code: "TINY", percent: 99 });
		await addCode({ code: "GIFT", percent: 99, belowMinimum: "free" });
		expect(await refusal(await begin("TINY"))).toBe("payment.below_card_minimum");
		expect(await refusal(await begin("GIFT"))).toBe("payment.nothing_to_pay");
	});
});

describe("a creator's discount codes", () => {
	it("creates unlimited codes by default, and requires every field of a replacement", async () => {
		const { cookies } = creator;
		const short = { code: "SPRING", percent: 20 };
		const response = await call("POST", "/api/discounts", short, cookies);
		expect(response.status).toBe(201);
		const made = await response.json<Discount>();
		expect(made).toMatchObject({
			code: "SPRING",
			name: "",
			percent: 20,
			amount: null,
			shares: null,
			active: true,
			startsAt: null,
			endsAt: null,
			maxUses: null,
			maxPerBuyer: null,
			belowMinimum: "direct",
		});
		const neither = await call("POST", "/api/discounts", { code: "EMPTY" }, cookies);
		expect(await neither.json()).toMatchObject({
			fields: { percent: "Give a percentage or an amount" },
		});
		const replaced = await call("PUT", `/api/discounts/${made.id}`, short, cookies);
		expect(replaced.status).toBe(400);
		expect(await replaced.json()).toMatchObject({ fields: { name: "This is missing." } });
	});

	it("lists a share once, however often it is named", async () => {
		const { id, shares } = await addCode({ shareIds: [share.slug, share.slug] });
		expect(shares?.map(({ shareId }) => shareId)).toEqual([share.slug]);
		const json = { ...HALF, shareIds: [share.slug, share.slug] };
		expect((await call("PUT", `/api/discounts/${id}`, json, creator.cookies)).status).toBe(200);
	});

	it("refuses other creators' shares, and the same letters twice", async () => {
		const { id } = await addCode();
		const again = await call("POST", "/api/discounts", HALF, creator.cookies);
		expect([again.status, await refusal(again)]).toEqual([409, "discount.taken"]);
		const other = await makeCreator();
		expect((await call("POST", "/api/discounts", HALF, other.cookies)).status).toBe(201);
		for (const [method, body] of [
			["PUT", HALF],
			["PATCH", { active: false }],
			["DELETE", undefined],
		] as const)
			expect((await call(method, `/api/discounts/${id}`, body, other.cookies)).status).toBe(404);
		const foreign = { ...HALF, code: "FOREIGN", shareIds: [share.slug] };
		expect((await call("POST", "/api/discounts", foreign, other.cookies)).status).toBe(400);
	});

	it("lists a share's codes, including those for all shares", async () => {
		const { cookies, user } = creator;
		const other = await makeShare(user.id);
		for (const [code, shareIds] of [
			["ALL", null],
			["THIS", [share.slug]],
			["OTHER", [other.slug]],
			["BOTH", [share.slug, other.slug]],
		] as const)
			await call("POST", "/api/discounts", { code, percent: 5, shareIds }, cookies);
		const codesOf = async (query: string) => {
			const response = await request(`/api/discounts${query}`, { cookies });
			return (await response.json<Discount[]>()).map(({ code }) => code).toSorted();
		};
		expect(await codesOf("")).toEqual(["ALL", "BOTH", "OTHER", "THIS"]);
		expect(await codesOf(`?shareId=${share.slug}`)).toEqual(["ALL", "BOTH", "THIS"]);
		const stranger = await makeCreator();
		const theirs = await request(`/api/discounts?shareId=${share.slug}`, {
			cookies: stranger.cookies,
		});
		expect([theirs.status, await refusal(theirs)]).toEqual([404, "share.not_yours"]);
		const wrong = await request("/api/discounts?shareId=x", { cookies });
		expect(await wrong.json()).toMatchObject({ fields: { shareId: expect.any(String) } });
	});

	it("edits, switches off and deletes codes, while sales keep the letters", async () => {
		const { id } = await addCode();
		const intent = await begun("HALF");
		const edited = await call(
			"PUT",
			`/api/discounts/${id}`,
			{ ...HALF, percent: 25 },
			creator.cookies,
		);
		expect(await edited.json()).toMatchObject({ percent: 25, held: 1 });
		expect((await begun("HALF", intent.cookies)).amount).toBe(1000);
		expect((await begun("HALF")).amount).toBe(1500);
		await call("PATCH", `/api/discounts/${id}`, { active: false }, creator.cookies);
		expect(await refusal(await begin("HALF"))).toBe("discount.unknown");
		expect((await call("DELETE", `/api/discounts/${id}`, undefined, creator.cookies)).status).toBe(
			204,
		);
		await payCard(intent.intentId);
		expect((await reportSuccess(intent.intentId, intent.cookies)).status).toBe(200);
		expect((await purchaseOf(intent.intentId)).discountCode).toBe("HALF");
	});

	it.each([
		["no reduction", { percent: null }, "percent"],
		["two reductions", { amount: "5.00" }, "percent"],
		["more than everything", { percent: 101 }, "percent"],
		[
			"an end before the start",
			{ startsAt: "2027-01-02T00:00:00Z", endsAt: "2027-01-01T00:00:00Z" },
			"endsAt",
		],
		["an end in the past", { endsAt: "2026-01-01T00:00:00Z" }, "endsAt"],
		["a code of signs", { code: "a b!" }, "code"],
		["no uses", { maxUses: 0 }, "maxUses"],
		["no share", { shareIds: [] }, "shareIds"],
	])("refuses %s, naming the field", async (_, fields, field) => {
		const response = await call("POST", "/api/discounts", { ...HALF, ...fields }, creator.cookies);
		expect(response.status).toBe(400);
		expect(await response.json()).toMatchObject({ fields: { [field]: expect.any(String) } });
	});
});
