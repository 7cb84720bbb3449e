import { Stripe } from "stripe";
import { afterAll, describe, expect, it } from "vitest";
import { makeSandbox } from "../../packages/stripe-sandbox/server.ts";
import { COUNTRIES } from "../../worker/contract/countries.ts";
import { payoutCountries } from "../../worker/payments/payouts/payout-countries.ts";

const { app, sandbox, close } = makeSandbox({ db: ":memory:" });
afterAll(close);

const stripe = new Stripe(sandbox.keys.secret, {
	httpClient: Stripe.createFetchHttpClient(async (...call: Parameters<typeof fetch>) =>
		app.fetch(new Request(...call)),
	),
	maxNetworkRetries: 0,
	telemetry: false,
});

const unlessRefused = <T>(call: Promise<T>) =>
	call.catch((error: unknown) => {
		if (error instanceof Stripe.errors.StripeInvalidRequestError) return null;
		throw error;
	});

/** Returns how the provider lets the platform pay an account in this country. */
async function tryOut(country: string, currency: string, charge: string) {
	const account = await unlessRefused(
		stripe.accounts.create({
			type: "express",
			country,
			capabilities: { transfers: { requested: true }, card_payments: { requested: true } },
		}),
	);
	if (!account) return "not";
	await app.request(`/_sandbox/accounts/${account.id}/onboard`, { method: "POST" });
	const direct = await unlessRefused(
		stripe.paymentIntents.create({
			amount: 1000,
			currency,
			application_fee_amount: 50,
			transfer_data: { destination: account.id },
		}),
	);
	const transfer = await unlessRefused(
		stripe.transfers.create({
			amount: 1,
			currency,
			destination: account.id,
			source_transaction: charge,
		}),
	);
	return direct ? "at once" : transfer ? "by transfer" : "not";
}

describe.each(["US", "GB", "DE", "SE", "CA", "CH", "JP", "AU", "GI"])("a platform in %s", (own) => {
	it("reaches the countries that the table says, in the way that it says", async () => {
		await app.request("/_sandbox/settings", {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify({ country: own }),
		});
		const { default_currency: currency = "" } = await stripe.accounts.retrieveCurrent();
		const paid = await stripe.paymentIntents.create({
			amount: 10_000,
			currency,
			payment_method: "pm_card_visa",
			confirm: true,
		});
		const { atOnce, byTransfer } = payoutCountries(own);
		const reached: string[] = [];
		for (const country of COUNTRIES) {
			const expected = atOnce.includes(country)
				? "at once"
				: byTransfer.includes(country)
					? "by transfer"
					: "not";
			const way = await tryOut(country, currency, String(paid.latest_charge));
			expect(way, country).toBe(expected);
			if (way !== "not") reached.push(country);
		}
		expect(reached.sort()).toEqual([...atOnce, ...byTransfer].sort());
	});
});
