import { expect } from "@playwright/test";
import { freshEmail, readShare, registerCreator } from "./support/accounts.ts";
import { buyByCard } from "./support/money.ts";
import { openScreen } from "./support/page-checks.ts";
import { test } from "./support/profiles.ts";
import { note, photo } from "./support/sample-files.ts";
import {
	arrangeFiles,
	editFromDashboard,
	fillUpload,
	publishUpload,
	saveShare,
} from "./support/share-form.ts";

test("a creator sells single files, sees which were sold, and refunds one", async ({
	page,
	newProfile,
}) => {
	await registerCreator(page.request);
	const files = [photo("a.png"), photo("b.png"), photo("c.png"), note("order.txt")];
	await fillUpload(page, files, "Lena and Tom", "40");
	await page.getByLabel("Sell single files too").check();
	await expect(page.getByLabel("Price per file ($)")).toHaveValue("10.00");
	await expect(page.getByRole("radio", { name: "Watermark" })).toBeChecked();
	await page.getByRole("button", { name: "Add a package" }).click();
	await page.getByLabel("Number of files").fill("2");
	await page.getByLabel("Together ($)").fill("15");
	await expect(page.getByText("One file costs $10.00, all 4 cost $30.00.")).toBeVisible();
	await arrangeFiles(page);
	await page.getByRole("button", { name: "Options for order.txt", exact: true }).click();
	await page.getByRole("menuitem", { name: "Only with the whole share" }).click();
	const link = await publishUpload(page);

	await openScreen(page, "/dashboard");
	await editFromDashboard(page, "Lena and Tom");
	await page.getByLabel("Price per file ($)").fill("8");
	await saveShare(page);
	const shared = await readShare(page.request, link);
	expect(shared.fileShare.singles).toEqual({
		filePrice: "8.00",
		packages: [{ files: 2, price: "15.00" }],
		included: 0,
	});
	const sold = shared.files.filter(({ wholeOnly }) => !wholeOnly);
	expect(sold.map(({ originalName }) => originalName)).toEqual(["a.png", "b.png", "c.png"]);

	const buyer = await newProfile();
	const full = sold.slice(0, 2).map(({ id }) => id);
	const { shareId } = shared.fileShare;
	await buyByCard(buyer.request, shareId, freshEmail("buyer"), { full });
	await openScreen(page, `/dashboard/sales/${shareId}`);
	await page.getByText("2 files", { exact: true }).click();
	await expect(page.getByText("a.png")).toBeVisible();
	await expect(page.getByText("$7.50")).toHaveCount(2);
	await page.getByRole("button", { name: "Refund", exact: true }).click();
	await page.getByRole("checkbox", { name: "a.png" }).check();
	await page.getByRole("button", { name: "Refund 1 file, $7.50" }).click();
	await expect(page.getByText("Full size · refunded")).toHaveCount(1);
});
