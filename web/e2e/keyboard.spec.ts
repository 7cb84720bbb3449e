import type { Page } from "@playwright/test";
import { CARDS, fillCard, keepConfirmation } from "./support/card.ts";
import { tabThrough } from "./support/keyboard.ts";
import { openScreen } from "./support/page-checks.ts";
import { expect, test } from "./support/sample-data.ts";

test("a share can be bought by keyboard only", async ({ openAs, sampleData }) => {
	const page = await openAs("visitor");
	await openScreen(page, `/share/${sampleData.shares.main}`);
	const pay = page.getByRole("link", { name: "Pay $24.00 online" });
	await expect(page.getByRole("button", { name: /^Preview evening-01/ }).first()).toBeVisible();
	await pay.focus();
	await page.keyboard.press("Enter");
	await expect(page.getByLabel("Card number")).toBeVisible();
	await page.getByLabel("Email").focus();
	await page.keyboard.type("kim@example.test");
	// The choice of the way to pay comes first.
	await page.keyboard.press("Tab");
	await page.keyboard.press("Tab");
	await page.keyboard.type("4242424242424242");
	await expect(page.getByLabel("Card number")).toHaveValue("4242424242424242");
	await page.getByLabel("Expiration date").focus();
	await page.keyboard.type("1234");
	await page.getByLabel("CVC").focus();
	await page.keyboard.type("123");
	await keepConfirmation(page);
	await page.getByRole("button", { name: "Pay $24.00" }).focus();
	await page.keyboard.press("Enter");
	await expect(page.getByText("Payment successful")).toBeVisible();
});

test("another language while paying changes the card's fields too, and keeps what was typed", async ({
	openAs,
	sampleData,
}) => {
	const page = await openAs("visitor");
	await openScreen(page, `/payment/${sampleData.shares.main}`);
	const fields = page.locator(".__PrivateStripeElement");
	await expect(fields).toHaveAttribute("data-locale", "en");
	await page.getByLabel("Email").fill("in-german@example.test");
	await fillCard(page, CARDS.good);
	await page.getByLabel("Language").selectOption("de");
	await expect(page.getByRole("button", { name: /^24,00.\$ zahlen$/ })).toBeVisible();
	await expect(fields).toHaveAttribute("data-locale", "de");
	await expect(page.getByLabel("Card number")).toHaveValue("4242424242424242");
	await expect(page.locator("input[name=email]")).toHaveValue("in-german@example.test");
	await keepConfirmation(page);
	await page.getByRole("button", { name: /^24,00.\$ zahlen$/ }).click();
	await expect(page.getByText("Zahlung erfolgreich")).toBeVisible();
});

const inDialog = (page: Page) =>
	page.evaluate(() => Boolean(document.activeElement?.closest("dialog[open], [role=menu]")));

test("dialogs and menus trap the focus, close on Escape and return it", async ({
	openAs,
	sampleData,
}) => {
	const page = await openAs("creator");
	await openScreen(page, "/dashboard");
	const trigger = page.getByRole("button", { name: "Actions for Preset pack" });
	await trigger.focus();
	await page.keyboard.press("Enter");
	await expect(page.getByRole("menuitem", { name: "Copy link" })).toBeFocused();
	await page.keyboard.press("ArrowDown");
	await expect(page.getByRole("menuitem", { name: "QR code" })).toBeFocused();
	await page.keyboard.press("Escape");
	await expect(trigger).toBeFocused();
	// Shown once the focus is in the row.
	await page.keyboard.press("Shift+Tab");
	await expect(page.getByRole("button", { name: "Copy the link of Preset pack" })).toBeFocused();
	await page.keyboard.press("Tab");

	await page.keyboard.press("Enter");
	await page.getByRole("menuitem", { name: "Share and embed" }).press("Enter");
	await expect(page.getByRole("dialog")).toBeVisible();
	for (let n = 0; n < 12; n++) {
		await page.keyboard.press("Tab");
		// Between the last and the first stop the browser's own UI may get the focus, never the page behind.
		const behind = await page.evaluate(() => document.activeElement !== document.body);
		if (behind) expect(await inDialog(page)).toBe(true);
	}
	await page.keyboard.press("Escape");
	await expect(page.getByRole("dialog")).toBeHidden();
	await expect(trigger).toBeFocused();

	await openScreen(page, `/share/${sampleData.shares.main}?as=buyer`);
	const picture = page.getByRole("button", { name: /^Preview evening-02/ }).first();
	await picture.focus();
	await page.keyboard.press("Enter");
	await expect(page.getByRole("dialog")).toBeVisible();
	await page.keyboard.press("ArrowRight");
	await expect(page.getByRole("dialog")).toContainText("evening-03.png");
	// The buttons react once the picture is there.
	await expect(page.locator(".pswp--open")).toBeVisible();
	await page.keyboard.press("Escape");
	await expect(picture).toBeFocused();
});

test("Buy is among the first five stops of a share, and no file is met twice", async ({
	openAs,
	sampleData,
}) => {
	for (const viewport of [
		{ width: 1280, height: 800 },
		{ width: 390, height: 844 },
	]) {
		const page = await openAs("visitor", { viewport });
		await openScreen(page, `/share/${sampleData.shares.main}`);
		const names = await tabThrough(page);
		expect(names.slice(0, 4).some((name) => /^(?:Pay|Buy)/.test(name))).toBe(true);
		const files = names.filter((name) => /\.(?:png|mp3|pdf|txt)/.test(name));
		expect(files.length).toBeGreaterThan(5);
		expect(new Set(files).size).toBe(files.length);
	}
});

test("the viewer has three sizes on wide screens, medium at first", async ({
	openAs,
	sampleData,
}) => {
	const page = await openAs("visitor", { viewport: { width: 1440, height: 900 } });
	await openScreen(page, `/share/${sampleData.shares.main}`);
	// The first picture becomes the sharp sample as soon as a page of the creator has made it.
	await page
		.getByRole("button", { name: /^Preview evening-02/ })
		.first()
		.click();
	const viewer = page.getByRole("dialog", { name: "evening-02.png" });
	await expect(viewer.getByRole("radio", { name: "Medium" })).toBeChecked();
	const width = async () =>
		(await viewer.locator('[aria-hidden="false"] .frosted').boundingBox())?.width ?? 0;
	await expect.poll(width).toBeGreaterThan(0);
	const medium = await width();
	await viewer.getByText("Compact").click();
	await expect.poll(width).toBeLessThan(medium);
	await viewer.getByText("Large").click();
	await expect.poll(width).toBeGreaterThan(medium);
	// There, arrow keys choose among the sizes instead of changing the file.
	await page.keyboard.press("ArrowLeft");
	await expect(viewer.getByRole("radio", { name: "Medium" })).toBeChecked();
	await expect(viewer).toBeVisible();
});

test("nothing is animated for users who prefer reduced motion", async ({ openAs, sampleData }) => {
	const page = await openAs("visitor");
	for (const path of ["/", `/share/${sampleData.shares.main}`]) {
		await page.goto(path);
		await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
		const slow = await page.evaluate(() =>
			[...document.querySelectorAll("*")]
				.map((element) => getComputedStyle(element))
				.flatMap(({ transitionDuration, animationDuration }) =>
					`${transitionDuration}, ${animationDuration}`.split(", "),
				)
				.filter((duration) => Number.parseFloat(duration) > 0.001),
		);
		expect(slow).toEqual([]);
	}
});
