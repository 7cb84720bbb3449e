import { expect, type Locator, type Page } from "@playwright/test";
import { registerCreator } from "./support/accounts.ts";
import { expectAccessible } from "./support/axe.ts";
import {
	collectProblems,
	controlsInSight,
	expectNoSidewaysScroll,
	openScreen,
} from "./support/page-checks.ts";
import { test } from "./support/profiles.ts";
import { note, photo } from "./support/sample-files.ts";
import { arrangeFiles, openMoreOptions } from "./support/share-form.ts";

const photos = ["a.png", "b.png", "c.png", "d.png"].map((name, at) =>
	photo(name, 960, 640, 40 * at),
);

/** The header is the same on every screen. */
const belowHeader = (page: Page) => page.locator("main, footer");

/** No bar covers its lower edge. */
const isOnTop = (field: Locator) =>
	field.evaluate((element) => {
		const { left, bottom } = element.getBoundingClientRect();
		return element.contains(document.elementFromPoint(left + 12, bottom - 4));
	});

test("a tap on the buyer’s page shows a picture sharp, and nothing else on it can be used", async ({
	page,
}) => {
	const { expectQuiet } = collectProblems(page);
	await page.setViewportSize({ width: 1440, height: 900 });
	await registerCreator(page.request);
	await openScreen(page, "/upload");
	await page.locator('input[type="file"]').setInputFiles(photos);
	const live = page.getByRole("figure", { name: "Your page" });
	await expect(live).toContainText("4 photos");
	await expect(live.locator(".frosted img")).toHaveCount(3);
	await page.getByLabel("Title *").fill("Harbour at dawn");
	await page.getByLabel("Price ($) *").fill("24");
	await expect(live).toContainText("Buy for $24.00");
	await expect(live.getByText("Buy · $24")).toBeVisible();
	// The page is inert, so a checked click would wait for the tile to take it.
	await live.locator("[data-file]").nth(2).click({ force: true });
	await expect(page.getByText("2 pictures are sharp")).toBeVisible();
	await expect(live.locator(".frosted img")).toHaveCount(2);
	await expect(page).toHaveURL(/\/upload/);
	await expectAccessible(page, "all");
	expectQuiet();
});

test("the form has at most eleven controls in sight, and eighteen with its options or folders", async ({
	page,
}) => {
	await page.setViewportSize({ width: 1440, height: 900 });
	await registerCreator(page.request);
	await openScreen(page, "/upload");
	const many = Array.from({ length: 30 }, (_, at) => note(`${at}.txt`));
	await page.locator('input[type="file"]').setInputFiles([...photos, ...many]);
	await expect(page.getByRole("figure", { name: "Your page" })).toContainText("4 photos");
	expect(await controlsInSight(belowHeader(page))).toBeLessThanOrEqual(11);
	await openMoreOptions(page);
	expect(await controlsInSight(belowHeader(page))).toBeLessThanOrEqual(18);
	await openMoreOptions(page);
	await arrangeFiles(page);
	await expect(page.getByRole("button", { name: "Open Main Files" })).toBeVisible();
	expect(await controlsInSight(belowHeader(page))).toBeLessThanOrEqual(18);
});

test("on a phone a bar has the button that publishes and the one that opens the buyer’s page", async ({
	page,
}) => {
	await page.setViewportSize({ width: 320, height: 740 });
	await registerCreator(page.request);
	await openScreen(page, "/upload");
	await page.locator('input[type="file"]').setInputFiles(photos);
	await page.getByLabel("Title *").fill("Harbour at dawn");
	await page.getByRole("button", { name: "See your page" }).click();
	const live = page.getByRole("dialog").getByRole("figure", { name: "Your page" });
	await expect(live).toContainText("Harbour at dawn");
	await expect(live.getByText("Buy · $10")).toBeInViewport();
	await expectNoSidewaysScroll(page);
	await page.keyboard.press("Escape");
	await expect(live).toBeHidden();
	for (const name of ["See your page", "Upload & List for Sale"])
		await expect(page.getByRole("button", { name })).toBeInViewport({ ratio: 1 });
	// The bar covers no field that has the focus.
	for (const name of ["Price ($) *", "Description", "Title *"]) {
		const field = page.getByLabel(name);
		await field.focus();
		await expect(field).toBeInViewport({ ratio: 1 });
		expect(await isOnTop(field), name).toBe(true);
	}
});
