import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { provider } from "../../test/fakes/provider.ts";
import {
	balanceOf,
	type Creator,
	connect,
	connectedCents,
	purchaseOf,
	sell,
	status,
	verify,
} from "../../test/fixtures/sale-helpers.ts";
import { call, makeCreator, testCtx } from "../../test/fixtures/test-app.ts";
import { payoutMethods } from "../tables.ts";
import { reconcilePayouts } from "./reconcile-payouts.ts";

const setUp = (creator: Creator, body: object = {}) =>
	call("POST", "/api/setup-card-payouts", body, creator.cookies);

async function methodOf({ user }: Creator) {
	const [row] = await testCtx()
		.db.select()
		.from(payoutMethods)
		.where(eq(payoutMethods.userId, user.id));
	return row;
}

describe("before an account is made", () => {
	it.each([
		["no country", {}, "Choose the country you live in."],
		["no country of this world", { country: "XX" }, "Choose the country you live in."],
		["one that the provider pays nothing out to", { country: "CU" }, "Stripe can't pay out to"],
	])("%s is refused at once", async (_, body, sentence) => {
		const creator = await makeCreator();
		await verify(creator);
		const response = await setUp(creator, body);
		expect(response.status).toBe(400);
		expect(await response.json()).toMatchObject({
			fields: { country: expect.stringContaining(sentence) },
		});
		expect((await methodOf(creator))?.stripeAccountId ?? null).toBeNull();
	});
});

describe("an account that was made for the wrong country", () => {
	it("is replaced while nothing was sold with it, and not by one where nothing is paid out", async () => {
		const creator = await makeCreator();
		const wrong = await connect(creator, "DE");
		expect((await setUp(creator, { country: "CU" })).status).toBe(400);
		expect(await methodOf(creator)).toMatchObject({ stripeAccountId: wrong });
		const right = await connect(creator, "US");
		expect(right).not.toBe(wrong);
		expect(await provider().accounts.retrieve(right)).toMatchObject({ country: "US" });
		expect(await methodOf(creator)).toMatchObject({ stripeAccountId: right, isAbroad: false });
		// The same country, and none, go on with it.
		expect(await connect(creator, "US")).toBe(right);
		expect((await setUp(creator)).status).toBe(200);
		await status(creator);
		const sold = await sell(creator);
		expect(await purchaseOf(sold.intentId)).toMatchObject({ destinationAccount: right });
	});

	it.each([
		["US", "from a sale at once"],
		["DE", "by a transfer"],
	])("stays once the one in %s was paid %s", async (country) => {
		const creator = await makeCreator();
		const account = await connect(creator, country);
		await status(creator);
		await sell(creator);
		await reconcilePayouts(testCtx(), { creatorId: creator.user.id });
		const refused = await setUp(creator, { country: "FR" });
		expect([refused.status, await refused.json()]).toMatchObject([
			400,
			{ fields: { country: expect.stringContaining("Sales have been made with your Stripe") } },
		]);
		expect(await methodOf(creator)).toMatchObject({ stripeAccountId: account });
	});
});

describe("a creator abroad", () => {
	it.each([
		["DE", "full", 802],
		["IN", "recipient", 891],
	])("in %s gets the held money by transfers", async (country, agreement, arrived) => {
		const creator = await makeCreator();
		const account = await connect(creator, country);
		expect(await status(creator)).toMatchObject({ cardPayouts: { isAbroad: true } });
		expect(await provider().accounts.retrieve(account)).toMatchObject({
			country,
			tos_acceptance: { service_agreement: agreement },
			capabilities: { transfers: "active" },
		});
		const sold = await sell(creator);
		expect(sold.told.status).toBe(200);
		expect(await purchaseOf(sold.intentId)).toMatchObject({ destinationAccount: null });
		await reconcilePayouts(testCtx(), { creatorId: creator.user.id });
		expect(await balanceOf(creator)).toMatchObject({ held: "0.00", connected: "8.91" });
		// In the currency of the account.
		expect(await connectedCents(account)).toBe(arrived);
	});
});

describe("an account that was closed at the provider", () => {
	it("is replaced, and what is held gets out at once", async () => {
		vi.spyOn(console, "warn").mockImplementation(() => {});
		const creator = await makeCreator();
		await sell(creator);
		const closed = await connect(creator);
		await testCtx()
			.db.update(payoutMethods)
			.set({ chargesEnabled: true })
			.where(eq(payoutMethods.userId, creator.user.id));
		await provider().accounts.del(closed);
		await reconcilePayouts(testCtx(), { creatorId: creator.user.id });
		expect(await methodOf(creator)).toMatchObject({ chargesEnabled: false });

		const asked = await setUp(creator);
		expect(asked.status).toBe(400);
		expect(await asked.json()).toMatchObject({
			fields: { country: expect.stringContaining("Stripe has closed your account.") },
		});
		const account = await connect(creator);
		expect(account).not.toBe(closed);
		await status(creator);
		expect(await methodOf(creator)).toMatchObject({ chargesEnabled: true });
		expect(await connectedCents(account)).toBe(891);
		expect(await balanceOf(creator)).toMatchObject({ held: "0.00", connected: "8.91" });
	});

	it("does not stop sales: the platform holds what they earn", async () => {
		const creator = await makeCreator();
		const account = await connect(creator);
		await status(creator);
		await provider().accounts.del(account);
		const sold = await sell(creator);
		expect(sold.told.status).toBe(200);
		expect(await methodOf(creator)).toMatchObject({ chargesEnabled: false });
		// Later looks at it find that it is closed, and fail nowhere.
		expect(await status(creator)).toMatchObject({ cardPayouts: { chargesEnabled: false } });
	});
});
