import { expect, test } from "@playwright/test";
import { registerCreator } from "./support/accounts.ts";
import { CARDS, fillCard } from "./support/card.ts";
import { expectNoSidewaysScroll } from "./support/page-checks.ts";
import { note, photo } from "./support/sample-files.ts";

/** The size of a JPEG in pixels, by the frame header in its bytes. */
function jpegSize(bytes: Buffer): { width: number; height: number } {
	for (let at = 2; at < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
		const marker = bytes[at + 1] ?? 0;
		if (marker >= 0xc0 && marker <= 0xc2)
			return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
	}
	throw new Error("no frame header");
}

test("a share is published, gets another cover and files, and is bought by the first buyer", async ({
	page,
	browser,
}) => {
	test.slow();
	await registerCreator(page.request);
	const card = () =>
		page.waitForResponse((response) => response.url().endsWith("/pictures/card") && response.ok());

	await page.goto("/upload");
	await page
		.locator('input[type="file"]')
		.setInputFiles([photo("dawn.png", 960, 640, 20), photo("noon.png", 640, 960, 200)]);
	await page.getByLabel("Title *").fill("Two hours in Lofoten");
	await page.getByLabel("Price ($) *").fill("24");
	const firstCard = card();
	await page.getByRole("button", { name: "Upload & List for Sale" }).click();
	await expect(page.getByText("Files Uploaded Successfully!")).toBeVisible();
	await expect(page.getByText("Your page is live")).toBeVisible();
	await expect(page.getByRole("img", { name: /^QR code for http/ })).toBeVisible();
	await expect(
		page.getByRole("figure", { name: "Your page as buyers see it on a phone" }),
	).toBeVisible();
	await expect(page.getByRole("link", { name: "See it as a buyer" })).toBeVisible();
	await expectNoSidewaysScroll(page);
	await firstCard;
	const link = await page.getByLabel("Share Link for Buyers").inputValue();
	const slug = link.split("/").at(-1) ?? "";
	const drawn = await page.request.get(`/share/${slug}/card.jpg`);
	expect(jpegSize(await drawn.body())).toEqual({ width: 1200, height: 630 });

	await page.getByRole("link", { name: "View Dashboard" }).click();
	const row = page.getByRole("article", { name: "Two hours in Lofoten" });
	await expect(row.locator("img").first()).toHaveAttribute("src", /^\/api\/renditions\//);
	await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
	await row.getByRole("button", { name: "Copy the link of Two hours in Lofoten" }).click();
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);

	const before = await row.locator("img").first().getAttribute("src");
	await page.getByRole("button", { name: /^Actions for Two hours/ }).click();
	await page.getByRole("menuitem", { name: "Edit" }).click();
	const dialog = page.getByRole("dialog", { name: "Edit share" });
	await dialog.getByRole("radio", { name: "noon.png" }).check({ force: true });
	const secondCard = card();
	await dialog.getByRole("button", { name: "Save" }).click();
	await expect(row.locator("img").first()).not.toHaveAttribute("src", before ?? "");
	await secondCard;
	const again = await page.request.get(`/share/${slug}/card.jpg`);
	expect(await again.body()).not.toEqual(await drawn.body());

	const buyer = await (await browser.newContext()).newPage();
	await buyer.goto(`/payment/${slug}`);
	await expect(buyer.getByText("Instant download")).toBeVisible();
	await expect(buyer.getByText("dawn.png")).toBeVisible();
	await buyer.getByLabel("Email").fill("buyer@example.test");
	await buyer.reload();
	await expect(buyer.getByLabel("Email")).toHaveValue("buyer@example.test");
	await fillCard(buyer, CARDS.good);
	await buyer.getByRole("button", { name: "Pay $24.00" }).click();
	await expect(buyer.getByText("Payment Successful")).toBeVisible();
	// Whoever touches the page stays on it.
	await buyer.keyboard.press("Shift");
	const saved = buyer.waitForEvent("download");
	await buyer.getByRole("link", { name: "Download", exact: true }).click();
	expect((await saved).suggestedFilename()).toMatch(/\.zip$/);
	await expect(buyer.getByText("Thank you. Your files are ready.")).toBeVisible();
	expect(new URL(buyer.url()).pathname).toBe(`/payment/${slug}`);

	await page.goto(`/upload?to=${slug}`);
	await expect(page.getByText("Everyone who bought it gets the new files too.")).toBeVisible();
	await page.locator('input[type="file"]').setInputFiles([note("thanks.txt")]);
	await page.getByRole("button", { name: "Add files", exact: true }).last().click();
	await expect(page.getByText("Files Uploaded Successfully!")).toBeVisible();
	await buyer.getByRole("link", { name: "Open files" }).click();
	await expect(buyer.getByText("thanks.txt").first()).toBeVisible();
});
