import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { webhookMessages } from "../../core/webhook-events/tables.ts";
import { reconcilePayouts } from "../../payments/payouts/reconcile-payouts.ts";
import { fetchPayment } from "../../payments/provider.ts";
import { settlePurchase } from "../../payments/settlement/settle-purchase.ts";
import { payoutMethods } from "../../payments/tables.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { findSaleById } from "../../purchases/find-purchase.ts";
import {
	beginCard,
	deliver,
	eventsOf,
	payCard,
	provider,
	reportSuccess,
	sandbox,
} from "../../test/fakes/provider.ts";
import { makeOperator } from "../../test/fixtures/operators.ts";
import {
	chargeOf,
	connect,
	deliverAll,
	purchaseOf,
	refund,
	salesOf,
	sell,
} from "../../test/fixtures/sale-helpers.ts";
import { makeShare } from "../../test/fixtures/sales.ts";
import { call, cookiesOf, makeCreator, request, testCtx } from "../../test/fixtures/test-app.ts";
import { begun, complete, put, SMALL } from "../../test/fixtures/upload-helpers.ts";
import { eventsTo, storeEndpoint, typesOf } from "../../test/fixtures/webhooks.ts";
import { sanctions } from "../../trust/moderation/tables.ts";
import { bodyOf } from "./message-body.ts";
import { editEndpoint } from "./own-endpoints.ts";

// Endpoints here have no network, so a listener keeps its messages.
const LATER = 4_000_000_000_000;
const watch = (userId: string, events: ["*"] | ["sale.created"] = ["*"]) =>
	storeEndpoint(userId, { url: null, expiresAt: LATER, events });

async function watched(fields: Parameters<typeof makeCreator>[0] = {}) {
	const creator = await makeCreator({ emailVerifiedAt: 1, ...fields });
	return { creator, endpoint: (await watch(creator.user.id)).id };
}

async function dataOf(endpointId: string, type: string) {
	const message = (await eventsTo(endpointId)).find((one) => one.type === type);
	return message ? JSON.parse(bodyOf(message)).data : null;
}

let codes = 0;

// Transfers need money on the platform's balance.
beforeAll(async () => {
	const intent = await provider().paymentIntents.create({ amount: 500_000, currency: "usd" });
	await payCard(intent.id, "pm_card_bypassPending");
});

describe("a card payment", () => {
	it("announces a card payment once, however often the provider reports it", async () => {
		const { creator, endpoint } = await watched();
		const sold = await sell(creator);
		await deliverAll(sold);
		await deliverAll(sold);
		expect(await typesOf(endpoint)).toEqual(["sale.created"]);
	});

	it("announces a payment without the buyer's address after a minute", async () => {
		const creator = await makeCreator({ emailVerifiedAt: 1 });
		const { id } = await storeEndpoint(creator.user.id);
		const share = await makeShare(creator.user.id);
		const begun = await beginCard(share.slug);
		await payCard(begun.intentId);
		for (const event of await eventsOf(begun.intentId)) await deliver(event);
		const [message] = await eventsTo(id);
		expect(message).toMatchObject({ type: "sale.created", attempts: 0, deliveredAt: null });
		expect(message?.dueAt).toBe((message?.createdAt ?? 0) + 60_000);
	});

	it("announces a refund, once, with its amount", async () => {
		const { creator, endpoint } = await watched();
		const sold = await sell(creator);
		const [sale] = await salesOf(creator, sold.share);
		await refund(creator, sale?.id ?? "");
		await deliverAll(sold);
		expect(await typesOf(endpoint)).toEqual(["sale.created", "sale.refunded"]);
		expect(await dataOf(endpoint, "sale.refunded")).toMatchObject({
			sale: { id: sale?.id, state: "refunded", refunded: "10.00" },
			refund: { id: expect.stringMatching(/^re_/), amount: "10.00" },
		});
		// Neither was sent before the refund.
		expect(await dataOf(endpoint, "sale.created")).toMatchObject({
			sale: { state: "paid", refunded: "0.00" },
		});
	});

	it("announces neither sale nor refund of an automatically refunded payment", async () => {
		const { creator, endpoint } = await watched();
		const share = await makeShare(creator.user.id, { maxSales: 1 });
		const first = await beginCard(share.slug);
		const second = await beginCard(share.slug);
		for (const { intentId } of [first, second]) {
			await payCard(intentId);
			for (const event of await eventsOf(intentId)) await deliver(event);
		}
		expect((await purchaseOf(second.intentId)).autoRefundReason).toBe("sold_out");
		expect(await typesOf(endpoint)).toEqual(["sale.created"]);
	});

	it("announces that the bank refused a refund", async () => {
		const { creator, endpoint } = await watched();
		const sold = await sell(creator);
		const [sale] = await salesOf(creator, sold.share);
		await refund(creator, sale?.id ?? "");
		const [made] = (await provider().refunds.list({ payment_intent: sold.intentId })).data;
		await sandbox(`/refunds/${made?.id}/finish`, { outcome: "failed" });
		await deliverAll(sold);
		expect(await typesOf(endpoint)).toEqual([
			"sale.created",
			"sale.refund_failed",
			"sale.refunded",
		]);
	});

	it.each(["won", "lost"] as const)("announces a dispute, and that it is %s", async (outcome) => {
		const { creator, endpoint } = await watched();
		const sold = await sell(creator, { method: "pm_card_createDispute" });
		await deliverAll(sold);
		expect(await typesOf(endpoint)).toEqual(["dispute.opened", "sale.created"]);
		const [dispute] = (await provider().disputes.list({ charge: await chargeOf(sold) })).data;
		if (outcome === "lost") await provider().disputes.close(dispute?.id ?? "");
		else
			await provider().disputes.update(dispute?.id ?? "", {
				evidence: { uncategorized_text: "winning_evidence" },
			});
		await deliverAll(sold);
		await deliverAll(sold);
		expect(await typesOf(endpoint)).toEqual(["dispute.closed", "dispute.opened", "sale.created"]);
		expect(await dataOf(endpoint, "dispute.opened")).toMatchObject({
			dispute: { id: dispute?.id, amount: "10.00", outcome: null },
		});
		expect(await dataOf(endpoint, "dispute.closed")).toMatchObject({
			sale: { state: outcome === "won" ? "paid" : "lost" },
			dispute: { id: dispute?.id, amount: "10.00", outcome },
		});
	});

	it("doesn't announce earlier sales to an endpoint that is added later", async () => {
		const creator = await makeCreator({ emailVerifiedAt: 1 });
		const sold = await sell(creator);
		const { id } = await watch(creator.user.id);
		await deliverAll(sold);
		const sale = await findSaleById(testCtx(), (await purchaseOf(sold.intentId)).id);
		if (!sale) throw new Error("no sale");
		await settlePurchase(testCtx(), sale, await fetchPayment(testCtx(), sold.intentId));
		expect(await eventsTo(id)).toEqual([]);
	});

	it("waits for an endpoint that is off, and is due when it is on again", async () => {
		const creator = await makeCreator({ emailVerifiedAt: 1 });
		const { id } = await storeEndpoint(creator.user.id, { offReason: "creator" });
		await sell(creator);
		const due = () =>
			testCtx()
				.db.select({ type: webhookMessages.type, at: webhookMessages.dueAt })
				.from(webhookMessages)
				.where(eq(webhookMessages.endpointId, id));
		expect(await due()).toEqual([{ type: "sale.created", at: null }]);
		await editEndpoint(creator.ctx, id, { enabled: true });
		expect(await due()).toEqual([{ type: "sale.created", at: expect.any(Number) }]);
	});

	it("writes nothing if no endpoint wants it", async () => {
		const creator = await makeCreator({ emailVerifiedAt: 1 });
		const other = await storeEndpoint(creator.user.id, { events: ["share.deleted"] });
		const ended = await storeEndpoint(creator.user.id, { url: null, expiresAt: 1 });
		await sell(creator);
		for (const { id } of [other, ended]) expect(await eventsTo(id)).toEqual([]);
	});
});

describe("a direct payment", () => {
	async function offered(payout: { releaseOnConfirmation?: boolean } = {}) {
		const { creator, endpoint } = await watched();
		const setup = { cashAppHandle: "$creator1", ...payout };
		expect((await call("POST", "/api/setup-cashapp", setup, creator.cookies)).status).toBe(200);
		return { creator, endpoint, share: await makeShare(creator.user.id) };
	}
	async function claim(
		shareId: string,
		confirmationCode = `HOOK${++codes}`,
		cookies: Record<string, string> = {},
	) {
		const input = { shareId, buyerEmail: "buyer@example.test", confirmationCode };
		const response = await call("POST", "/api/confirm-direct-payment", input, cookies);
		const { claimId } = await response.json<{ claimId: string }>();
		return { claimId, cookies: { ...cookies, ...cookiesOf(response) } };
	}

	it("announces a claim, once also when it is corrected, and its approval with the sale", async () => {
		const { creator, endpoint, share } = await offered();
		const { claimId, cookies } = await claim(share.slug);
		await claim(share.slug, "CORRECTED1", cookies);
		expect(await typesOf(endpoint)).toEqual(["claim.created"]);
		const approve = `/api/direct-claims/${claimId}/approve`;
		for (let nth = 0; nth < 2; nth++) await call("POST", approve, {}, creator.cookies);
		expect(await typesOf(endpoint)).toEqual(["claim.approved", "claim.created", "sale.created"]);
		expect(await dataOf(endpoint, "claim.created")).toMatchObject({
			claim: {
				id: claimId,
				state: "claimed",
				buyerEmail: "buyer@example.test",
				currency: "usd",
				price: "10.00",
			},
		});
		expect(await dataOf(endpoint, "claim.approved")).toMatchObject({ claim: { state: "paid" } });
	});

	it("announces a refusal with its reason, and a claim that is made again", async () => {
		const { creator, endpoint, share } = await offered();
		const { claimId, cookies } = await claim(share.slug);
		const decline = `/api/direct-claims/${claimId}/decline`;
		for (let nth = 0; nth < 2; nth++)
			await call("POST", decline, { reason: "not_found" }, creator.cookies);
		expect(await typesOf(endpoint)).toEqual(["claim.created", "claim.declined"]);
		expect(await dataOf(endpoint, "claim.declined")).toMatchObject({
			claim: { id: claimId, state: "declined", reason: "not_found" },
		});
		await claim(share.slug, `AGAIN${++codes}`, cookies);
		expect(await typesOf(endpoint)).toEqual(["claim.created", "claim.created", "claim.declined"]);
		const other = await claim(share.slug);
		// Two claims of one moment are still two.
		await testCtx()
			.db.update(purchases)
			.set({ claimedAt: Date.now() })
			.where(eq(purchases.shareId, share.id));
		for (const id of [claimId, other.claimId])
			await call(
				"POST",
				`/api/direct-claims/${id}/decline`,
				{ reason: "not_found" },
				creator.cookies,
			);
		const types = await typesOf(endpoint);
		expect(types.filter((type) => type === "claim.declined")).toHaveLength(3);
	});

	it("announces claim, approval and sale of a direct payment that releases the files", async () => {
		const { endpoint, share } = await offered({ releaseOnConfirmation: true });
		await claim(share.slug);
		expect(await typesOf(endpoint)).toEqual(["claim.approved", "claim.created", "sale.created"]);
	});
});

describe("what costs nothing", () => {
	it("announces a free purchase as a sale of 0", async () => {
		const { creator, endpoint } = await watched();
		const share = await makeShare(creator.user.id, { pricing: "free", priceCents: 0 });
		const input = { shareId: share.slug, buyerEmail: "buyer@example.test" };
		expect((await call("POST", "/api/get-free", input)).status).toBe(200);
		expect(await typesOf(endpoint)).toEqual(["sale.created"]);
		expect(await dataOf(endpoint, "sale.created")).toMatchObject({
			sale: { route: "free", price: "0.00", buyerEmail: "buyer@example.test" },
		});
	});
});

describe("shares", () => {
	it("announce their creator's changes, single and together, with the new state", async () => {
		const { creator, endpoint } = await watched();
		const { slug } = await makeShare(creator.user.id);
		const path = `/api/file-shares/${slug}`;
		await call("PATCH", path, { title: "Dawn set", price: "12.50" }, creator.cookies);
		expect(await dataOf(endpoint, "share.updated")).toMatchObject({
			share: { shareId: slug, title: "Dawn set", price: "12.50", selling: true, isBundle: false },
		});
		const refused = await call("PATCH", path, { price: "12345678.00" }, creator.cookies);
		expect(refused.status).toBe(400);
		expect(await typesOf(endpoint)).toEqual(["share.updated"]);
	});

	// G104
	it("announce no edit that changes nothing", async () => {
		const { creator, endpoint } = await watched();
		const { slug } = await makeShare(creator.user.id, { title: "Dusk set" });
		const edit = (fields: object) =>
			call("PATCH", `/api/file-shares/${slug}`, fields, creator.cookies);
		const before = await (
			await request(`/api/file-shares/${slug}`, { cookies: creator.cookies })
		).json<{ price: string }>();
		const same = { title: "Dusk set", price: before.price, description: "", licence: "" };
		for (const fields of [same, { ...same, selling: true, password: null, expiresAt: null }])
			expect((await edit(fields)).status).toBe(200);
		expect(await typesOf(endpoint)).toEqual([]);
		const changes = [
			{ ...same, description: "Ten pictures" },
			{ licence: "Private use" },
			{ selling: false },
			{ expiresAt: new Date(Date.now() + 86_400_000).toISOString() },
			{ password: "open sesame" },
		];
		for (const [at, change] of changes.entries()) {
			expect((await edit(change)).status, JSON.stringify(change)).toBe(200);
			expect(await typesOf(endpoint), JSON.stringify(change)).toHaveLength(at + 1);
		}
		expect((await edit({ licence: "Private use" })).status).toBe(200);
		expect(await typesOf(endpoint)).toHaveLength(changes.length);
	});

	it("announce once that they are deleted", async () => {
		const { creator, endpoint } = await watched();
		const { slug } = await makeShare(creator.user.id);
		const path = `/api/file-shares/${slug}?buyers=keep`;
		for (let nth = 0; nth < 2; nth++) await call("DELETE", path, undefined, creator.cookies);
		expect(await typesOf(endpoint)).toEqual(["share.deleted"]);
		expect(await dataOf(endpoint, "share.deleted")).toMatchObject({
			share: { shareId: slug, status: "deleted", selling: false },
		});
	});

	it("announce an upload and that its share is published, and a bundle", async () => {
		const { creator, endpoint } = await watched();
		const upload = await begun([{ name: "notes.txt", size: SMALL.length }], {}, creator);
		expect((await put(upload, 0, 1, SMALL, { who: creator })).status).toBe(200);
		expect((await complete(upload, creator)).status).toBe(201);
		expect(await typesOf(endpoint)).toEqual(["share.published", "upload.completed"]);
		const { share } = await dataOf(endpoint, "share.published");
		expect(share).toMatchObject({ title: "A film", price: "9.99", status: "published" });
		const other = await makeShare(creator.user.id);
		const bundle = { title: "Both", price: "9.00", parts: [share.shareId, other.slug] };
		expect((await call("POST", "/api/bundles", bundle, creator.cookies)).status).toBe(201);
		expect((await typesOf(endpoint)).filter((type) => type === "share.published")).toHaveLength(2);
	});
});

describe("a decision of the operator", () => {
	it("announces that a share is taken down and restored, once each, as it is then", async () => {
		const { creator, endpoint } = await watched();
		const operator = await makeOperator();
		const { id, slug } = await makeShare(creator.user.id);
		const reasons = { category: "copyright", text: "All ten pictures belong to somebody else." };
		for (let nth = 0; nth < 2; nth++)
			await operator.act(`/operator/shares/${id}/take-down`, reasons);
		expect(await typesOf(endpoint)).toEqual(["share.taken_down"]);
		expect(await dataOf(endpoint, "share.taken_down")).toMatchObject({
			share: { shareId: slug, status: "taken_down" },
		});
		const [sanction] = await testCtx()
			.db.select()
			.from(sanctions)
			.where(eq(sanctions.creatorId, creator.user.id));
		const lift = `/operator/sanctions/${sanction?.id}/lift`;
		for (let nth = 0; nth < 2; nth++) await operator.act(lift, { text: "Sorry." });
		expect(await typesOf(endpoint)).toEqual(["share.restored", "share.taken_down"]);
		expect(await dataOf(endpoint, "share.restored")).toMatchObject({
			share: { shareId: slug, status: "published" },
		});
	});

	it("about an account is none about a share", async () => {
		const { creator, endpoint } = await watched();
		const operator = await makeOperator();
		const reasons = { category: "spam", text: "Hundreds of empty shares." };
		await operator.act(`/operator/creators/${creator.user.id}/suspend`, reasons);
		expect(await typesOf(endpoint)).toEqual([]);
	});
});

describe("money that is paid out", () => {
	it("announces a payout once", async () => {
		const { creator, endpoint } = await watched();
		await sell(creator);
		await connect(creator);
		await call("GET", "/api/payment-status", undefined, creator.cookies);
		for (let nth = 0; nth < 2; nth++)
			await reconcilePayouts(testCtx(), { creatorId: creator.user.id });
		expect(await typesOf(endpoint)).toEqual(["payout.paid", "sale.created"]);
		expect(await dataOf(endpoint, "payout.paid")).toMatchObject({
			payout: { status: "paid", amount: "8.91" },
		});
	});

	it.each([
		["eur", "9.00", "8.02"],
		["jpy", "1500.00", "1336.00"],
	] as const)("is in %s like its sale and share", async (currency, price, amount) => {
		const { creator, endpoint } = await watched({ currency });
		const share = await makeShare(creator.user.id, { currency, priceCents: Number(price) * 100 });
		const begun = await beginCard(share.slug);
		await payCard(begun.intentId);
		await reportSuccess(begun.intentId, begun.cookies, `${currency}@example.test`);
		await connect(creator);
		await call("GET", "/api/payment-status", undefined, creator.cookies);
		await reconcilePayouts(testCtx(), { creatorId: creator.user.id });
		await call("PATCH", `/api/file-shares/${share.slug}`, { title: "Dawn" }, creator.cookies);
		expect(await dataOf(endpoint, "sale.created")).toMatchObject({ sale: { currency, price } });
		expect(await dataOf(endpoint, "payout.paid")).toMatchObject({ payout: { currency, amount } });
		expect(await dataOf(endpoint, "share.updated")).toMatchObject({ share: { currency, price } });
	});

	it("announces a payout that is reversed after a refund", async () => {
		const { creator, endpoint } = await watched();
		const sold = await sell(creator);
		await connect(creator);
		await call("GET", "/api/payment-status", undefined, creator.cookies);
		const scope = { creatorId: creator.user.id };
		await reconcilePayouts(testCtx(), scope);
		const [sale] = await salesOf(creator, sold.share);
		await refund(creator, sale?.id ?? "");
		for (let nth = 0; nth < 2; nth++) await reconcilePayouts(testCtx(), scope);
		expect(await typesOf(endpoint)).toEqual([
			"payout.paid",
			"payout.reversed",
			"sale.created",
			"sale.refunded",
		]);
		expect(await dataOf(endpoint, "payout.reversed")).toMatchObject({
			payout: { status: "reversed", saleId: sale?.id, amount: "8.91" },
		});
	});

	it("announces a payout that the provider refuses", async () => {
		const { creator, endpoint } = await watched();
		await sell(creator);
		const account = "acct_that_does_not_exist";
		await testCtx().db.insert(payoutMethods).values({
			userId: creator.user.id,
			stripeAccountId: account,
			chargesEnabled: true,
			updatedAt: 1,
		});
		await reconcilePayouts(testCtx(), { creatorId: creator.user.id });
		expect(await typesOf(endpoint)).toEqual(["payout.failed", "sale.created"]);
	});
});

describe("a creator's own subscription", () => {
	it("announces each change of it once", async () => {
		const { creator, endpoint } = await watched();
		const begun = await call("POST", "/api/create-subscription", undefined, creator.cookies);
		const { clientSecret } = await begun.json<{ clientSecret: string }>();
		const before = (await eventsTo(endpoint)).length;
		await payCard(clientSecret.split("_secret_")[0] ?? "");
		for (let nth = 0; nth < 2; nth++)
			await call("GET", "/api/subscription-status", undefined, creator.cookies);
		const messages = await eventsTo(endpoint);
		expect(messages).toHaveLength(before + 1);
		const last = messages.at(-1);
		expect(JSON.parse(last ? bodyOf(last) : "null")).toMatchObject({
			data: { subscription: { plan: "pro", status: "active", cancelAtPeriodEnd: false } },
		});
	});
});
