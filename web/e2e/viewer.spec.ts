import type { Page } from "@playwright/test";
import { readShare } from "./support/accounts.ts";
import { appIsThere } from "./support/page-checks.ts";
import { expect, type SampleData, test } from "./support/sample-data.ts";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const viewer = (page: Page, name: string) => page.getByRole("dialog", { name });

async function openSecond(page: Page, { shares }: SampleData) {
	await page.goto(`/share/${shares.main}`);
	await appIsThere(page);
	await page.getByRole("button", { name: "Preview evening-02.png" }).click();
	await expect(viewer(page, "evening-02.png")).toBeVisible();
	await expect(page.locator(".pswp--open")).toBeVisible();
}

test("the viewer fills the screen, and the browser's Back closes it", async ({
	openAs,
	sampleData,
}) => {
	const page = await openAs("visitor", PHONE);
	await openSecond(page, sampleData);
	expect(await viewer(page, "evening-02.png").boundingBox()).toEqual({
		x: 0,
		y: 0,
		...PHONE.viewport,
	});
	// Documents are included once their creator's browser has drawn them, on the dashboard of another test.
	const { files } = await readShare(page.request, sampleData.shares.main);
	const seen = files.filter(({ preview }) =>
		["image", "watermarked", "page"].includes(preview?.kind ?? ""),
	);
	expect(seen.length).toBeGreaterThanOrEqual(9);
	await expect(viewer(page, "evening-02.png")).toContainText(`2 / ${seen.length}`);
	const buy = viewer(page, "evening-02.png").getByRole("button", { name: "Buy · $24" });
	await buy.click();
	await expect(page.getByRole("link", { name: "Send $24.00 with Cash App" })).toBeVisible();
	await page.keyboard.press("Escape");
	await expect(viewer(page, "evening-02.png")).toBeVisible();
	await page.goBack();
	await expect(page.getByRole("dialog")).toBeHidden();
	await expect(page).toHaveURL(`/share/${sampleData.shares.main}`);
});

test("a link to one file opens it, and closing stays on the page", async ({
	openAs,
	sampleData,
}) => {
	const first = await openAs("visitor");
	await openSecond(first, sampleData);
	const link = first.url();
	expect(link).toMatch(/#file=/);
	const page = await openAs("visitor");
	await page.goto(link);
	await expect(viewer(page, "evening-02.png")).toBeVisible();
	await expect(page.locator(".pswp--open")).toBeVisible();
	await page.keyboard.press("ArrowRight");
	await expect(viewer(page, "evening-03.png")).toBeVisible();
	await page.getByRole("button", { name: "Close" }).click();
	await expect(page.getByRole("dialog")).toBeHidden();
	await expect(page).toHaveURL(`/share/${sampleData.shares.main}`);
});
