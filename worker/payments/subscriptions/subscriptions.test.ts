import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { applyAddressChange } from "../../accounts/address-change/confirm-address-change.ts";
import { setPlan } from "../../accounts/plans/current-plan.ts";
import { users } from "../../core/tables.ts";
import { stripeOf } from "../../platform/stripe.ts";
import { outbox } from "../../platform/tables.ts";
import { deliver, payCard, provider, sandbox } from "../../test/fakes/provider.ts";
import { call, makeCreator, request, testCtx } from "../../test/fixtures/test-app.ts";
import { storeChange } from "../../test/fixtures/tokens.ts";
import { cancelSubscription } from "./change-subscription.ts";
import { createSubscription } from "./create-subscription.ts";
import {
	deleteCustomerOnAccountDelete,
	deleteProviderCustomers,
	updateProviderCustomers,
} from "./customers.ts";
import { reconcileSubscriptions } from "./on-provider-event.ts";
import { subscriptions } from "./tables.ts";

const DAY = 24 * 60 * 60 * 1000;
type Cookies = Record<string, string>;

async function post(path: string, cookies: Cookies) {
	const response = await call("POST", path, undefined, cookies);
	return (await response.json()) as Record<string, unknown>;
}

async function statusOf(cookies: Cookies) {
	return (await request("/api/subscription-status", { cookies })).json();
}

async function limitsOf(cookies: Cookies) {
	const response = await request("/api/user/transaction-limits", { cookies });
	return (await response.json()) as { remaining: number; plan: string };
}

async function begin(cookies: Cookies): Promise<string> {
	const result = await post("/api/create-subscription", cookies);
	return String(result.clientSecret).split("_secret_")[0] ?? "";
}

async function rowOf(userId: string) {
	const [row] = await testCtx()
		.db.select()
		.from(subscriptions)
		.where(eq(subscriptions.userId, userId));
	return row!;
}

async function subscribed() {
	const creator = await makeCreator();
	await payCard(await begin(creator.cookies));
	await statusOf(creator.cookies);
	return { ...creator, id: (await rowOf(creator.user.id)).subscriptionId ?? "" };
}

/** The provider's events about a subscription, delivered to the webhook. */
async function deliverAll(id: string, types = "") {
	const events = await provider().events.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 });
	const about = events.filter((event) => JSON.stringify(event.data.object).includes(id));
	for (const event of about.reverse())
		if (event.type.startsWith(types)) expect((await deliver(event)).status).toBe(200);
}

describe("Pro", () => {
	it("begins with its first payment, and its limits apply immediately", async () => {
		const { cookies } = await makeCreator();
		expect(await statusOf(cookies)).toEqual({
			subscribed: false,
			needsPayment: false,
			status: "none",
			endDate: null,
		});
		expect(await limitsOf(cookies)).toMatchObject({ remaining: 3, plan: "free" });
		const intent = await begin(cookies);
		expect(await begin(cookies)).toBe(intent);
		expect(await statusOf(cookies)).toMatchObject({ subscribed: false, status: "incomplete" });
		expect((await provider().paymentIntents.retrieve(intent)).amount).toBe(1999);
		await expect(payCard(intent, "pm_card_chargeDeclined")).rejects.toThrow();
		expect(await begin(cookies)).toBe(intent);
		await payCard(intent);
		expect(await statusOf(cookies)).toEqual({
			subscribed: true,
			needsPayment: false,
			status: "active",
			endDate: expect.stringMatching(/^\d{4}-/),
		});
		expect(await limitsOf(cookies)).toMatchObject({ remaining: -1, plan: "pro" });
		expect(await post("/api/create-subscription", cookies)).toEqual({
			message: "Already subscribed",
		});
	});

	it("begins one subscription for two concurrent clicks", async () => {
		const { cookies, user } = await makeCreator();
		const [one, two] = await Promise.all([begin(cookies), begin(cookies)]);
		expect(one).toBe(two);
		const { customerId } = await rowOf(user.id);
		const made = await provider().subscriptions.list({ customer: customerId, status: "all" });
		expect(made.data).toHaveLength(1);
	});

	it.each(["customer.subscription.", "invoice."])(
		"confirms a subscription by the webhook if the page was closed: %s*",
		async (types) => {
			const { cookies, user } = await makeCreator();
			await payCard(await begin(cookies));
			await deliverAll((await rowOf(user.id)).subscriptionId ?? "", types);
			expect(await rowOf(user.id)).toMatchObject({ status: "active" });
			expect(await limitsOf(cookies)).toMatchObject({ remaining: -1 });
		},
	);

	it("ends with the paid period after a cancellation, which can be revoked", async () => {
		const { cookies, user } = await subscribed();
		const cancelled = await post("/api/cancel-subscription", cookies);
		expect(cancelled).toMatchObject({ status: "canceling", subscribed: true });
		const plan = async () => {
			const [row] = await testCtx().db.select().from(users).where(eq(users.id, user.id));
			return { plan: row?.plan, endsAt: row?.planEndsAt };
		};
		const { currentPeriodEnd } = await rowOf(user.id);
		// The renewal's event is late.
		await testCtx()
			.db.update(subscriptions)
			.set({ currentPeriodEnd: 1 })
			.where(eq(subscriptions.userId, user.id));
		expect(await statusOf(cookies)).toMatchObject({
			endDate: new Date(currentPeriodEnd ?? 0).toISOString(),
		});
		expect(await plan()).toEqual({ plan: "pro", endsAt: currentPeriodEnd });
		expect(await limitsOf(cookies)).toMatchObject({ remaining: -1 });
		expect(await post("/api/resume-subscription", cookies)).toMatchObject({ status: "active" });
		expect(await plan()).toEqual({ plan: "pro", endsAt: null });
	});

	it("continues for a week after a failed renewal, and notifies the creator", async () => {
		const { cookies, user, id } = await subscribed();
		await sandbox(`/subscriptions/${id}/renew`, { outcome: "fails" });
		await deliverAll(id);
		expect(await statusOf(cookies)).toMatchObject({ subscribed: true, status: "past_due" });
		const mails = await testCtx().db.select().from(outbox).where(eq(outbox.recipient, user.email));
		expect(mails.map((mail) => mail.subject)).toEqual(["We couldn’t charge you for Pro"]);
		const [row] = await testCtx().db.select().from(users).where(eq(users.id, user.id));
		const left = ((row?.planEndsAt ?? 0) - Date.now()) / DAY;
		expect(left).toBeGreaterThan(6.9);
		expect(left).toBeLessThanOrEqual(7);
		await payCard(await begin(cookies));
		expect(await post("/api/create-subscription", cookies)).toMatchObject({
			message: "Already subscribed",
		});
		expect(await statusOf(cookies)).toMatchObject({ subscribed: true, status: "active" });
	});

	it("accepts another card for a failed renewal immediately, and keeps that card", async () => {
		const { cookies, user, id } = await subscribed();
		await sandbox(`/subscriptions/${id}/renew`, { outcome: "fails" });
		await deliverAll(id);
		const waiting = (await statusOf(cookies)) as { endDate: string };
		expect(waiting).toMatchObject({ subscribed: true, needsPayment: true, status: "past_due" });
		const [row] = await testCtx().db.select().from(users).where(eq(users.id, user.id));
		expect(Date.parse(waiting.endDate)).toBe(row?.planEndsAt);
		const intent = await begin(cookies);
		expect(await begin(cookies)).toBe(intent);
		await payCard(intent, "pm_card_mastercard");
		// The page reads the status before any event has arrived.
		expect(await statusOf(cookies)).toMatchObject({
			subscribed: true,
			needsPayment: false,
			status: "active",
		});
		const paid = await provider().subscriptions.retrieve(id, {
			expand: ["default_payment_method"],
		});
		expect(paid.default_payment_method).toMatchObject({ card: { brand: "mastercard" } });
		const [after] = await testCtx().db.select().from(users).where(eq(users.id, user.id));
		expect(after).toMatchObject({ plan: "pro", planEndsAt: null });
		const made = await provider().subscriptions.list({
			customer: (await rowOf(user.id)).customerId,
			status: "all",
		});
		expect(made.data).toHaveLength(1);
	});

	it("waits for a first payment that needs the bank's confirmation, and continues where it stopped", async () => {
		const { cookies } = await makeCreator();
		const intent = await begin(cookies);
		await payCard(intent, "pm_card_threeDSecure2Required");
		expect((await provider().paymentIntents.retrieve(intent)).status).toBe("requires_action");
		expect(await statusOf(cookies)).toMatchObject({
			subscribed: false,
			needsPayment: true,
			status: "incomplete",
		});
		expect(await begin(cookies)).toBe(intent);
		await sandbox(`/payment_intents/${intent}/authenticate`, { outcome: "fail" });
		expect(await begin(cookies)).toBe(intent);
		await payCard(intent, "pm_card_threeDSecure2Required");
		await sandbox(`/payment_intents/${intent}/authenticate`, { outcome: "complete" });
		expect(await statusOf(cookies)).toMatchObject({ subscribed: true, status: "active" });
	});

	it.each(["past_due", "unpaid"] as const)(
		"ends at once when it is cancelled while a renewal is %s; nothing can be charged",
		async (status) => {
			const { ctx, cookies, id } = await subscribed();
			await sandbox(`/subscriptions/${id}/renew`, { outcome: "fails" });
			await deliverAll(id);
			const intent = await begin(cookies);
			// The sandbox never gives up.
			const { subscriptions: own } = stripeOf(ctx.config);
			const found = await own.retrieve(id, { expand: ["latest_invoice.confirmation_secret"] });
			const retrieve = vi.spyOn(own, "retrieve");
			for (let times = 0; times < 2; times++) retrieve.mockResolvedValueOnce({ ...found, status });
			expect(await createSubscription(ctx)).toEqual({
				clientSecret: expect.stringContaining(intent),
			});
			expect(await cancelSubscription(ctx)).toMatchObject({
				subscribed: false,
				needsPayment: false,
				status: "canceled",
				endDate: null,
			});
			expect(await limitsOf(cookies)).toMatchObject({ plan: "free" });
			await expect(payCard(intent)).rejects.toThrow();
			const again = await begin(cookies);
			expect(again).not.toBe(intent);
		},
	);

	it("ends when the provider ends it", async () => {
		const { cookies, id } = await subscribed();
		await sandbox(`/subscriptions/${id}/renew`, { outcome: "fails" });
		await sandbox(`/subscriptions/${id}/expire`);
		await deliverAll(id);
		expect(await statusOf(cookies)).toMatchObject({ subscribed: false, status: "canceled" });
		expect(await limitsOf(cookies)).toMatchObject({ plan: "free" });
		const intent = await begin(cookies);
		await payCard(intent);
		expect(await statusOf(cookies)).toMatchObject({ subscribed: true, status: "active" });
	});

	it("repairs a subscription by the cron if no event arrived", async () => {
		const { cookies, user } = await makeCreator();
		await payCard(await begin(cookies));
		await reconcileSubscriptions(testCtx());
		expect(await rowOf(user.id)).toMatchObject({ status: "active" });
		expect(await limitsOf(cookies)).toMatchObject({ remaining: -1 });
	});

	it("ends with the account", async () => {
		const { user, id } = await subscribed();
		const { customerId } = await rowOf(user.id);
		await deleteCustomerOnAccountDelete(testCtx(), user.id);
		await deleteCustomerOnAccountDelete(testCtx(), user.id);
		expect((await provider().subscriptions.retrieve(id)).status).toBe("canceled");
		expect(await provider().customers.retrieve(customerId)).toMatchObject({ deleted: true });
		expect(await rowOf(user.id)).toBeUndefined();
	});

	it("sends a changed address to the provider, later if it is unavailable", async () => {
		vi.spyOn(console, "warn").mockImplementation(() => {});
		const ctx = testCtx();
		const [{ user }, other] = [await subscribed(), await subscribed()];
		const { customerId } = await rowOf(user.id);
		const addressAtProvider = async () => {
			const customer = await provider().customers.retrieve(customerId);
			return !customer.deleted && customer.email;
		};
		expect(await addressAtProvider()).toBe(user.email);
		const email = `new-${user.id.toLowerCase()}@example.test`;
		await storeChange(user.id, email, ["new", "old"]);
		await applyAddressChange(ctx, user.id);
		expect(await rowOf(other.user.id)).toMatchObject({ updateCustomerSince: null });
		const path = `/v1/customers/${customerId}`;
		await sandbox("/faults", { method: "POST", path, times: 2, status: 500 });
		await updateProviderCustomers(ctx);
		expect(await addressAtProvider()).toBe(user.email);
		await updateProviderCustomers(testCtx());
		expect(await addressAtProvider()).toBe(email);
		expect(await rowOf(user.id)).toMatchObject({ updateCustomerSince: null });
	});

	it("deletes the customer later if the provider is unavailable", async () => {
		vi.spyOn(console, "warn").mockImplementation(() => {});
		const { user } = await subscribed();
		const { customerId } = await rowOf(user.id);
		const path = `/v1/customers/${customerId}`;
		// The SDK retries on its own, so four failures are two of our calls.
		await sandbox("/faults", { method: "DELETE", path, times: 4, status: 500 });
		await deleteCustomerOnAccountDelete(testCtx(), user.id);
		await setPlan(testCtx(), { userId: user.id, plan: "free", endsAt: null });
		await reconcileSubscriptions(testCtx({ now: () => Date.now() + 60 * DAY }));
		const since = Date.now() + DAY;
		await deleteProviderCustomers(testCtx({ now: () => since }));
		expect(await provider().customers.retrieve(customerId)).not.toHaveProperty("deleted");
		// Behind those that haven't failed.
		expect(await rowOf(user.id)).toMatchObject({ deleteCustomerSince: since });
		await deleteProviderCustomers(testCtx({ now: () => since }));
		expect(await provider().customers.retrieve(customerId)).toMatchObject({ deleted: true });
		expect(await rowOf(user.id)).toBeUndefined();
		const [row] = await testCtx().db.select().from(users).where(eq(users.id, user.id));
		expect(row?.plan).toBe("free");
	});

	it.each(["cancel", "resume"])("refuses to change a missing subscription: %s", async (verb) => {
		const { cookies } = await makeCreator();
		expect(await post(`/api/${verb}-subscription`, cookies)).toMatchObject({
			code: "subscription.none",
		});
		await begin(cookies);
		expect(await post(`/api/${verb}-subscription`, cookies)).toMatchObject({
			code: "subscription.none",
		});
	});
});
