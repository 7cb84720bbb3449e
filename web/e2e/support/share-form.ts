import { expect, type Page } from "@playwright/test";

/** Opens what is behind the line of the form for a share. */
export const openMoreOptions = (page: Page) =>
	page.getByText("More options", { exact: true }).click();

/** Opens the list of the chosen files, in which they are arranged. */
export const arrangeFiles = (page: Page) =>
	page.getByRole("button", { name: "Show all and arrange" }).click();

/** Opens the form of a share or bundle from its row on the dashboard, with everything behind its line. */
export async function editFromDashboard(page: Page, title: string): Promise<void> {
	await page.getByRole("button", { name: `Actions for ${title}` }).click();
	await page.getByRole("menuitem", { name: "Edit", exact: true }).click();
	await expect(page.getByRole("heading", { name: /^Edit (share|bundle)$/ })).toBeVisible();
	await openMoreOptions(page);
}

/** Saves the form of a share, which leads back to the dashboard. */
export async function saveShare(page: Page): Promise<void> {
	await page.getByRole("button", { name: "Save", exact: true }).click();
	await expect(page).toHaveURL(/\/dashboard$/);
}
