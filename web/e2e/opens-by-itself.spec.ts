import { type APIRequestContext, test as base, expect, type Page } from "@playwright/test";
import { freshEmail, publishShare, registerCreator } from "./support/accounts.ts";
import { CARDS, fillCard } from "./support/card.ts";
import { settlePayment } from "./support/money.ts";
import { DOES_ALL_ROUNDS } from "./support/rounds.ts";

const test = base.extend<{ creator: APIRequestContext }>({
	creator: async ({ playwright, baseURL }, use) => {
		const context = await playwright.request.newContext({ ...(baseURL && { baseURL }) });
		await use(context);
		await context.dispose();
	},
});

const longTest = DOES_ALL_ROUNDS ? test : test.skip;

// This file starts last: otherwise the other workers would wait for the one that runs it.
test.describe.configure({ mode: "parallel" });

async function shareOf(creator: APIRequestContext): Promise<string> {
	await registerCreator(creator);
	return publishShare(creator, { title: "Tide tables" });
}

/** Returns the payment's id. */
async function pay(page: Page, slug: string, card: string): Promise<string> {
	const begun = page.waitForResponse("**/api/create-payment-intent");
	await page.goto(`/payment/${slug}`);
	const { clientSecret } = await (await begun).json();
	await page.getByLabel("Email").fill(freshEmail("buyer"));
	await fillCard(page, card);
	await page.getByRole("button", { name: "Pay $9.99" }).click();
	return clientSecret.split("_secret_")[0];
}

/**
 * Keeps serving the document from before the payment, since a returning browser can be faster than
 * the provider's webhook.
 */
async function keepDocument(page: Page, slug: string): Promise<void> {
	const before = await page.request.get(`/share/${slug}?payment_intent=pi_before`);
	const body = await before.body();
	await page.route(`**/share/${slug}?**`, (route) => route.fulfill({ response: before, body }));
}

const paid = (page: Page) => page.getByText("Purchased", { exact: true });

test("the share page opens after the return from the bank's page", async ({ page, creator }) => {
	const slug = await shareOf(creator);
	await pay(page, slug, CARDS.bankPage);
	await page.getByRole("heading", { name: "3-D Secure" }).waitFor();
	await keepDocument(page, slug);
	await page.getByRole("button", { name: "Complete" }).click();
	await expect(paid(page)).toBeVisible();
	await expect(page.getByText("Confirming your payment")).toBeHidden();
	await expect(page).toHaveURL(`/share/${slug}`);
});

test("it opens by the webhook too, when the call that reports the payment is lost", async ({
	page,
	creator,
}) => {
	test.skip(!DOES_ALL_ROUNDS, "in all rounds");
	const slug = await shareOf(creator);
	await pay(page, slug, CARDS.bankPage);
	await page.getByRole("heading", { name: "3-D Secure" }).waitFor();
	await keepDocument(page, slug);
	await page.route("**/api/payment-success", (route) => route.abort("connectionreset"));
	await page.getByRole("button", { name: "Complete" }).click();
	await expect(paid(page)).toBeVisible();
});

longTest(
	"a payment that was processing and then failed shows the error",
	async ({ page, creator }) => {
		const slug = await shareOf(creator);
		const intent = await pay(page, slug, CARDS.processing);
		await expect(page.getByText("Your bank is still processing the payment.")).toBeVisible();
		await page.goto(`/share/${slug}?payment_intent=${intent}&redirect_status=pending`);
		await expect(page.getByText("Confirming your payment")).toBeVisible();
		await settlePayment(intent, "failed");
		await expect(page.getByText("Payment Failed")).toBeVisible();
		await expect(page.getByText("Confirming your payment")).toBeHidden();
	},
);
