import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { shares } from "../../catalogue/shares/tables.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import {
	beginCard,
	deliver,
	eventsOf,
	payCard,
	provider,
	reportSuccess,
} from "../../test/fakes/provider.ts";
import { accessOf, makeOffer, purchaseOf, subjectsTo } from "../../test/fixtures/sale-helpers.ts";
import { makeShare } from "../../test/fixtures/sales.ts";
import { call, cookiesOf, testCtx } from "../../test/fixtures/test-app.ts";
import { ledger } from "../tables.ts";

describe("a card payment", () => {
	it("gives the buyer who paid access to the files and records every cent in the ledger", async () => {
		const { creator, share } = await makeOffer({ priceCents: 1000 });
		const begun = await beginCard(share.slug);
		expect(begun.amount).toBe(1000);
		expect(begun.cookies["__Host-buyer"]).toBeTruthy();
		expect(await accessOf(share, begun.cookies)).toBeNull();
		await payCard(begun.intentId);
		const response = await reportSuccess(begun.intentId, begun.cookies, "one@example.test");
		expect(response.status).toBe(200);
		expect(await response.json()).toEqual({
			isPaid: true,
			receiptUrl: expect.stringMatching(/^https:\/\/tillbox\.test\/receipt#[\w-]{43}$/),
		});
		expect(await accessOf(share, begun.cookies)).toMatchObject({ as: "buyer" });
		const lines = await testCtx()
			.db.select()
			.from(ledger)
			.where(eq(ledger.creatorId, creator.user.id));
		const amounts = Object.fromEntries(lines.map((line) => [line.kind, line.amountCents]));
		expect(amounts).toEqual({ gross: 1000, platform_fee: -50, processing_fee: -59 });
		expect(await subjectsTo("one@example.test")).toEqual([`Your receipt: ${share.title}`]);
		expect(await subjectsTo(creator.user.email)).toEqual([
			`You sold “${share.title}”: you keep $8.91`,
		]);
	});

	it("returns the same open payment when it is begun again", async () => {
		const { share } = await makeOffer();
		const first = await beginCard(share.slug);
		const again = await beginCard(share.slug, first.cookies);
		expect(again.intentId).toBe(first.intentId);
		const [a, b] = await Promise.all([
			beginCard(share.slug, first.cookies),
			beginCard(share.slug, first.cookies),
		]);
		expect([a.intentId, b.intentId]).toEqual([first.intentId, first.intentId]);
		expect((await beginCard(share.slug)).intentId).not.toBe(first.intentId);
	});

	// G23
	it("keeps its quote when the creator changes the price", async () => {
		const { share } = await makeOffer({ priceCents: 1000 });
		const begun = await beginCard(share.slug);
		await testCtx().db.update(shares).set({ priceCents: 5000 }).where(eq(shares.id, share.id));
		expect(await beginCard(share.slug, begun.cookies)).toMatchObject({
			intentId: begun.intentId,
			amount: 1000,
		});
		await testCtx()
			.db.update(purchases)
			.set({ createdAt: Date.now() - 2 * 3_600_000 })
			.where(eq(purchases.paymentIntentId, begun.intentId));
		const renewed = await beginCard(share.slug, begun.cookies);
		expect(renewed.amount).toBe(5000);
		expect((await provider().paymentIntents.retrieve(begun.intentId)).status).toBe("canceled");
	});

	it("grants no access before it has succeeded", async () => {
		const { share } = await makeOffer();
		const begun = await beginCard(share.slug);
		const early = await reportSuccess(begun.intentId, begun.cookies);
		expect(early.status).toBe(402);
		expect(await early.json()).toMatchObject({ code: "payment.not_succeeded" });
		await expect(payCard(begun.intentId, "pm_card_chargeDeclined")).rejects.toThrow("declined");
		expect((await reportSuccess(begun.intentId, begun.cookies)).status).toBe(402);
		expect(await accessOf(share, begun.cookies)).toBeNull();
		await payCard(begun.intentId);
		expect((await reportSuccess(begun.intentId, begun.cookies)).status).toBe(200);
	});

	it("stays in processing while the bank decides", async () => {
		const { share } = await makeOffer();
		const begun = await beginCard(share.slug);
		await payCard(begun.intentId, "pm_sandbox_processing");
		const response = await reportSuccess(begun.intentId, begun.cookies);
		expect(response.status).toBe(409);
		expect(await response.json()).toMatchObject({ code: "payment.processing" });
		expect((await purchaseOf(begun.intentId)).state).toBe("processing");
	});

	// G18
	it("opens only for the buyer who began it", async () => {
		const { share } = await makeOffer();
		const begun = await beginCard(share.slug);
		await payCard(begun.intentId);
		const stranger = await beginCard(share.slug);
		expect((await reportSuccess(begun.intentId, {})).status).toBe(404);
		expect((await reportSuccess(begun.intentId, stranger.cookies)).status).toBe(404);
		expect((await reportSuccess("pi_unknown", begun.cookies)).status).toBe(404);
		expect(await accessOf(share, stranger.cookies)).toBeNull();
	});

	// G18
	it("opens no expensive share with the payment for a cheap one", async () => {
		const { creator, share } = await makeOffer({ priceCents: 100 });
		const dear = await makeShare(creator.user.id, { priceCents: 90_000 });
		const begun = await beginCard(share.slug);
		await beginCard(dear.slug, begun.cookies);
		await payCard(begun.intentId);
		await reportSuccess(begun.intentId, begun.cookies);
		expect(await accessOf(share, begun.cookies)).toMatchObject({ as: "buyer" });
		expect(await accessOf(dear, begun.cookies)).toBeNull();
	});

	it.each([
		["amount", { amount: 50 }],
		["currency", { currency: "eur" }],
		["share", { metadata: { shareId: "another" } }],
		["buyer", { metadata: { buyerId: "another" } }],
		["purchase", { metadata: { purchaseId: "another" } }],
	])("goes back by itself when it is not the one quoted: other %s", async (_what, change) => {
		const { share } = await makeOffer({ priceCents: 1000 });
		const begun = await beginCard(share.slug);
		const { amount } = await provider().paymentIntents.update(begun.intentId, change);
		await payCard(begun.intentId);
		expect((await reportSuccess(begun.intentId, begun.cookies)).status).toBe(409);
		expect(await purchaseOf(begun.intentId)).toMatchObject({
			state: "refunded",
			autoRefundReason: "differs",
		});
		expect(await accessOf(share, begun.cookies)).toBeNull();
		const refunds = await provider().refunds.list({ payment_intent: begun.intentId });
		expect(refunds.data.map((refund) => refund.amount)).toEqual([amount]);
	});

	// G19
	it("grants access once, however often events and the browser's call are repeated", async () => {
		const { creator, share } = await makeOffer();
		const begun = await beginCard(share.slug);
		await payCard(begun.intentId);
		const events = await eventsOf(begun.intentId);
		const replay = [...events, ...events].map((event) => () => deliver(event));
		const told = [1, 2, 3].map(() => () => reportSuccess(begun.intentId, begun.cookies));
		const responses = await Promise.all([...replay, ...told].map((act) => act()));
		expect(responses.map((result) => result.status)).toEqual(responses.map(() => 200));
		const lines = await testCtx()
			.db.select()
			.from(ledger)
			.where(eq(ledger.creatorId, creator.user.id));
		expect(lines.map((line) => line.kind).sort()).toEqual([
			"gross",
			"platform_fee",
			"processing_fee",
		]);
		expect(await subjectsTo(creator.user.email)).toEqual([
			`You sold “${share.title}”: you keep $8.91`,
		]);
	});

	it("allows a few corrections of a mistyped address, each of which invalidates the earlier link", async () => {
		const { share } = await makeOffer();
		const begun = await beginCard(share.slug);
		await payCard(begun.intentId);
		const tell = async (email: string) => {
			const response = await reportSuccess(begun.intentId, begun.cookies, email);
			return { status: response.status, ...((await response.json()) as { receiptUrl?: string }) };
		};
		const wrong = await tell("wrogn@example.test");
		const right = await tell("right@example.test");
		expect(right.receiptUrl).not.toBe(wrong.receiptUrl);
		expect(await tell("right@example.test")).toEqual(right);
		expect(await subjectsTo("right@example.test")).toHaveLength(1);
		await tell("third@example.test");
		await tell("fourth@example.test");
		expect((await tell("fifth@example.test")).status).toBe(429);
	});
});

describe("beginning a payment", () => {
	it.each([
		["unknown share", null, 404, "share.not_found"],
		["deleted", { status: "deleted" }, 404, "share.not_found"],
		["taken down", { status: "taken_down" }, 410, "share.taken_down"],
		["still uploading", { status: "uploading" }, 409, "share.not_for_sale"],
		["not selling", { selling: false }, 409, "share.not_for_sale"],
		["expired", { expiresAt: 1 }, 409, "share.not_for_sale"],
		["under the card's minimum", { priceCents: 49 }, 409, "share.no_payment_route"],
	] as const)("is refused: %s", async (_case, fields, status, code) => {
		const { share } = await makeOffer(fields ?? {});
		const shareId = fields ? share.slug : "nosuchshare1";
		const response = await call("POST", "/api/create-payment-intent", { shareId });
		expect(response.status).toBe(status);
		expect(await response.json()).toMatchObject({ code });
		expect(cookiesOf(response)).not.toHaveProperty("__Host-buyer");
	});

	it("refuses the owner and a buyer who has already paid", async () => {
		const { creator, share } = await makeOffer();
		const own = await call(
			"POST",
			"/api/create-payment-intent",
			{ shareId: share.slug },
			creator.cookies,
		);
		expect(own.status).toBe(403);
		const begun = await beginCard(share.slug);
		await payCard(begun.intentId);
		// No webhook has arrived yet: the repeated call reads the payment's status itself.
		const repeat = () =>
			call("POST", "/api/create-payment-intent", { shareId: share.slug }, begun.cookies);
		expect(await (await repeat()).json()).toMatchObject({ code: "payment.already_paid" });
		expect(await accessOf(share, begun.cookies)).toMatchObject({ as: "buyer" });
		expect((await repeat()).status).toBe(409);
	});
});
