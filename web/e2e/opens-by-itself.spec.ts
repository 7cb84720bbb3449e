import { type APIRequestContext, test as base, expect, type Page } from "@playwright/test";
import type { BegunUpload } from "../../worker/files/uploads/contract.ts";
import { freshEmail, OWN_PAGE, publishShare, registerCreator } from "./support/accounts.ts";
import { CARDS, fillCard } from "./support/card.ts";
import { settlePayment } from "./support/money.ts";
import { appIsThere } from "./support/page-checks.ts";
import { DOES_ALL_ROUNDS } from "./support/rounds.ts";
import { note } from "./support/sample-files.ts";

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

test("the card form leaves waiting to the share page, which opens when the bank has paid", async ({
	page,
	creator,
}) => {
	const slug = await shareOf(creator);
	await page.clock.install();
	const intent = await pay(page, slug, CARDS.processing);
	await expect(page.getByText("Your bank is still processing the payment.")).toBeVisible();
	await expect
		.poll(
			async () => {
				await page.clock.fastForward(2_000);
				return new URL(page.url()).pathname;
			},
			{ intervals: [100], timeout: 40_000 },
		)
		.toBe(`/share/${slug}`);
	await expect(page.getByText("Confirming your payment")).toBeVisible();
	await appIsThere(page);
	await page.clock.fastForward(91_000);
	await expect(page.getByText("Your payment is still being processed")).toBeVisible();
	await settlePayment(intent, "succeeded");
	await page.clock.fastForward(10_000);
	await expect(paid(page)).toBeVisible();
	await expect(page.getByText("Your payment is still being processed")).toBeHidden();
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

test("a share that is still being uploaded opens when it is published, also after a network failure", async ({
	page,
	creator,
}) => {
	await registerCreator(creator);
	const file = note("tides.txt");
	const result = await creator.post("/api/uploads", {
		headers: OWN_PAGE,
		data: {
			title: "Tide tables",
			price: "9.99",
			files: [{ name: file.name, size: file.buffer.length, type: file.mimeType }],
		},
	});
	expect(result.status(), await result.text()).toBe(201);
	const { id, shareId: slug, files }: BegunUpload = await result.json();
	await page.goto(`/share/${slug}`);
	await expect(page.getByRole("heading", { name: "Still uploading" })).toBeVisible();
	// More consecutive failures than a response that isn't polled would tolerate.
	let failures = 0;
	await page.clock.install();
	await page.route(`**/api/file-shares/${slug}`, (route) => {
		failures += 1;
		return failures <= 4 ? route.abort("connectionreset") : route.continue();
	});
	await expect
		.poll(async () => {
			await page.clock.fastForward(10_000);
			return failures;
		})
		.toBeGreaterThan(4);
	await expect(page.getByRole("heading", { name: "Still uploading" })).toBeVisible();

	const [first] = files;
	const stored = await creator.put(`/api/uploads/${id}/files/${first?.id}/parts/1`, {
		headers: { ...OWN_PAGE, "x-upload-token": first?.token ?? "" },
		data: file.buffer,
	});
	expect(stored.status(), await stored.text()).toBe(200);
	const done = await creator.post(`/api/uploads/${id}/complete`, { headers: OWN_PAGE });
	expect(done.status(), await done.text()).toBe(201);
	await expect(page.getByRole("heading", { name: "Tide tables" })).toBeVisible();
	await expect(page.getByRole("link", { name: "Buy for $9.99" }).first()).toBeVisible();
});
