import type { Stripe } from "stripe";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Currency } from "../contract/money.ts";
import type { AuditEntry } from "../core/audit-log/contract.ts";
import { mailLanguage } from "../core/mail-texts.ts";
import { findSaleById } from "../purchases/find-purchase.ts";
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
	accessOf,
	balanceOf,
	mailsTo,
	purchaseOf,
	status,
	subjectsTo,
} from "../test/fixtures/sale-helpers.ts";
import { makeShare } from "../test/fixtures/sales.ts";
import { call, makeCreator, request, testCtx } from "../test/fixtures/test-app.ts";
import { fetchPayment } from "./provider.ts";
import { reconcilePurchases } from "./settlement/reconcile-purchases.ts";
import { settlePurchase } from "./settlement/settle-purchase.ts";

const DAY = 24 * 60 * 60 * 1000;

afterEach(async () => {
	vi.restoreAllMocks();
	await sandbox("/settings", { settles: [], refunds: "any" });
});

type Method = { type: string; currency: Currency; days: number | null };
const METHODS: Method[] = [
	{ type: "ideal", currency: "eur", days: null },
	{ type: "bancontact", currency: "eur", days: null },
	{ type: "klarna", currency: "usd", days: null },
	{ type: "cashapp", currency: "usd", days: null },
	{ type: "sepa_debit", currency: "eur", days: 20 },
	{ type: "bacs_debit", currency: "gbp", days: 11 },
	{ type: "us_bank_account", currency: "usd", days: 6 },
];

async function makeSeller(currency: Currency, acceptsDelayed: boolean) {
	const creator = await makeCreator({ currency });
	if (acceptsDelayed) {
		const set = { acceptsDelayed };
		expect((await call("POST", "/api/setup-methods", set, creator.cookies)).status).toBe(200);
	}
	return creator;
}

const emailOf = (intentId: string) => `${intentId.toLowerCase()}@example.test`;

/** Confirms a payment as the buyer's browser does, up to the bank's page or its days of waiting. */
async function confirm(intentId: string, type: string, account?: object): Promise<void> {
	const data: Record<string, object> = {
		sepa_debit: { iban: "DE89370400440532013000" },
		bacs_debit: { sort_code: "108800", account_number: "00012345" },
		us_bank_account: { financial_connections_account: "fca_success" },
	};
	await provider().paymentIntents.confirm(intentId, {
		return_url: "https://tillbox.test/share/x",
		receipt_email: emailOf(intentId),
		payment_method_data: {
			type: type as "ideal",
			billing_details: { name: "Jenny Rosen", email: emailOf(intentId) },
			[type]: account ?? data[type] ?? {},
		},
	});
}

async function begin({ type, currency, days }: Method, fields: { maxSales?: number } = {}) {
	const creator = await makeSeller(currency, days !== null);
	const share = await makeShare(creator.user.id, { priceCents: 2000, currency, ...fields });
	const begun = await beginCard(share.slug);
	await confirm(begun.intentId, type);
	return { creator, share, ...begun };
}

const answer = (intentId: string, { days }: Method, isPaid: boolean) =>
	days === null
		? sandbox(`/payment_intents/${intentId}/authenticate`, {
				outcome: isPaid ? "complete" : "fail",
			})
		: sandbox(`/payment_intents/${intentId}/settle`, {
				outcome: isPaid ? "succeeded" : "failed",
			});

async function tellAll(intentId: string, order = (events: Stripe.Event[]) => events) {
	for (const event of order(await eventsOf(intentId)))
		expect((await deliver(event)).status).toBe(200);
}

const stateOf = async (intentId: string) => (await purchaseOf(intentId)).state;

describe.each(METHODS)("a payment by $type", (method) => {
	const isDelayed = method.days !== null;

	it("opens the files once the payment is complete, never before", async () => {
		const { share, intentId, cookies } = await begin(method);
		await tellAll(intentId);
		expect(await stateOf(intentId)).toBe(isDelayed ? "processing" : "started");
		expect(await accessOf(share, cookies)).toBeNull();
		const early = await reportSuccess(intentId, cookies, emailOf(intentId));
		expect(early.status).toBe(isDelayed ? 409 : 402);
		await answer(intentId, method, true);
		await tellAll(intentId);
		expect(await stateOf(intentId)).toBe("paid");
		expect(await accessOf(share, cookies)).toMatchObject({ as: "buyer" });
		expect(await subjectsTo(emailOf(intentId))).toEqual([`Your receipt: ${share.title}`]);
	});

	it("opens nothing for a failed payment, and accepts another", async () => {
		const { share, intentId, cookies } = await begin(method);
		await tellAll(intentId);
		await answer(intentId, method, false);
		await tellAll(intentId);
		expect(await accessOf(share, cookies)).toBeNull();
		const told = await reportSuccess(intentId, cookies, emailOf(intentId));
		expect([told.status, await told.json()]).toMatchObject([
			402,
			{ code: "payment.not_succeeded" },
		]);
		// The buyer of a debit has left long ago: they are notified by mail, and the attempt is over.
		expect(await stateOf(intentId)).toBe(isDelayed ? "cancelled" : "started");
		expect(await subjectsTo(emailOf(intentId))).toEqual(
			isDelayed ? [`Your payment didn’t go through: ${share.title}`] : [],
		);
		const again = await beginCard(share.slug, cookies);
		expect(again.intentId === intentId).toBe(!isDelayed);
		await payCard(again.intentId);
		expect((await reportSuccess(again.intentId, cookies)).status).toBe(200);
		expect(await accessOf(share, cookies)).toMatchObject({ as: "buyer" });
	});

	it("settles by the webhook alone if the tab was closed", async () => {
		const { share, intentId, cookies } = await begin(method);
		await answer(intentId, method, true);
		const events = await eventsOf(intentId);
		const succeeded = events.find(({ type }) => type === "payment_intent.succeeded");
		expect(succeeded && (await deliver(succeeded)).status).toBe(200);
		expect(await accessOf(share, cookies)).toMatchObject({ as: "buyer" });
		expect(await mailsTo(emailOf(intentId))).toHaveLength(1);
	});

	it("settles the same by late and repeated events in any order", async () => {
		const { creator, share, intentId, cookies } = await begin(method);
		await answer(intentId, method, true);
		await tellAll(intentId, (events) => [...events.toReversed(), ...events]);
		await tellAll(intentId);
		expect(await stateOf(intentId)).toBe("paid");
		expect(await accessOf(share, cookies)).toMatchObject({ as: "buyer" });
		expect(await mailsTo(emailOf(intentId))).toHaveLength(1);
		const { lines } = await balanceOf(creator);
		expect(lines.filter(({ kind }) => kind === "gross")).toHaveLength(1);
	});

	if (isDelayed)
		it("reserves the last copy while the bank decides, and releases it on failure", async () => {
			const { share, intentId, cookies } = await begin(method, { maxSales: 1 });
			await tellAll(intentId);
			const late = await call("POST", "/api/create-payment-intent", { shareId: share.slug });
			expect(await late.json()).toMatchObject({ code: "share.sold_out" });
			const own = await call(
				"POST",
				"/api/create-payment-intent",
				{ shareId: share.slug },
				cookies,
			);
			expect(await own.json()).toMatchObject({ code: "payment.processing" });
			await answer(intentId, method, false);
			await tellAll(intentId);
			const again = await beginCard(share.slug);
			await payCard(again.intentId);
			expect((await reportSuccess(again.intentId, again.cookies)).status).toBe(200);
		});

	it("returns or cancels a payment whose last copy was taken", async () => {
		const { share, intentId, cookies } = await begin(method, { maxSales: 1 });
		const other = await beginCard(share.slug);
		await payCard(other.intentId);
		expect((await reportSuccess(other.intentId, other.cookies)).status).toBe(200);
		if (!isDelayed) await answer(intentId, method, true);
		await tellAll(intentId);
		const isCharged = !isDelayed && method.type !== "klarna" && method.type !== "cashapp";
		expect(await purchaseOf(intentId)).toMatchObject({
			state: isCharged ? "refunded" : "cancelled",
			autoRefundReason: "sold_out",
			refundedCents: isCharged ? 2000 : 0,
		});
		expect(await accessOf(share, cookies)).toBeNull();
		expect(await subjectsTo(emailOf(intentId))).toEqual([
			`${isCharged ? "Your payment is on its way back" : "You haven’t been charged"}: ${share.title}`,
		]);
	});

	it("ends unfinished payments after a day unless a bank decides", async () => {
		const { intentId, cookies, share } = await begin(method);
		await tellAll(intentId);
		await reconcilePurchases(testCtx({ now: () => Date.now() + 2 * DAY }));
		expect(await stateOf(intentId)).toBe(isDelayed ? "processing" : "cancelled");
		const { status: now } = await provider().paymentIntents.retrieve(intentId);
		expect(now).toBe(isDelayed ? "processing" : "canceled");
		if (!isDelayed) return;
		await answer(intentId, method, true);
		await reconcilePurchases(testCtx({ now: () => Date.now() + 10 * DAY }));
		expect(await accessOf(share, cookies)).toMatchObject({ as: "buyer" });
	});

	it("refuses a direct payment while the bank decides", async () => {
		const { creator, share, intentId, cookies } = await begin(method);
		const link = { directLink: "https://paypal.me/ada" };
		expect((await call("POST", "/api/setup-cashapp", link, creator.cookies)).status).toBe(200);
		await tellAll(intentId);
		const beginDirectly = () =>
			call("POST", "/api/begin-direct-payment", { shareId: share.slug }, cookies);
		const meanwhile = await beginDirectly();
		expect([meanwhile.status, await meanwhile.json()]).toMatchObject(
			isDelayed ? [409, { code: "payment.processing" }] : [200, link],
		);
		await answer(intentId, method, false);
		await tellAll(intentId);
		expect((await beginDirectly()).status).toBe(200);
	});

	if (method.days !== null)
		it("says until when the bank answers, and holds the attempt until then", async () => {
			const { share, intentId, cookies } = await begin(method);
			const answers = [
				await reportSuccess(intentId, cookies),
				await call("POST", "/api/create-payment-intent", { shareId: share.slug }, cookies),
			];
			for (const response of answers) {
				const { code, details } = (await response.json()) as {
					code: string;
					details: { answerBy: string };
				};
				expect([response.status, code]).toEqual([409, "payment.processing"]);
				const days = (Date.parse(details.answerBy) - Date.now()) / DAY;
				expect(Math.round(days)).toBe(method.days);
			}
		});
	else
		it("accepts another way of paying if the bank's page was left", async () => {
			const { share, intentId, cookies } = await begin(method);
			await sandbox(`/payment_intents/${intentId}/expire`);
			await tellAll(intentId);
			expect(await stateOf(intentId)).toBe("started");
			expect((await beginCard(share.slug, cookies)).intentId).toBe(intentId);
			await payCard(intentId);
			expect((await reportSuccess(intentId, cookies)).status).toBe(200);
		});
});

describe("bank debits", () => {
	const typesOf = async (currency: Currency, acceptsDelayed: boolean) => {
		const creator = await makeSeller(currency, acceptsDelayed);
		const share = await makeShare(creator.user.id, { priceCents: 2000, currency });
		const { intentId } = await beginCard(share.slug);
		return (await provider().paymentIntents.retrieve(intentId)).payment_method_types;
	};

	it("offers bank debits only if the creator takes them", async () => {
		expect(await typesOf("eur", false)).toEqual(["card", "ideal", "bancontact", "eps", "klarna"]);
		expect(await typesOf("eur", true)).toContain("sepa_debit");
		expect(await typesOf("gbp", false)).not.toContain("bacs_debit");
		expect(await typesOf("gbp", true)).toContain("bacs_debit");
		expect(await typesOf("usd", false)).not.toContain("us_bank_account");
		expect(await typesOf("usd", true)).toContain("us_bank_account");
	});

	it("records in the audit log when bank debits are switched", async () => {
		const creator = await makeCreator();
		expect(await status(creator)).toMatchObject({ acceptsDelayed: false });
		for (const acceptsDelayed of [true, true, false]) {
			const response = await call(
				"POST",
				"/api/setup-methods",
				{ acceptsDelayed },
				creator.cookies,
			);
			expect(await response.json()).toMatchObject({ acceptsDelayed });
		}
		const acts = await call("GET", "/api/account/acts", undefined, creator.cookies);
		const switched = (await acts.json<AuditEntry[]>()).map(({ act }) => act);
		expect(switched).toEqual(["payout.debits_switched", "payout.debits_switched"]);
		expect((await call("POST", "/api/setup-methods", { acceptsDelayed: true })).status).toBe(401);
		expect(
			(await call("POST", "/api/setup-methods", { acceptsDelayed: 1 }, creator.cookies)).status,
		).toBe(400);
	});

	it("ends access to a debit that a bank takes back", async () => {
		const method = { type: "sepa_debit", currency: "eur", days: 20 } as const;
		const { share, intentId, cookies, creator } = await begin(method);
		await answer(intentId, method, true);
		await tellAll(intentId);
		const { latest_charge: charge } = await provider().paymentIntents.retrieve(intentId);
		await sandbox(`/charges/${charge}/dispute`);
		for (const event of await eventsOf(String(charge)))
			expect((await deliver(event)).status).toBe(200);
		expect(await accessOf(share, cookies)).toBeNull();
		expect(await stateOf(intentId)).toBe("refunded");
		expect(await subjectsTo(creator.user.email)).toContain(`Dispute lost: ${share.title}`);
	});

	it("takes US debits from linked accounts only", async () => {
		const creator = await makeSeller("usd", true);
		const share = await makeShare(creator.user.id, { priceCents: 2000 });
		const { intentId } = await beginCard(share.slug);
		const typed = { account_number: "000123456789", routing_number: "110000000" };
		await expect(confirm(intentId, "us_bank_account", typed)).rejects.toThrow(/instant/);
	});

	it("mails the reason of a debit that fails after it was paid", async () => {
		const method = { type: "us_bank_account", currency: "usd", days: 6 } as const;
		const { share, intentId, cookies, creator } = await begin(method);
		await answer(intentId, method, true);
		await tellAll(intentId);
		const { latest_charge: charge } = await provider().paymentIntents.retrieve(intentId);
		await sandbox(`/charges/${charge}/dispute`, { reason: "bank_cannot_process" });
		for (const event of await eventsOf(String(charge)))
			expect((await deliver(event)).status).toBe(200);
		expect(await accessOf(share, cookies)).toBeNull();
		const [lost] = (await mailsTo(creator.user.email)).filter(({ subject }) =>
			subject.startsWith("Dispute lost"),
		);
		expect(lost?.text).toContain(mailLanguage("en").texts.disputeReasons.bank_cannot_process);
	});

	it("announces a failed debit once, even if the browser reports it first", async () => {
		const method = { type: "sepa_debit", currency: "eur", days: 20 } as const;
		const { intentId, cookies } = await begin(method);
		await answer(intentId, method, false);
		const sale = await findSaleById(testCtx(), (await purchaseOf(intentId)).id);
		const late = await fetchPayment(testCtx(), intentId);
		expect((await reportSuccess(intentId, cookies)).status).toBe(402);
		if (sale) await settlePurchase(testCtx(), sale, late);
		await tellAll(intentId);
		expect(await stateOf(intentId)).toBe("cancelled");
		expect(await mailsTo(emailOf(intentId))).toHaveLength(1);
	});
});

it("counts only cards as declined cards", async () => {
	const [method] = METHODS;
	if (!method) throw new Error("no method");
	const { intentId } = await begin(method);
	for (let n = 0; n < 6; n++) {
		await answer(intentId, method, false);
		await confirm(intentId, method.type);
	}
	await tellAll(intentId);
	expect((await provider().paymentIntents.retrieve(intentId)).status).toBe("requires_action");
});

describe("a refund that the way of paying does not allow", () => {
	const giveBack = async (amount?: string) => {
		const method = { type: "klarna", currency: "usd", days: null } as const;
		const { creator, intentId } = await begin(method);
		await answer(intentId, method, true);
		await tellAll(intentId);
		await sandbox("/settings", { refunds: "whole" });
		const { id } = await purchaseOf(intentId);
		return request(`/api/purchases/${id}/refund`, {
			method: "POST",
			cookies: creator.cookies,
			headers: { "content-type": "application/json", "idempotency-key": id },
			body: JSON.stringify(amount ? { amount } : {}),
		});
	};

	it("explains that a payment can only be refunded in full", async () => {
		const response = await giveBack("5.00");
		expect(await response.json()).toMatchObject({
			code: "provider.refused",
			reason: "refund.not_in_part",
		});
	});

	it("refunds in full what can't be refunded in part", async () => {
		expect((await giveBack()).status).toBe(200);
	});
});
