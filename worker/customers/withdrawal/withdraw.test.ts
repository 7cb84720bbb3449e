import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { ErrorBody } from "../../contract/errors.ts";
import { CRONS } from "../../core/crons.ts";
import { runJobs } from "../../maintenance/jobs.ts";
import { withdrawalEndsAt } from "../../payments/sales/withdrawal-outcome.ts";
import { withdrawals } from "../../payments/tables.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { beginCard, payCard, reportSuccess, sandbox } from "../../test/fakes/provider.ts";
import {
	mailsTo,
	purchaseOf,
	salesOf,
	subjectsTo,
	verify,
} from "../../test/fixtures/sale-helpers.ts";
import { makeBuyer, makePurchase, makeSale, makeShare } from "../../test/fixtures/sales.ts";
import { call, cookiesOf, makeCreator, request, testCtx } from "../../test/fixtures/test-app.ts";
import type { Withdrawal } from "./contract.ts";

const DAY = 86_400_000;
type Fields = Partial<typeof purchases.$inferInsert>;
const NAMED = { name: "Erika Muster" };
let addresses = 0;
const newAddress = () => `w${++addresses}-${testCtx().id().toLowerCase()}@example.test`;

/** A sale without a payment behind it, by a creator whose address is confirmed. */
async function sold(fields: Fields = {}) {
	const email = newAddress();
	const sale = await makeSale({ purchase: { buyerEmail: email, ...fields } });
	await verify(sale.creator);
	return { ...sale, email };
}

function withdrawOwn(id: string, cookies: Record<string, string>, email = newAddress()) {
	return call("POST", `/api/receipts/${id}/withdrawal`, { ...NAMED, email }, cookies);
}

async function withdrawalOf(purchase: { id: string }) {
	const [row] = await testCtx()
		.db.select()
		.from(withdrawals)
		.where(eq(withdrawals.purchaseId, purchase.id));
	return row;
}

/** A card payment through the provider that required no consent. */
async function paid(method = "pm_card_de", country: string | null = "DE") {
	const creator = await makeCreator();
	await verify(creator);
	const share = await makeShare(creator.user.id);
	const begun = await beginCard(share.slug);
	const email = newAddress();
	await payCard(begun.intentId, method);
	await testCtx()
		.db.update(purchases)
		.set({ edgeCountry: country })
		.where(eq(purchases.paymentIntentId, begun.intentId));
	await reportSuccess(begun.intentId, begun.cookies, email);
	return { creator, share, email, ...begun, purchase: await purchaseOf(begun.intentId) };
}

describe("a withdrawal from a purchase that this browser holds", () => {
	it("records a withdrawal, confirms it by mail, and shows it to the creator", async () => {
		const consent = { consentVersion: "2026-11", consentLocale: "de", consentAt: 1 } as const;
		const { creator, share, buyer, purchase } = await sold({ ...consent, locale: "de" });
		const to = newAddress();
		const response = await withdrawOwn(purchase.id, buyer.cookies, to);
		expect(response.status).toBe(200);
		const withdrawal = (await response.json()) as Withdrawal;
		expect(withdrawal).toEqual({
			at: expect.any(String),
			outcome: "right_lost",
			refundsItself: false,
		});
		const [mail] = await mailsTo(to);
		expect(mail?.subject).toBe("Dein Widerruf ist eingegangen");
		for (const part of ["Hiermit widerrufe ich", NAMED.name, purchase.reference, "UTC", to])
			expect(mail?.text).toContain(part);
		const [told] = (await mailsTo(creator.user.email)).slice(-1);
		expect(told?.subject).toBe("A buyer withdraws from a purchase");
		expect(told?.text).toContain("You don’t have to refund.");
		expect(await salesOf(creator, share)).toMatchObject([{ withdrawal, state: "paid" }]);
	});

	it.each([
		["in_time", { edgeCountry: "DE" }],
		["in_time", { edgeCountry: "US", cardCountry: "DE", countryConflict: true }],
		["in_time", {}],
		["late", { edgeCountry: "DE", paidAt: Date.now() - 18 * DAY }],
		["no_right", { edgeCountry: "US" }],
		["no_right", { edgeCountry: "US", cardCountry: "CA", countryConflict: true }],
	] as [string, Fields][])("is %s for a purchase with %o", async (outcome, fields) => {
		// A direct payment, which is never refunded automatically.
		const { buyer, purchase } = await sold({ ...fields, route: "direct" });
		const response = await withdrawOwn(purchase.id, buyer.cookies);
		expect(await response.json()).toMatchObject({ outcome, refundsItself: false });
	});

	// G34
	it("counts once: a repetition returns the first, and mails nothing more", async () => {
		const { creator, buyer, purchase } = await sold({ route: "direct" });
		const to = newAddress();
		const responses = await Promise.all([
			withdrawOwn(purchase.id, buyer.cookies, to),
			withdrawOwn(purchase.id, buyer.cookies, to),
		]);
		const [first, second] = await Promise.all(responses.map((response) => response.json()));
		expect(second).toEqual(first);
		expect(await mailsTo(to)).toHaveLength(1);
		expect(await subjectsTo(creator.user.email)).toHaveLength(1);
	});

	it("refuses withdrawals from others' and unpaid purchases", async () => {
		const { buyer, purchase } = await sold();
		const other = await makeBuyer();
		for (const cookies of [{}, other.cookies])
			expect((await withdrawOwn(purchase.id, cookies)).status).toBe(404);
		const share = await makeShare((await makeCreator()).user.id);
		const refunded = await makePurchase(share, buyer.id, { state: "refunded" });
		const response = await withdrawOwn(refunded.id, buyer.cookies);
		expect(response.status).toBe(409);
		expect((await response.json()) as ErrorBody).toMatchObject({ reason: "withdrawal.not_paid" });
		expect(await withdrawalOf(purchase)).toBeUndefined();
		const nameless = await call(
			"POST",
			`/api/receipts/${purchase.id}/withdrawal`,
			{ name: " ", email: "x" },
			buyer.cookies,
		);
		expect((await nameless.json()) as ErrorBody).toMatchObject({
			code: "request.invalid",
			fields: { name: "Please enter your name", email: "Please enter a valid email" },
		});
	});
});

describe("the refund of a withdrawal", () => {
	it("goes out by itself for a card payment in time without a consent, and ends access", async () => {
		const { creator, share, cookies, purchase } = await paid();
		const response = await withdrawOwn(purchase.id, cookies);
		expect(await response.json()).toMatchObject({ outcome: "in_time", refundsItself: true });
		expect(await salesOf(creator, share)).toMatchObject([{ state: "refunded", refunded: "10.00" }]);
		expect(await withdrawalOf(purchase)).toMatchObject({ refundAt: null });
	});

	it("leaves the refund to the creator if network and card name different countries", async () => {
		const { creator, share, cookies, purchase } = await paid("pm_card_de", "US");
		const response = await withdrawOwn(purchase.id, cookies);
		expect(await response.json()).toMatchObject({ outcome: "in_time", refundsItself: false });
		expect(await salesOf(creator, share)).toMatchObject([{ state: "paid" }]);
		const [told] = (await mailsTo(creator.user.email)).slice(-1);
		expect(told?.text).toContain("The network and the card point to different countries");
	});

	it("leaves the refund to the creator if the network names no country", async () => {
		const { creator, share, cookies, purchase } = await paid("pm_card_de", null);
		const response = await withdrawOwn(purchase.id, cookies);
		expect(await response.json()).toMatchObject({ outcome: "in_time", refundsItself: false });
		expect(await salesOf(creator, share)).toMatchObject([{ state: "paid" }]);
	});

	it("leaves the refund to the creator for a card from a country without the right", async () => {
		const { cookies, purchase } = await paid("pm_card_visa", "US");
		const response = await withdrawOwn(purchase.id, cookies);
		expect(await response.json()).toMatchObject({ outcome: "no_right", refundsItself: false });
	});

	it("refunds by the cron when the provider was unavailable", async () => {
		const { creator, share, cookies, purchase, intentId } = await paid();
		await sandbox("/faults", { path: `/v1/payment_intents/${intentId}`, times: 3, status: 500 });
		expect((await withdrawOwn(purchase.id, cookies)).status).toBe(200);
		expect(await salesOf(creator, share)).toMatchObject([{ state: "paid" }]);
		const later = testCtx({ now: () => Date.now() + 2 * 3_600_000 });
		await runJobs(later, CRONS.repairs.expression);
		expect(await salesOf(creator, share)).toMatchObject([{ state: "refunded" }]);
		expect(await withdrawalOf(purchase)).toMatchObject({ refundAt: null });
	});
});

describe("a withdrawal by reference and address", () => {
	let networks = 0;
	/** From a network of its own, unless another is named. */
	function withdraw(body: object, network = `2001:db8:99:${++networks}::1`) {
		return request("/api/withdrawals", {
			method: "POST",
			body: JSON.stringify({ ...NAMED, ...body }),
			headers: { "content-type": "application/json", "cf-connecting-ip": network },
		});
	}

	it("accepts a withdrawal without a cookie, and confirms it to the purchase's address", async () => {
		const { email, purchase } = await sold({ route: "direct" });
		const reference = ` ${purchase.reference} `;
		await testCtx()
			.db.update(purchases)
			.set({ reference: purchase.reference.toUpperCase() })
			.where(eq(purchases.id, purchase.id));
		const response = await withdraw({ email: email.toUpperCase(), reference });
		expect(response.status).toBe(202);
		expect(await withdrawalOf(purchase)).toMatchObject({ outcome: "in_time", email });
		expect(await subjectsTo(email)).toEqual(["We have received your withdrawal"]);
	});

	// G34
	it("answers the same for unknown purchases, others' addresses and refunded ones", async () => {
		const { email, purchase } = await sold({ reference: testCtx().id().slice(0, 8).toUpperCase() });
		const refunded = await sold({
			state: "refunded",
			reference: testCtx().id().slice(0, 8).toUpperCase(),
		});
		const tries = [
			{ email: newAddress(), reference: "ABCDEFGH" },
			{ email: newAddress(), reference: purchase.reference },
			{ email, reference: "ABCDEFGH" },
			{ email: refunded.email, reference: refunded.purchase.reference },
		];
		for (const body of tries) {
			const response = await withdraw(body);
			expect(response.status).toBe(202);
			expect(Object.keys((await response.json()) as object)).toEqual(["receivedAt"]);
			expect(await mailsTo(body.email)).toEqual([]);
		}
		expect(await withdrawalOf(purchase)).toBeUndefined();
		expect(await withdrawalOf(refunded.purchase)).toBeUndefined();
	});

	it("limits withdrawals by network and by address", async () => {
		const email = newAddress();
		const byAddress: number[] = [];
		for (let i = 0; i < 7; i++)
			byAddress.push((await withdraw({ email, reference: "ABCDEFGH" })).status);
		expect(byAddress).toContain(429);
		const network = `2001:db8:98:${++networks}::1`;
		const byNetwork: number[] = [];
		for (let i = 0; i < 18; i++)
			byNetwork.push(
				(await withdraw({ email: newAddress(), reference: "ABCDEFGH" }, network)).status,
			);
		expect(byNetwork).toContain(429);
	});

	it("refuses a withdrawal from another site", async () => {
		const response = await request("/api/withdrawals", {
			method: "POST",
			body: "{}",
			cookies: cookiesOf(new Response()),
			headers: { "sec-fetch-site": "cross-site", "content-type": "application/json" },
		});
		expect(response.status).toBe(403);
	});
});

it.each([
	["a Thursday", Date.UTC(2026, 10, 5, 23), 15],
	["a Friday, also in Réunion", Date.UTC(2026, 10, 6, 19), 15],
	// In Berlin it is Saturday, and the period ends with the Monday there.
	["a Friday, in the east a Saturday", Date.UTC(2026, 10, 6, 23), 17],
	["a Saturday", Date.UTC(2026, 10, 7, 12), 17],
	["a Sunday", Date.UTC(2026, 10, 8, 12), 16],
	["a Monday, in the Azores a Sunday", Date.UTC(2026, 10, 9, 0, 30), 16],
	["a Monday", Date.UTC(2026, 10, 9, 4), 15],
])(
	"the period covers 14 days in every time zone, and ends on no weekend: from %s",
	(_, paidAt, days) => {
		expect(withdrawalEndsAt(paidAt)).toBe(paidAt + days * DAY);
	},
);
