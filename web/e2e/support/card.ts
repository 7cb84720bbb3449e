import type { Page } from "@playwright/test";
import { holdRequests } from "./page-checks.ts";

export const CARDS = {
	good: "4242424242424242",
	declined: "4000000000000002",
	insufficientFunds: "4000000000009995",
	authentication: "4000002500003155",
	/** authentication every time, on the bank's own page */
	bankPage: "4000002760003184",
	/** stays `processing` until the sandbox gets the result */
	processing: "4000000000990004",
} as const;

export async function fillCard(page: Page, number: string): Promise<void> {
	await page.getByLabel("Card number").fill(number);
	await page.getByLabel("Expiration date").fill("12 / 34");
	await page.getByLabel("CVC").fill("123");
}

/** Makes the provider respond to a confirmation with this status, without a payment. */
export const confirmWith = (page: Page, status: string) =>
	page.route("**/v1/payment_intents/*/confirm", async (route) => {
		const [id] = /pi_[A-Za-z0-9]+/.exec(route.request().url()) ?? [];
		await route.fulfill({
			headers: { "access-control-allow-origin": "*" },
			json: {
				id,
				object: "payment_intent",
				status,
				amount: 2400,
				currency: "usd",
				client_secret: `${id}_secret_test`,
			},
		});
	});

/**
 * Keeps the confirmation of a payment on the screen: after two seconds the files open, and a busy
 * machine may not look before then. Returns the function to let them open.
 */
export const keepConfirmation = (page: Page) => holdRequests(page, "*/share/*");
