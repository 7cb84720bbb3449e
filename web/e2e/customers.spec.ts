import { freshEmail, publishShare } from "./support/accounts.ts";
import { expectAccessible } from "./support/axe.ts";
import { mailMatching, verifiedCreator } from "./support/mailbox.ts";
import { buyByCard } from "./support/money.ts";
import { expectNoSidewaysScroll, openScreen } from "./support/page-checks.ts";
import { expect, test } from "./support/sample-data.ts";

test("a creator sees a customer, ends and restores access, sends the receipt again and blocks", async ({
	page,
	newProfile,
}) => {
	await verifiedCreator(page.request);
	const slug = await publishShare(page.request, {
		title: "Slow river",
		price: "12.00",
	});
	const buyer = await newProfile();
	const email = freshEmail("river");
	await buyByCard(buyer.request, slug, email);
	const download = () => buyer.request.get(`/api/file-shares/${slug}/download-all-assets`);
	expect((await download()).status()).toBe(200);

	await openScreen(page, "/dashboard");
	await page.getByRole("link", { name: "Customers" }).click();
	await page.getByRole("searchbox").fill("river-");
	await page.getByRole("link", { name: email }).click();
	await expect(page.getByRole("heading", { level: 1, name: email })).toBeVisible();

	const menu = page.getByRole("button", { name: "More about the purchase of Slow river" });
	await menu.click();
	await page.getByRole("menuitem", { name: "End access" }).click();
	const dialog = page.getByRole("dialog", { name: "End access to this purchase?" });
	await dialog.getByRole("radio", { name: /^No refund/ }).check();
	await dialog.getByRole("button", { name: "End access" }).click();
	await expect(dialog.getByText("Tell the buyer why")).toBeVisible();
	await dialog.getByLabel("Reason (the buyer sees it)").fill("The file was posted elsewhere.");
	await dialog.getByRole("button", { name: "End access" }).click();
	await expect(dialog).toBeHidden();
	await expect(page.getByText("The file was posted elsewhere.")).toBeVisible();
	expect((await download()).status()).toBe(402);
	await mailMatching(page.request, email, /The file was posted elsewhere\./);

	const theirs = await buyer.newPage();
	await openScreen(theirs, "/purchases");
	await expect(theirs.getByText("Access ended")).toBeVisible();
	await theirs.getByRole("link", { name: "Receipt for Slow river" }).click();
	await expect(theirs.getByText("The file was posted elsewhere.")).toBeVisible();
	await expect(theirs.getByRole("link", { name: "Open my files" })).toHaveCount(0);

	await menu.click();
	await page.getByRole("menuitem", { name: "Restore access" }).click();
	await expect(page.getByText("The file was posted elsewhere.")).toBeHidden();
	expect((await download()).status()).toBe(200);

	await menu.click();
	await page.getByRole("menuitem", { name: "Send receipt again" }).click();
	await expect(page.getByText("Receipt sent").first()).toBeVisible();

	await page.getByRole("button", { name: "Block" }).click();
	const block = page.getByRole("dialog", { name: "Block this buyer?" });
	await block.getByRole("button", { name: "Block" }).click();
	await expect(page.getByRole("button", { name: "Unblock" })).toBeVisible();
	expect((await download()).status()).toBe(200);
	await expectAccessible(page, "all");
	await page.setViewportSize({ width: 360, height: 740 });
	await expectNoSidewaysScroll(page);
	await page.getByRole("link", { name: "All customers" }).click();
	await expect(page.getByRole("row", { name: email })).toContainText("Blocked");
	await expectNoSidewaysScroll(page);
	await expectAccessible(page, "all");
	await page.getByRole("button", { name: "Blocked" }).click();
	await page.getByRole("button", { name: `Unblock ${email}` }).click();
	await expect(page.getByText("No address is blocked.")).toBeVisible();
});

test("a corrected address is confirmed by its owner with a click, and receipts go there", async ({
	page,
	newProfile,
}) => {
	await verifiedCreator(page.request);
	const slug = await publishShare(page.request, {
		title: "Tides",
	});
	const buyer = await newProfile();
	const [wrong, right] = [freshEmail("wrong"), freshEmail("right")];
	await buyByCard(buyer.request, slug, wrong);
	await openScreen(page, "/customers");
	await page.getByRole("link", { name: wrong }).click();
	await page.getByRole("button", { name: "Change address" }).click();
	await page.getByLabel("New address").fill(right);
	await page.getByRole("button", { name: "Send the link" }).click();
	await expect(page.getByText(`Waiting for ${right} to confirm`)).toBeVisible();

	const [link] = await mailMatching(page.request, right, /\S+\/confirm-correction#\S+/);
	const theirs = await buyer.newPage();
	await theirs.goto(new URL(link).pathname + new URL(link).hash);
	await expect(theirs.getByRole("heading", { name: "Confirm this address" })).toBeVisible();
	await page.reload();
	await expect(page.getByRole("heading", { level: 1, name: wrong })).toBeVisible();
	await theirs.getByRole("button", { name: "Confirm address" }).click();
	await expect(theirs.getByRole("heading", { name: "Address confirmed" })).toBeVisible();
	await mailMatching(page.request, wrong, new RegExp(right));
	await mailMatching(page.request, right, /\/receipt#\S+/);
	await page.reload();
	await expect(page.getByRole("heading", { level: 1, name: right })).toBeVisible();
});
