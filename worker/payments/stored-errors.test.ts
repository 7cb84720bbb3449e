import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { users } from "../core/tables.ts";
import { expectMoreTrips } from "../test/checks/round-trips.ts";
import { beginCard, payCard, provider, sandbox } from "../test/fakes/provider.ts";
import {
	connect,
	makeOffer,
	purchaseOf,
	refund,
	sell,
	status,
	verify,
} from "../test/fixtures/sale-helpers.ts";
import { makeShare } from "../test/fixtures/sales.ts";
import { call, makeCreator, testCtx } from "../test/fixtures/test-app.ts";
import { reconcilePayouts } from "./payouts/reconcile-payouts.ts";
import { payoutMethods, payoutTransfers } from "./tables.ts";

/** An action that a person or the cron repeats until it succeeds. */
type Act = {
	/** a string that the call to the provider contains */
	readonly contains: string;
	readonly attempt: () => Promise<boolean>;
	/** how many such objects the provider has */
	readonly made: () => Promise<number>;
};

async function checkout(): Promise<Act> {
	const creator = await makeCreator();
	const share = await makeShare(creator.user.id, { priceCents: 900 });
	const { cookies } = await beginCard((await makeShare(creator.user.id, {})).slug);
	return {
		contains: share.id,
		attempt: async () => {
			const path = "/api/create-payment-intent";
			return (await call("POST", path, { shareId: share.slug }, cookies)).status === 200;
		},
		made: async () => {
			const { data } = await provider().paymentIntents.list({ limit: 100 });
			return data.filter(({ metadata }) => metadata.shareId === share.id).length;
		},
	};
}

async function refunding(): Promise<Act> {
	const creator = await makeCreator();
	const { intentId } = await sell(creator);
	const { id } = await purchaseOf(intentId);
	return {
		contains: intentId,
		attempt: async () => (await refund(creator, id)).status === 200,
		made: async () => (await provider().refunds.list({ payment_intent: intentId })).data.length,
	};
}

async function transferring(): Promise<Act> {
	const creator = await makeCreator();
	await sell(creator);
	const account = await connect(creator);
	return {
		contains: account,
		attempt: async () => {
			await status(creator);
			// A refused transfer is planned again after an hour.
			const later = testCtx({ now: () => Date.now() + 2 * 60 * 60 * 1000 });
			await reconcilePayouts(later, { creatorId: creator.user.id });
			const rows = await testCtx()
				.db.select()
				.from(payoutTransfers)
				.where(eq(payoutTransfers.creatorId, creator.user.id));
			return rows.some(({ state }) => state === "done");
		},
		made: async () => (await provider().transfers.list({ destination: account })).data.length,
	};
}

async function connecting(): Promise<Act> {
	const creator = await makeCreator();
	await verify(creator);
	return {
		contains: creator.user.id,
		attempt: async () =>
			(await call("POST", "/api/setup-card-payouts", { country: "US" }, creator.cookies)).status ===
			200,
		made: async () => {
			const { data } = await provider().accounts.list({ limit: 100 });
			const [method] = await testCtx()
				.db.select()
				.from(payoutMethods)
				.where(eq(payoutMethods.userId, creator.user.id));
			expect(data.map(({ id }) => id)).toContain(method?.stripeAccountId);
			return data.filter(({ metadata }) => metadata?.creatorId === creator.user.id).length;
		},
	};
}

/** Begins Pro; the fault hits the call for the customer or the subscription. */
async function subscribing(): Promise<Act> {
	const { user, cookies } = await makeCreator();
	return {
		contains: user.id,
		attempt: async () =>
			(await call("POST", "/api/create-subscription", undefined, cookies)).status === 200,
		made: async () => {
			const [known] = await testCtx().db.select().from(users).where(eq(users.id, user.id));
			const { data } = await provider().customers.list({ email: known?.email ?? "", limit: 100 });
			const [customer] = data;
			const found = await provider().subscriptions.list({ customer: customer?.id ?? "" });
			return data.length * found.data.length;
		},
	};
}

beforeAll(async () => {
	const intent = await provider().paymentIntents.create({ amount: 500_000, currency: "usd" });
	await payCard(intent.id, "pm_card_bypassPending");
	vi.spyOn(console, "warn").mockImplementation(() => {});
	vi.spyOn(console, "error").mockImplementation(() => {});
});

describe.each([
	["a 500", { status: 500, times: 2 }],
	["a 500 of each of two keys", { status: 500, times: 4 }],
	["a 400", { status: 400 }],
	["a 500 after the effect", { effect: "after" }],
])("after %s that the provider stores", (_, fault) => {
	it.each([
		["a known buyer pays", "/v1/payment_intents", checkout],
		["a sale is refunded", "/v1/refunds", refunding],
		["held money is transferred", "/v1/transfers", transferring],
		["a creator sets up card payouts", "/v1/accounts", connecting],
		["a creator begins Pro as a new customer", "/v1/customers", subscribing],
		["a creator begins Pro", "/v1/subscriptions", subscribing],
	])("%s, once", async (_name, path, prepare) => {
		const { contains, attempt, made } = await prepare();
		await sandbox("/faults", { method: "POST", path, contains, ...fault });
		const ended = expectMoreTrips(8, "provider");
		const done = (await attempt()) || (await attempt());
		ended();
		expect(done).toBe(true);
		expect(await made()).toBe(1);
	});
});

describe("while the provider is at work on the first call", () => {
	it("says so, and begins one payment", async () => {
		const { share } = await makeOffer();
		const fault = { path: "/v1/payment_intents", contains: share.id, status: 409, times: 2 };
		await sandbox("/faults", fault);
		const begin = () => call("POST", "/api/create-payment-intent", { shareId: share.slug });
		const early = await begin();
		expect([early.status, await early.json()]).toMatchObject([
			503,
			{ code: "provider.unavailable", reason: "provider.in_progress" },
		]);
		expect((await begin()).status).toBe(200);
		const { data } = await provider().paymentIntents.list({ limit: 100 });
		expect(data.filter(({ metadata }) => metadata.shareId === share.id)).toHaveLength(1);
	});
});
