import { expect } from "@playwright/test";
import { PASSWORD } from "./support/accounts.ts";
import { expectAccessible } from "./support/axe.ts";
import { verifiedCreator } from "./support/mailbox.ts";
import { openScreen } from "./support/page-checks.ts";
import { test } from "./support/sample-data.ts";

test("an access token is made, shown once, used by a program, and removed", async ({
	openAs,
	playwright,
	baseURL,
}) => {
	const page = await openAs("visitor");
	await verifiedCreator(page.request);
	await openScreen(page, "/settings/programs");
	const card = page.getByRole("region", { name: "Access tokens" });
	await expect(card.getByText("No access tokens yet.")).toBeVisible();
	await card.getByRole("button", { name: "New access token" }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByRole("button", { name: "Create token" }).click();
	await expect(dialog.getByText("Please enter a name")).toBeVisible();
	await expect(dialog.getByText("Choose at least one permission")).toBeVisible();
	await expectAccessible(page, "all");
	await dialog.getByLabel("Name").fill("Backup script");
	await dialog.getByLabel("See your shares and download your files").check();
	await dialog.getByLabel("Your password").fill(PASSWORD);
	await dialog.getByRole("button", { name: "Create token" }).click();
	const field = dialog.getByRole("textbox", { name: "Access token" });
	const token = await field.inputValue();
	expect(token).toMatch(/^tbx_/);
	await expectAccessible(page, "all");
	const program = await playwright.request.newContext({
		...(baseURL && { baseURL }),
		extraHTTPHeaders: { authorization: `Bearer ${token}` },
	});
	expect((await program.get("/api/my-file-shares")).status()).toBe(200);
	expect((await program.get("/api/customers")).status()).toBe(403);
	await page.keyboard.press("Escape");
	await page.keyboard.press("Escape");
	await expect(dialog, "what is shown once stays until it is said to be stored").toBeVisible();
	await dialog.getByRole("button", { name: "I’ve saved it" }).click();
	await page.reload();
	await expect(card.getByText(`…${token.slice(-4)}`)).toBeVisible();
	await expect(card.getByText("shares:read")).toBeVisible();
	await card.getByRole("button", { name: "Remove Backup script" }).click();
	await dialog.getByRole("button", { name: "Remove" }).click();
	await expect(card.getByText("No access tokens yet.")).toBeVisible();
	expect((await program.get("/api/my-file-shares")).status()).toBe(401);
	await program.dispose();
});
