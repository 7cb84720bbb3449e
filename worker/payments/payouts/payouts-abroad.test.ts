import { eq } from "drizzle-orm";
import type { Stripe } from "stripe";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { configOf } from "../../core/config.ts";
import { stripeOf } from "../../platform/stripe.ts";
import { provider, sandbox } from "../../test/fakes/provider.ts";
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
import {
	call,
	currentBindings,
	makeCreator,
	request,
	testCtx,
} from "../../test/fixtures/test-app.ts";
import { payoutMethods } from "../tables.ts";
import type { PayoutCountries } from "./contract.ts";
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

describe("where creators can be paid", () => {
	afterEach(() => sandbox("/settings", { country: "US" }));
	const countries = ({ cookies }: Pick<Creator, "cookies">) =>
		request("/api/payout-countries", { cookies });

	it("follows from the country of the platform's account", async () => {
		const creator = await makeCreator();
		const reached = async (country: string) => {
			await sandbox("/settings", { country });
			return (await countries(creator)).json<PayoutCountries>();
		};
		expect(await reached("DE")).toMatchObject({
			atOnce: expect.arrayContaining(["DE", "FR"]),
			byTransfer: expect.arrayContaining(["US", "GB"]),
			settlesIn: "eur",
		});
		expect(await reached("JP")).toEqual({ atOnce: ["JP"], byTransfer: [], settlesIn: "jpy" });
	});

	it("stays unknown to strangers, and while the provider is away", async () => {
		expect((await countries({ cookies: {} })).status).toBe(401);
		await sandbox("/faults", { path: "/v1/account", times: 2, status: 500 });
		const away = await countries(await makeCreator());
		expect([away.status, await away.json()]).toMatchObject([503, { code: "provider.unavailable" }]);
	});
});

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
	it("gets replaced while nothing was sold with it, but only by one with payouts", async () => {
		const creator = await makeCreator();
		const wrong = await connect(creator, "DE");
		expect((await setUp(creator, { country: "CU" })).status).toBe(400);
		expect(await methodOf(creator)).toMatchObject({ stripeAccountId: wrong });
		const right = await connect(creator, "US");
		expect(right).not.toBe(wrong);
		expect(await provider().accounts.retrieve(right)).toMatchObject({ country: "US" });
		expect(await methodOf(creator)).toMatchObject({ stripeAccountId: right, isAbroad: false });
		// Asking for the same country, or for none, continues with it.
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
			{ fields: { country: expect.stringContaining("Your Stripe account has had sales") } },
		]);
		expect(await methodOf(creator)).toMatchObject({ stripeAccountId: account });
	});
});

describe("from signing up to the money, and the provider refuses nothing", () => {
	const answers: string[] = [];
	const note = ({ path, status: answer }: Stripe.ResponseEvent) => {
		answers.push(`${answer} ${path}`);
	};
	/** The clients of the app's routes, and of its jobs and this test. */
	const clients = () => [stripeOf(configOf(currentBindings())), provider()];
	beforeEach(() => {
		answers.length = 0;
		for (const client of clients()) client.on("response", note);
	});
	afterEach(async () => {
		for (const client of clients()) client.off("response", note);
		await sandbox("/settings", { country: "US" });
	});

	it.each([
		["US", "US", "usd", true, 891],
		["DE", "FR", "eur", true, 891],
		["US", "DE", "usd", false, 802],
		["DE", "GB", "eur", false, 747],
		["JP", "JP", "jpy", true, 861],
	] as const)(
		"a platform in %s, a creator in %s who prices in %s",
		async (own, country, currency, isAtOnce, arrived) => {
			await sandbox("/settings", { country: own });
			const creator = await makeCreator({ currency });
			const account = await connect(creator, country);
			expect(await status(creator)).toMatchObject({ cardPayouts: { isAbroad: !isAtOnce } });
			const sold = await sell(creator, {
				currency,
				priceCents: currency === "jpy" ? 100_000 : 1000,
			});
			expect(sold.told.status).toBe(200);
			const destinationAccount = isAtOnce ? account : null;
			expect(await purchaseOf(sold.intentId)).toMatchObject({ destinationAccount });
			await reconcilePayouts(testCtx(), { creatorId: creator.user.id });
			expect(await balanceOf(creator)).toMatchObject({ held: "0.00" });
			// In the currency of the account.
			expect(await connectedCents(account)).toBe(arrived);
			expect(answers.filter((answer) => !answer.startsWith("200 "))).toEqual([]);
			expect(answers.length).toBeGreaterThan(5);
		},
	);

	it.each([
		["US", "IN"],
		["DE", "AU"],
		["JP", "US"],
	])("a platform in %s asks for no account in %s", async (own, country) => {
		await sandbox("/settings", { country: own });
		const creator = await makeCreator();
		await verify(creator);
		answers.length = 0;
		expect((await setUp(creator, { country })).status).toBe(400);
		expect(answers).toEqual(["200 /v1/account"]);
	});
});

describe("an account that was closed at the provider", () => {
	it("gets replaced, and held money is paid out immediately", async () => {
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

	it("lets sales go on: the platform holds what they earn", async () => {
		const creator = await makeCreator();
		const account = await connect(creator);
		await status(creator);
		await provider().accounts.del(account);
		const sold = await sell(creator);
		expect(sold.told.status).toBe(200);
		expect(await methodOf(creator)).toMatchObject({ chargesEnabled: false });
		// Later refreshes find that it is closed, and don't fail.
		expect(await status(creator)).toMatchObject({ cardPayouts: { chargesEnabled: false } });
	});
});
