import { expect, type Page } from "@playwright/test";
import { freshEmail, OWN_PAGE, publishShare, registerCreator } from "./support/accounts.ts";
import { expectAccessible } from "./support/axe.ts";
import { CARDS, fillCard, keepConfirmation } from "./support/card.ts";
import { openForeignSite } from "./support/foreign-site.ts";
import { pictures } from "./support/pictures.ts";
import type { NewProfile } from "./support/profiles.ts";
import { DOES_ALL_ROUNDS } from "./support/rounds.ts";
import { test } from "./support/sample-data.ts";
import { editFromDashboard, saveShare } from "./support/share-form.ts";

/** All that a page has to allow. */
const policyFor = (origin: string, frames = origin) =>
	`default-src 'none'; script-src ${origin}; frame-src ${frames}; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'`;

const text = `<h1>My work</h1>${"<p>Some words about it.</p>".repeat(60)}`;
const buttonOn = (origin: string, slug: string) =>
	`<p><a href="${origin}/share/${slug}?utm_source=button" data-tillbox="${slug}" data-look="dark">Buy my set</a></p>${text}<p><a href="#end">After it</a></p><script async src="${origin}/button.js"></script>`;

type Foreign = {
	headers?: (origin: string) => Record<string, string>;
	phone?: boolean;
	cashAppHandle?: string;
};

async function onForeignSite(
	newProfile: NewProfile,
	origin: string | undefined,
	{ headers, phone = false, cashAppHandle }: Foreign = {},
) {
	const baseURL = origin ?? "";
	const seller = await newProfile();
	await registerCreator(seller.request);
	if (cashAppHandle) {
		const setup = { headers: OWN_PAGE, data: { cashAppHandle } };
		expect((await seller.request.post("/api/setup-cashapp", setup)).ok()).toBe(true);
	}
	const slug = await publishShare(seller.request, {
		title: "Hills at dusk",
		price: "12.50",
		files: pictures(3).map((file) => ({ ...file, folder: "Images" })),
	});
	const site = await openForeignSite(
		buttonOn(baseURL, slug),
		headers?.(baseURL) ?? { "Content-Security-Policy": policyFor(baseURL) },
	);
	const context = await newProfile({
		baseURL,
		...(phone && { viewport: { width: 360, height: 740 }, hasTouch: true }),
	});
	const page = await context.newPage();
	const violations: string[] = [];
	page.on("console", (message) => {
		if (/Content Security Policy|Trusted/i.test(message.text())) violations.push(message.text());
	});
	await page.goto(site.address);
	const button = page.getByRole("link", { name: "Buy my set" });
	// The script has run.
	await expect(button).toHaveCSS("border-radius", "10px");
	const dialog = page.getByRole("dialog", { name: "Buy my set" });
	const card = page.frameLocator("iframe");
	return { page, button, dialog, card, seller, slug, violations, end: site.close };
}

/** Puts the card's messages into the title. */
const listenToCard = (page: Page) =>
	page.evaluate(() => {
		addEventListener("message", ({ data }) => {
			if (data.type === "tillbox:ready") document.title = "ready";
		});
		document.addEventListener("tillbox:paid", (event) => {
			document.title = `paid ${(event as CustomEvent<{ share: string }>).detail.share}`;
		});
	});

/** The dialog is in a shadow root. */
const focusIsInside = (page: Page) =>
	page.evaluate(() => document.activeElement?.shadowRoot != null);

// G76
test("on a page of another site with a strict policy the button opens the card, and the checkout in a window of its own", async ({
	newProfile,
	baseURL,
}) => {
	const { page, button, dialog, card, slug, violations, end } = await onForeignSite(
		newProfile,
		baseURL,
	);
	await listenToCard(page);
	await button.click();
	await expect(dialog).toBeVisible();
	await expect(card.getByRole("heading", { name: "Hills at dusk" })).toBeVisible();
	await expect(page).toHaveTitle("ready");
	const opens = page.waitForEvent("popup");
	await card.getByRole("link", { name: "Buy for $12.50" }).click();
	const checkout = await opens;
	await checkout.waitForURL(new RegExp(`/payment/${slug}`));
	await checkout.getByLabel("Email").fill(freshEmail("buyer"));
	const consent = checkout.getByRole("checkbox");
	if (await consent.count()) await consent.first().check();
	await fillCard(checkout, CARDS.good);
	await keepConfirmation(checkout);
	await checkout.getByRole("button", { name: /^Pay/ }).click();
	await expect(checkout.getByText("Payment successful")).toBeVisible();
	// The page behind is notified, and closes the card.
	await expect(page).toHaveTitle(`paid ${slug}`);
	await expect(dialog).toHaveCount(0);
	await expect(button).toBeFocused();
	expect(page.url()).toContain("127.0.0.1");
	expect(violations).toEqual([]);
	await end();
});

test("a direct payment in the card's window tells the page once the creator has confirmed it", async ({
	newProfile,
	baseURL,
}) => {
	test.skip(!DOES_ALL_ROUNDS, "in all rounds");
	const { page, button, card, seller, slug, end } = await onForeignSite(newProfile, baseURL, {
		cashAppHandle: "$adameyer",
	});
	await listenToCard(page);
	await button.click();
	await expect(page).toHaveTitle("ready");
	const opens = page.waitForEvent("popup");
	await card.getByRole("link", { name: "Buy for $12.50" }).click();
	const checkout = await opens;
	await checkout.getByRole("link", { name: /Cash App/ }).click();
	await checkout.waitForURL(new RegExp(`/payment/direct/${slug}`));
	await checkout.getByLabel("Email").fill(freshEmail("buyer"));
	await checkout.getByLabel("Transaction ID").fill("#D-EMBEDDED1");
	await checkout.getByRole("button", { name: "Confirm payment" }).click();
	await expect(checkout.getByRole("heading", { name: /^Waiting for/ })).toBeVisible();
	const [claim] = await (await seller.request.get("/api/direct-claims")).json();
	const approved = await seller.request.post(`/api/direct-claims/${claim.id}/approve`, {
		headers: OWN_PAGE,
		data: {},
	});
	expect(approved.ok()).toBe(true);
	await expect(page).toHaveTitle(`paid ${slug}`);
	await expect(page.getByRole("dialog")).toHaveCount(0);
	await end();
});

test("the card closes by Escape outside and inside of the frame, holds the focus and gives it back", async ({
	newProfile,
	baseURL,
}) => {
	const { page, button, dialog, card, violations, end } = await onForeignSite(newProfile, baseURL, {
		// Also works on cross-origin isolated pages.
		headers: (origin) => ({
			"Content-Security-Policy": policyFor(origin),
			"Cross-Origin-Embedder-Policy": "require-corp",
			"Cross-Origin-Opener-Policy": "same-origin",
		}),
	});
	await button.press("Enter");
	await expect(dialog).toBeVisible();
	await expect(dialog).toHaveAttribute("aria-modal", "true");
	await expect(card.getByRole("link", { name: "Buy for $12.50" })).toBeVisible();
	await expectAccessible(page, "all");
	for (let presses = 0; presses < 8; presses++) {
		await page.keyboard.press("Tab");
		const outside = await page.evaluate(() => document.activeElement?.textContent === "After it");
		expect(outside).toBe(false);
	}
	await dialog.getByRole("button", { name: "Close" }).focus();
	expect(await focusIsInside(page)).toBe(true);
	await page.keyboard.press("Escape");
	await expect(dialog).toHaveCount(0);
	await expect(button).toBeFocused();

	await page.keyboard.press("Enter");
	await card.getByRole("link", { name: "See the files" }).focus();
	await page.keyboard.press("Escape");
	await expect(dialog).toHaveCount(0);
	await expect(button).toBeFocused();

	// The only control outside the card is in the page's language.
	await page.evaluate(() => {
		document.documentElement.lang = "de-AT";
	});
	await page.keyboard.press("Enter");
	await dialog.getByRole("button", { name: "Schließen" }).click();
	await expect(dialog).toHaveCount(0);
	// The page has no handle on the window, which still opens, once.
	await page.keyboard.press("Enter");
	const windows = page.context().pages().length;
	const opens = page.context().waitForEvent("page");
	await card.getByRole("link", { name: "Buy for $12.50" }).click();
	await (await opens).waitForURL(/\/payment\//);
	expect(page.context().pages()).toHaveLength(windows + 1);
	expect(violations).toEqual([]);
	await end();
});

test("the button is a link if the page refuses the frame", async ({ newProfile, baseURL }) => {
	const { page, button, slug, end } = await onForeignSite(newProfile, baseURL, {
		headers: (origin) => ({ "Content-Security-Policy": policyFor(origin, "'none'") }),
	});
	await button.click();
	await page.waitForURL(`${baseURL}/share/${slug}?utm_source=button`);
	await expect(page.getByRole("heading", { name: "Hills at dusk" })).toBeVisible();
	await end();
});

test("on a phone the card fills the screen", async ({ newProfile, baseURL }) => {
	test.skip(!DOES_ALL_ROUNDS, "in all rounds");
	const { button, dialog, card, end } = await onForeignSite(newProfile, baseURL, { phone: true });
	await button.tap();
	await expect(card.getByRole("link", { name: "Buy for $12.50" })).toBeVisible();
	await expect.poll(async () => (await dialog.boundingBox())?.height).toBe(740);
	expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 740 });
	await end();
});

test("button and card are links without scripts", async ({ newProfile, baseURL: origin }) => {
	test.skip(!DOES_ALL_ROUNDS, "in all rounds");
	const baseURL = origin ?? "";
	const seller = await newProfile();
	await registerCreator(seller.request);
	const slug = await publishShare(seller.request, {
		title: "Hills at dusk",
		files: pictures(1),
	});
	const site = await openForeignSite(
		`${buttonOn(baseURL, slug)}<iframe src="${baseURL}/embed/${slug}" width="600" height="240"></iframe>`,
		{ "Content-Security-Policy": policyFor(baseURL) },
	);
	const context = await newProfile({ javaScriptEnabled: false });
	const page = await context.newPage();
	await page.goto(site.address);
	const opens = page.waitForEvent("popup");
	await page.frameLocator("iframe").getByRole("link", { name: "Buy for $9.99" }).click();
	await (await opens).waitForURL(new RegExp(`/payment/${slug}`));
	await page.getByRole("link", { name: "Buy my set" }).click();
	await page.waitForURL(new RegExp(`/share/${slug}`));
	await site.close();
});

test("the creator copies button and card from the share's menu, and keeps a share out of search results", async ({
	openAs,
	sampleData: { shares },
}) => {
	test.skip(!DOES_ALL_ROUNDS, "in all rounds");
	const page = await openAs("creator");
	await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
	await page.goto("/dashboard");
	const copied = () => page.evaluate(() => navigator.clipboard.readText());
	await page.getByRole("button", { name: "Actions for Winter light, Lofoten" }).click();
	await page.getByRole("menuitem", { name: "Share and embed" }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByLabel("Label").fill("Get <the> set");
	await dialog.getByLabel("Color").selectOption("light");
	const preview = dialog.getByRole("link", { name: "Get <the> set" });
	await expect(preview).toHaveCSS("background-color", "rgb(255, 255, 255)");
	await expect(
		dialog.frameLocator("iframe").getByRole("heading", { name: "Winter light, Lofoten" }),
	).toBeVisible();
	await dialog.getByRole("button", { name: "Copy HTML" }).first().click();
	expect(await copied()).toContain(
		`data-tillbox="${shares.main}" data-look="light">Get &lt;the&gt; set</a>`,
	);
	await dialog.getByRole("button", { name: "Copy HTML" }).last().click();
	expect(await copied()).toContain(`/embed/${shares.main}" title="Winter light, Lofoten"`);
	await expectAccessible(page, "all");
	await preview.click();
	await expect(page.getByRole("dialog", { name: "Get <the> set" })).toBeVisible();
	await page.keyboard.press("Escape");
	await page.keyboard.press("Escape");
	await expect(dialog).toHaveCount(0);

	const robots = async () =>
		(await page.request.get(`/share/${shares.single}`)).headers()["x-robots-tag"];
	expect(await robots()).toBeUndefined();
	await editFromDashboard(page, "Preset pack");
	await page.getByRole("switch", { name: "Let search engines show it" }).uncheck();
	await saveShare(page);
	expect(await robots()).toBe("noindex");
});
