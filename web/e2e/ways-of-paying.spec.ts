import { type APIRequestContext, test as base, expect, type Page } from "@playwright/test";
import { freshEmail, OWN_PAGE, publishShare, registerCreator } from "./support/accounts.ts";
import { settlePayment } from "./support/money.ts";
import { openScreen } from "./support/page-checks.ts";

const test = base.extend<{ slug: string }>({
	slug: async ({ playwright, baseURL }, use) => {
		const creator: APIRequestContext = await playwright.request.newContext({
			...(baseURL && { baseURL }),
		});
		await registerCreator(creator);
		for (const [path, data] of [
			["setup-currency", { currency: "eur" }],
			["setup-methods", { acceptsDelayed: true }],
			["setup-cashapp", { directLink: "https://paypal.me/ada" }],
		] as const)
			expect((await creator.post(`/api/${path}`, { headers: OWN_PAGE, data })).ok()).toBe(true);
		await use(await publishShare(creator, { title: "Tide tables" }));
		await creator.dispose();
	},
});

/** Returns the payment's id. */
async function pay(
	page: Page,
	slug: string,
	{ name, fields }: { name: string; fields: Record<string, string> },
): Promise<string> {
	const begun = page.waitForResponse("**/api/create-payment-intent");
	await page.goto(`/payment/${slug}`);
	const { clientSecret } = await (await begun).json();
	await page.getByLabel("Email").fill(freshEmail("buyer"));
	await page.getByRole("radio", { name }).check();
	for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
	await page.getByRole("button", { name: "Pay €9.99" }).click();
	return clientSecret.split("_secret_")[0];
}

const IDEAL = { name: "iDEAL", fields: { "Full name": "Ines Ruiz" } };
const SEPA = {
	name: "SEPA Debit",
	fields: { IBAN: "DE89370400440532013000", "Full name": "Ines Ruiz" },
};

/** The webhook may arrive after the page was loaded. */
async function opensSoon(page: Page, slug: string): Promise<void> {
	await expect(async () => {
		await page.goto(`/share/${slug}`);
		await expect(page.getByText("Purchased", { exact: true })).toBeVisible({ timeout: 2_000 });
	}).toPass();
}

test("a creator switches bank debits on and off", async ({ page }) => {
	await registerCreator(page.request);
	for (const isOn of [true, false]) {
		await openScreen(page, "/payment-setup");
		await page.getByRole("region", { name: "Stripe" }).getByText("More options").click();
		const debits = page.getByRole("checkbox", { name: "Accept bank debits" });
		await expect(debits).toBeChecked({ checked: !isOn });
		await debits.click();
		await expect(debits).toBeChecked({ checked: isOn });
		const status = async () => (await page.request.get("/api/payment-status")).json();
		await expect.poll(status).toMatchObject({ acceptsDelayed: isOn });
	}
});

test("a payment at the buyer's bank opens the files on the return", async ({ page, slug }) => {
	await pay(page, slug, IDEAL);
	await page.getByRole("button", { name: "Authorize test payment" }).click();
	await expect(page.getByText("Purchased", { exact: true })).toBeVisible();
	await expect(page).toHaveURL(`/share/${slug}`);
});

test("a payment that is refused there leads back to the form, and costs nothing", async ({
	page,
	slug,
}) => {
	await pay(page, slug, IDEAL);
	await page.getByRole("button", { name: "Fail test payment" }).click();
	await expect(page.getByText("Payment Failed")).toBeVisible();
	await page.getByRole("link", { name: "Try again" }).click();
	await expect(page.getByRole("button", { name: "Pay €9.99" })).toBeVisible();
});

test("a debit opens nothing until the bank has paid, and the page says when", async ({
	page,
	slug,
}) => {
	const intent = await pay(page, slug, SEPA);
	await expect(page.getByText("Your payment is still being processed")).toBeVisible();
	await expect(page.getByText(/Your bank will confirm by .*\d{4}/)).toBeVisible();
	await expect(page.getByText("Purchased", { exact: true })).toBeHidden();
	await page.goto(`/payment/${slug}`);
	await expect(
		page.getByText(/Your files open once .* Your bank will confirm by .*\d{4}/),
	).toBeVisible();
	await expect(page.getByRole("button", { name: /^Pay/ })).toHaveCount(0);
	await page.goto(`/payment/direct/${slug}`);
	await expect(page.getByText("Your payment is still being processed")).toBeVisible();
	await settlePayment(intent, "succeeded");
	await opensSoon(page, slug);
});
