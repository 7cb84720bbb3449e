import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Page } from "@playwright/test";
import type { Stripe } from "stripe";
import { ensureChromium } from "../../../tools/local/chromium.ts";
import { type RunningSandbox, startSandbox } from "../server.ts";
import { sdkFor } from "../testing.ts";
import { bundle } from "./serve.ts";

let running: RunningSandbox;
let stripe: Stripe;
let pages: Server;
let browser: Browser;
let shop: string;

before(async () => {
	running = await startSandbox({ port: 0, db: ":memory:" });
	stripe = sdkFor(running);
	const script = await bundle(fileURLToPath(new URL("../test/checkout-page.ts", import.meta.url)));
	const html = `<!doctype html><html lang="en"><title>Shop</title><body><script src="${running.url}/v3/stripe.js"></script><script src="/shop.js"></script></body></html>`;
	// Matches the application's policy on payment pages.
	const policy = `default-src 'none'; script-src 'self' ${running.url}; connect-src ${running.url}; frame-src ${running.url}; style-src 'self'`;
	pages = createServer((request, response) => {
		const isScript = request.url === "/shop.js";
		response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
		response.setHeader("content-security-policy", policy);
		response.end(isScript ? script : html);
	}).listen(0, "127.0.0.1");
	await new Promise((resolve) => pages.once("listening", resolve));
	shop = `http://localhost:${(pages.address() as AddressInfo).port}`;
	browser = await chromium.launch({
		executablePath: await ensureChromium(),
		args: ["--no-sandbox", "--disable-gpu"],
	});
});

after(async () => {
	await browser?.close();
	pages?.close();
	pages?.closeAllConnections();
	await running?.close();
});

async function checkout(
	returnUrl?: string,
	currency = "usd",
): Promise<{ page: Page; intent: Stripe.PaymentIntent }> {
	const intent = await stripe.paymentIntents.create({ amount: 1999, currency });
	const page = await browser.newPage();
	const errors: string[] = [];
	page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
	page.on("pageerror", (error) => errors.push(error.message));
	const query = new URLSearchParams({ client_secret: String(intent.client_secret) });
	if (returnUrl) query.set("return_url", returnUrl);
	await page.goto(`${shop}/?${query}`);
	await page
		.waitForSelector("body[data-ready=yes]", { timeout: 10_000 })
		.catch((error: unknown) => {
			throw new Error(`the form never became ready: ${errors.join("; ")}`, { cause: error });
		});
	assert.deepEqual(errors, [], "no policy violations while the form loads");
	return { page, intent };
}

async function pay(page: Page, card: string): Promise<void> {
	await page.getByLabel("Card number").fill(card);
	await page.getByLabel("Expiration date").fill("12/40");
	await page.getByLabel("CVC").fill("123");
	await page.getByRole("button", { name: "Pay" }).click();
}

function said(page: Page, text: string): Promise<void> {
	return page
		.locator("output", { hasText: text })
		.waitFor({ timeout: 10_000 })
		.catch(async (error: unknown) => {
			const instead = await page.locator("output").textContent();
			throw new Error(`the page says "${instead}", not "${text}"`, { cause: error });
		});
}

test("a valid card pays through the unchanged components", async () => {
	const { page, intent } = await checkout();
	await pay(page, "4242424242424242");
	await said(page, "status succeeded");
	assert.equal(await page.getAttribute("body", "data-complete"), "true");
	const paid = await stripe.paymentIntents.retrieve(intent.id);
	assert.equal(paid.status, "succeeded");
	assert.equal(paid.receipt_email, "buyer@example.com");
	await page.close();
});

test("an incomplete form shows what is missing and sends nothing", async () => {
	const { page, intent } = await checkout();
	await page.getByLabel("Card number").fill("4242");
	await page.getByRole("button", { name: "Pay" }).click();
	await said(page, "validation_error incomplete_number: Your card number is incomplete.");
	await page.getByText("Your card's security code is incomplete.").waitFor();
	assert.equal(await page.getByLabel("Card number").getAttribute("aria-invalid"), "true");
	const untouched = await stripe.paymentIntents.retrieve(intent.id);
	assert.equal(untouched.latest_charge, null);
	await page.close();
});

test("a declined card returns Stripe's error, and another card then pays", async () => {
	const { page } = await checkout();
	await pay(page, "4000000000009995");
	await said(page, "card_error card_declined: Your card has insufficient funds.");
	await pay(page, "4242424242424242");
	await said(page, "status succeeded");
	await page.close();
});

test("authentication redirects to the bank's page and back to the return address", async () => {
	for (const [button, status, redirect] of [
		["Complete", "succeeded", "succeeded"],
		["Fail", "requires_payment_method", "failed"],
	] as const) {
		const { page, intent } = await checkout(`${shop}/back?client_secret=none`);
		await pay(page, "4000002760003184");
		await page.getByRole("button", { name: button }).click();
		await page.waitForURL(/\/back\?/);
		const back = new URL(page.url()).searchParams;
		assert.equal(back.get("redirect_status"), redirect);
		assert.equal(back.get("payment_intent"), intent.id);
		assert.equal(back.get("payment_intent_client_secret"), intent.client_secret);
		assert.equal((await stripe.paymentIntents.retrieve(intent.id)).status, status);
		await page.close();
	}
});

test("opens the bank's page in a frame without a return address", async () => {
	const { page } = await checkout();
	await pay(page, "4000002760003184");
	await page.frameLocator("iframe").getByRole("button", { name: "Complete" }).click();
	await said(page, "status succeeded");
	await page.close();
});

test("another way of paying is chosen, redirects to its page and back", async () => {
	for (const [currency, name, label, status, redirect] of [
		["eur", "iDEAL", "Full name", "succeeded", "succeeded"],
		["usd", "Cash App Pay", "", "requires_payment_method", "failed"],
	] as const) {
		const { page, intent } = await checkout(`${shop}/back`, currency);
		await page.getByRole("radio", { name }).check();
		if (label) await page.getByLabel(label).fill("Jenny Rosen");
		await page.getByRole("button", { name: "Pay" }).click();
		await page.getByRole("heading", { name }).waitFor();
		await page
			.getByRole("button", {
				name: status === "succeeded" ? "Authorize test payment" : "Fail test payment",
			})
			.click();
		await page.waitForURL(/\/back\?/);
		assert.equal(new URL(page.url()).searchParams.get("redirect_status"), redirect);
		assert.equal((await stripe.paymentIntents.retrieve(intent.id)).status, status);
		await page.close();
	}
});

test("a debit shows its mandate, checks the account, and stays on the page while the bank decides", async () => {
	const { page, intent } = await checkout(`${shop}/back`, "eur");
	await page.getByRole("radio", { name: "SEPA Debit" }).check();
	await page.getByText("you authorise the seller").waitFor();
	await page.getByLabel("IBAN").fill("DE88 3704 0044 0532 0130 00");
	await page.getByLabel("Full name").fill("Jenny Rosen");
	await page.getByLabel("Email").fill("jenny@example.com");
	await page.getByRole("button", { name: "Pay" }).click();
	await said(page, "validation_error invalid_iban: Your IBAN is invalid.");
	await page.getByLabel("IBAN").fill("DE89 3704 0044 0532 0130 00");
	await page.getByRole("button", { name: "Pay" }).click();
	await said(page, "status processing");
	assert.equal((await stripe.paymentIntents.retrieve(intent.id)).status, "processing");
	await page.close();
});

test("a bank account in the United States is linked before it is debited", async () => {
	const { page, intent } = await checkout(`${shop}/back`, "usd");
	await page.getByRole("radio", { name: "US bank account" }).check();
	await page.getByLabel("Full name").fill("Jenny Rosen");
	await page.getByLabel("Email").fill("jenny@example.com");
	await page.getByRole("button", { name: "Pay" }).click();
	await said(page, "validation_error incomplete_financial_connections_account");
	await page.getByLabel("Bank account", { exact: true }).selectOption("Success ••••6789");
	await page.getByRole("button", { name: "Pay" }).click();
	await said(page, "status processing");
	assert.equal((await stripe.paymentIntents.retrieve(intent.id)).status, "processing");
	await page.close();
});
