import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import type { PaymentIntentResponse } from "../../payments/checkout/contract.ts";
import { payoutMethods } from "../../payments/tables.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { deliver, eventsOf, payCard, reportSuccess } from "../../test/fakes/provider.ts";
import { type Creator, makeOffer, purchaseOf } from "../../test/fixtures/sale-helpers.ts";
import { makeBuyer, makePurchase, makeShare } from "../../test/fixtures/sales.ts";
import { call, cookiesOf, testCtx } from "../../test/fixtures/test-app.ts";
import { shares } from "../shares/tables.ts";
import { discounts } from "./tables.ts";
import { isUsedUpBy } from "./uses-sql.ts";

const ctx = testCtx();
let creator: Creator;
let share: Awaited<ReturnType<typeof makeShare>>;
let discountId: string;

beforeEach(async () => {
	({ creator, share } = await makeOffer({ priceCents: 2000 }));
	const code = { code: "ONCE", percent: 50, maxPerBuyer: 1 };
	const response = await call("POST", "/api/discounts", code, creator.cookies);
	({ id: discountId } = await response.json<{ id: string }>());
});

/** The address has used the code for another share, in another browser. */
async function usedBy(buyerEmail: string) {
	const other = await makeShare(creator.user.id);
	const { id: buyer } = await makeBuyer();
	const code = { discountId, discountCode: "ONCE", listCents: 2000, priceCents: 1000 };
	return makePurchase(other, buyer, { ...code, buyerEmail });
}

async function refusal(response: Response) {
	const { reason, code } = await response.json<{ code: string; reason?: string }>();
	return [response.status, reason ?? code];
}

const begin = (more: object = {}, cookies?: Record<string, string>) =>
	call(
		"POST",
		"/api/create-payment-intent",
		{ shareId: share.slug, code: "ONCE", ...more },
		cookies,
	);

async function begun() {
	const response = await begin();
	const { clientSecret } = await response.json<PaymentIntentResponse>();
	const [intentId = ""] = clientSecret.split("_secret_");
	return { clientSecret, intentId, cookies: cookiesOf(response) };
}

it("counts all spellings of a mailbox as one buyer, and no other mailbox", async () => {
	await usedBy("Ada.Byron+shop@GoogleMail.com");
	const isUsed = async (address: string) =>
		(
			await ctx.db
				.select({ id: discounts.id })
				.from(discounts)
				.where(sql`${eq(discounts.id, discountId)} and ${isUsedUpBy(address)}`)
		).length === 1;
	expect(await isUsed("adabyron@gmail.com")).toBe(true);
	expect(await isUsed("a.d.a.byron+2@gmail.com")).toBe(true);
	expect(await isUsed("adabyron@example.test")).toBe(false);
	await usedBy("ada.byron+a+b@Example.test");
	expect(await isUsed("Ada.Byron@example.test")).toBe(true);
	expect(await isUsed("adabyron@example.test")).toBe(false);
});

it("tells the card form before the payment, which goes on with another address", async () => {
	await usedBy("kim@example.test");
	const { clientSecret, cookies } = await begun();
	const refused = await begin({ buyerEmail: "Kim+2@example.test" }, cookies);
	expect(await refusal(refused)).toEqual([409, "discount.used_before"]);
	const accepted = await begin({ buyerEmail: "lee@example.test" }, cookies);
	expect(await accepted.json()).toMatchObject({ clientSecret, amount: 1000 });
});

it("takes no card payment that was made anyway, or refunds it if the provider reports it first", async () => {
	await usedBy("kim@example.test");
	const first = await begun();
	await payCard(first.intentId);
	const reported = await reportSuccess(first.intentId, first.cookies, "kim@example.test");
	expect(await refusal(reported)).toEqual([409, "payment.uncharged_code_used"]);

	const second = await begun();
	await payCard(second.intentId);
	for (const event of await eventsOf(second.intentId)) await deliver(event);
	expect((await purchaseOf(second.intentId)).state).toBe("paid");
	const later = await reportSuccess(second.intentId, second.cookies, "kim@example.test");
	expect(await refusal(later)).toEqual([409, "payment.refunded_code_used"]);
	expect(await purchaseOf(second.intentId)).toMatchObject({
		state: "refunded",
		autoRefundReason: "code_used",
		refundedCents: 1000,
	});
});

it("doesn't say whether an address has used a code for a share that has ended", async () => {
	await usedBy("kim@example.test");
	await ctx.db.update(shares).set({ expiresAt: 1 }).where(eq(shares.id, share.id));
	for (const path of ["/api/create-payment-intent", "/api/get-free"]) {
		const body = { shareId: share.slug, code: "ONCE", buyerEmail: "kim@example.test" };
		const [, reason] = await refusal(await call("POST", path, body));
		expect(reason).toBe("share.not_for_sale");
	}
});

it("gives nothing free twice to one address, even in two browsers at the same time", async () => {
	await ctx.db.update(discounts).set({ percentBps: 10_000 }).where(eq(discounts.id, discountId));
	const slugs = [share.slug, (await makeShare(creator.user.id)).slug];
	const take = (shareId = "", buyerEmail = "kim@example.test") =>
		call("POST", "/api/get-free", { shareId, code: "ONCE", buyerEmail });
	const both = await Promise.all(slugs.map((slug) => take(slug)));
	expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
	const third = (await makeShare(creator.user.id)).slug;
	expect(await refusal(await take(third, "KIM@example.test"))).toEqual([
		409,
		"discount.used_before",
	]);
	expect((await take(third, "lee@example.test")).status).toBe(200);
});

it("leaves a direct payment that would be released at once to the creator", async () => {
	await usedBy("kim@example.test");
	await ctx.db.insert(payoutMethods).values({
		userId: creator.user.id,
		cashAppHandle: "$ada",
		updatedAt: 1,
		releaseOnConfirmation: true,
	});
	const claim = async (buyerEmail: string, confirmationCode: string) => {
		const direct = { shareId: share.slug, code: "ONCE" };
		const response = await call("POST", "/api/begin-direct-payment", direct);
		const body = { shareId: share.slug, buyerEmail, confirmationCode };
		const confirmed = await call("POST", "/api/confirm-direct-payment", body, cookiesOf(response));
		return (await confirmed.json<{ status: string; claimId: string }>()) ?? {};
	};
	const waiting = await claim("kim@example.test", "#ABC123XYZ");
	expect(waiting.status).toBe("pending");
	expect((await claim("lee@example.test", "#ABC123XYW")).status).toBe("paid");
	const [row] = await ctx.db.select().from(purchases).where(eq(purchases.id, waiting.claimId));
	expect(row?.state).toBe("claimed");
});
