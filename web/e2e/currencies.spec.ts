import { freshEmail, publishShare, registerCreator } from "./support/accounts.ts";
import { expectAccessible } from "./support/axe.ts";
import { collectProblems, expectNoSidewaysScroll, openScreen } from "./support/page-checks.ts";
import { expect, test } from "./support/sample-data.ts";

test("a creator prices in euros from then on, and every screen says so", async ({
	page,
	browser,
	baseURL,
}) => {
	const { expectQuiet } = collectProblems(page);
	await registerCreator(page.request);
	const slug = await publishShare(page.request, { title: "Low tide", price: "12.00" });

	await test.step("the settings warn before the currency is changed", async () => {
		await openScreen(page, "/payment-setup");
		await page.getByText("Currency: US dollar").click();
		await page.getByLabel("Your prices are in").selectOption("eur");
		await expect(page.getByText("Numbers stay the same: $12.00 becomes €12.00.")).toBeVisible();
		await expectAccessible(page, "all");
		await page.setViewportSize({ width: 320, height: 740 });
		await expectNoSidewaysScroll(page);
		await page.setViewportSize({ width: 1280, height: 800 });
		await page.getByRole("button", { name: "Change", exact: true }).click();
		await expect(page.getByText("Currency changed", { exact: true })).toBeVisible();
		await expect(
			page.getByText("Cash App pays US dollars only; you price in euros."),
		).toBeVisible();
	});

	await test.step("the dashboard and the forms show euros, without a reload", async () => {
		await page.getByRole("link", { name: "Shares" }).click();
		await expect(page.getByRole("article", { name: "Low tide" })).toContainText("€12.00");
		await page.getByRole("link", { name: "Upload" }).first().click();
		await expect(page.getByLabel("Price (€) *")).toBeVisible();
	});

	await test.step("so does the share's page", async () => {
		const context = await browser.newContext();
		const buyer = await context.newPage();
		await buyer.goto(`${baseURL}/share/${slug}`);
		await expect(buyer.getByRole("complementary")).toContainText("€12.00");
		await context.close();
	});

	await test.step("with a link of their own, a creator is paid directly in euros", async () => {
		await page.goto("/payment-setup");
		await page.getByRole("textbox", { name: "Payment link" }).fill("https://paypal.me/adameyer");
		await page.getByRole("button", { name: "Save link" }).click();
		await expect(page.getByText("Payment link saved", { exact: true })).toBeVisible();
		const context = await browser.newContext();
		const buyer = await context.newPage();
		await buyer.goto(`${baseURL}/share/${slug}`);
		await buyer.getByRole("link", { name: "Send €12.00 with PayPal" }).first().click();
		await expect(buyer.getByRole("heading", { name: "Send €12.00 with PayPal" })).toBeVisible();
		const open = buyer.getByRole("link", { name: "Open PayPal" });
		await expect(open).toHaveAttribute("href", "https://paypal.me/adameyer/12EUR");
		await expect(
			buyer.getByRole("img", { name: "QR code of https://paypal.me/adameyer/12EUR" }),
		).toBeVisible();
		await expect(open).toHaveAttribute("rel", "noopener noreferrer");
		await expectAccessible(buyer, "all");
		await buyer.setViewportSize({ width: 320, height: 740 });
		await expectNoSidewaysScroll(buyer);
		await buyer.getByLabel("Email").fill(freshEmail("buyer"));
		await buyer.getByLabel("Transaction ID").fill("7AB12345");
		await buyer.getByRole("button", { name: "Confirm payment" }).click();
		await expect(buyer.getByRole("heading", { name: "Waiting for Ada Meyer" })).toBeVisible();
		await page.getByRole("link", { name: "Shares" }).click();
		await expect(
			page.getByText(/^Look for the amount and the reference code in PayPal\./),
		).toBeVisible();
		await page.getByRole("button", { name: "Approve" }).click();
		await buyer.waitForURL(`**/share/${slug}`);
		await context.close();
	});
	expectQuiet();
});
