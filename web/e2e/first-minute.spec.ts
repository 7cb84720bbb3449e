import { expect, type Locator, type Page } from "@playwright/test";
import { freshEmail, PASSWORD, publishShare, registerCreator } from "./support/accounts.ts";
import { appIsThere } from "./support/page-checks.ts";
import { test } from "./support/profiles.ts";
import { photo } from "./support/sample-files.ts";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/**
 * Counts trusted taps, and fields typed into (each once). The device's own file dialog counts as
 * neither.
 */
async function counted(page: Page) {
	const taps: string[] = [];
	const fields = new Set<string>();
	await page.exposeFunction("noteTap", (what: string) => taps.push(what));
	await page.exposeFunction("noteField", (what: string) => fields.add(what));
	await page.addInitScript(() => {
		const note = window as unknown as Record<"noteTap" | "noteField", (what: string) => void>;
		const target = (event: Event) => event.composedPath()[0] as HTMLElement;
		addEventListener(
			"click",
			(event) => {
				// A label's own click on its field is not a second tap.
				if (event.isTrusted && event.detail > 0) note.noteTap(target(event).textContent.trim());
			},
			true,
		);
		addEventListener(
			"input",
			(event) => {
				const field = target(event) as HTMLInputElement;
				if (field.type !== "file") note.noteField(`${location.pathname} ${field.name || field.id}`);
			},
			true,
		);
	});
	const tap = async (what: Locator) => {
		const before = taps.length;
		await what.click();
		await expect.poll(() => taps.length).toBe(before + 1);
	};
	return { taps, fields, tap };
}

test("a buyer on a phone gets from the link to the files by three taps and four fields", async ({
	page,
	newProfile,
}) => {
	await registerCreator(page.request);
	const files = [photo("dusk.png"), photo("dawn.png")];
	const slug = await publishShare(page.request, { title: "Hills at dusk", price: "12.50", files });
	const buyer = await (await newProfile(PHONE)).newPage();
	const { taps, fields, tap } = await counted(buyer);
	await buyer.goto(`/share/${slug}`);
	await appIsThere(buyer);
	await tap(buyer.getByRole("link", { name: /^Buy/ }).last());
	await buyer.getByLabel("Email").fill(freshEmail("buyer"));
	await buyer.getByLabel("Card number").fill("4242424242424242");
	await buyer.getByLabel("Expiration date").fill("12 / 34");
	await buyer.getByLabel("CVC").fill("123");
	await tap(buyer.getByRole("button", { name: "Pay $12.50" }));
	await expect(buyer).toHaveURL(new RegExp(`/share/${slug}$`));
	const everything = buyer.getByRole("link", { name: "Download everything" }).last();
	const [download] = await Promise.all([buyer.waitForEvent("download"), tap(everything)]);
	expect(await download.failure()).toBeNull();
	expect(download.suggestedFilename()).toMatch(/[.]zip$/);
	expect(taps.length, taps.join(" | ")).toBeLessThanOrEqual(3);
	expect(fields.size, [...fields].join(" | ")).toBeLessThanOrEqual(4);
	expect(fields.size).toBeGreaterThan(0);
});

test("a creator on a phone gets from the landing page to a link by five taps and five fields", async ({
	newProfile,
}) => {
	const page = await (await newProfile(PHONE)).newPage();
	const { taps, fields, tap } = await counted(page);
	// Phones have only a file input's chooser, which Playwright can answer.
	await page.addInitScript(() => Reflect.deleteProperty(window, "showOpenFilePicker"));
	await page.goto("/");
	await appIsThere(page);
	await tap(page.getByRole("main").getByRole("link", { name: "Start selling" }).first());
	await expect(page.getByLabel("First name")).toBeHidden();
	await page.getByLabel("Email").fill(`mara.lindholm+${freshEmail()}`);
	await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
	await tap(page.getByRole("button", { name: /create account|sign up/i }));
	await expect(page.getByRole("heading", { name: "Quick share" })).toBeVisible();
	const chooser = page.waitForEvent("filechooser");
	await tap(page.getByRole("button", { name: /choose files/i }));
	await (await chooser).setFiles(photo("dusk.png"));
	await page.getByLabel("Title *").fill("Hills at dusk");
	await page.getByLabel("Price ($) *").fill("12.50");
	await expect(page.getByLabel("Name that buyers see")).toHaveValue("Mara Lindholm");
	await tap(page.getByRole("button", { name: "Generate Share Link" }));
	const link = page.getByLabel("Share Link for Buyers");
	await expect(link).toHaveValue(/[/]share[/][A-Za-z0-9_-]{20,}$/);
	await expect(page.getByText("Files Uploaded Successfully!")).toBeVisible();
	const shared = await page.request.get(await link.inputValue());
	expect(shared.status()).toBe(200);
	expect(await shared.text()).toContain("by Mara Lindholm");
	expect(taps.length, taps.join(" | ")).toBeLessThanOrEqual(5);
	expect(fields.size, [...fields].join(" | ")).toBeLessThanOrEqual(5);
	expect(fields.size).toBeGreaterThan(0);
});
