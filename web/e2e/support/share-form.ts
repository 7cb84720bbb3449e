import { expect, type Page } from "@playwright/test";
import { openScreen } from "./page-checks.ts";

export const openMoreOptions = (page: Page) =>
	page.getByText("More options", { exact: true }).click();

export const arrangeFiles = (page: Page) =>
	page.getByRole("button", { name: "Show all and arrange" }).click();

/** Opens the upload screen, and fills its form. */
export async function fillUpload(
	page: Page,
	files: Parameters<Page["setInputFiles"]>[1],
	title: string,
	price = "4",
): Promise<void> {
	await openScreen(page, "/upload");
	await page.locator('input[type="file"]').first().setInputFiles(files);
	await page.getByLabel("Title *").fill(title);
	await page.getByLabel("Price ($) *").fill(price);
}

export const submitUpload = (page: Page) =>
	page.getByRole("button", { name: "Upload & List for Sale" }).click();

/** Returns the share's link. */
export async function publishUpload(page: Page): Promise<string> {
	await submitUpload(page);
	await expect(page.getByText("Files Uploaded Successfully!")).toBeVisible({ timeout: 120_000 });
	return page.getByLabel("Share Link for Buyers").inputValue();
}

/** From the share's row on the dashboard; expands all options. */
export async function editFromDashboard(page: Page, title: string): Promise<void> {
	await page.getByRole("button", { name: `Actions for ${title}` }).click();
	await page.getByRole("menuitem", { name: "Edit", exact: true }).click();
	await expect(page.getByRole("heading", { name: /^Edit (share|bundle)$/ })).toBeVisible();
	await openMoreOptions(page);
}

export async function saveShare(page: Page): Promise<void> {
	await page.getByRole("button", { name: "Save", exact: true }).click();
	await expect(page).toHaveURL(/\/dashboard$/);
}
