import { expect, type Page } from "@playwright/test";

export const openMoreOptions = (page: Page) =>
	page.getByText("More options", { exact: true }).click();

export const arrangeFiles = (page: Page) =>
	page.getByRole("button", { name: "Show all and arrange" }).click();

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
