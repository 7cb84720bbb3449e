import type { Page } from "@playwright/test";
import { freshEmail, publishShare, registerCreator } from "./support/accounts.ts";
import { expectAccessible } from "./support/axe.ts";
import { CARDS, fillCard } from "./support/card.ts";
import { verifiedCreator } from "./support/mailbox.ts";
import { becomePro, buyByCard } from "./support/money.ts";
import {
	appIsThere,
	collectProblems,
	expectNoSidewaysScroll,
	openScreen,
} from "./support/page-checks.ts";
import { DOES_ALL_ROUNDS } from "./support/rounds.ts";
import { expect, test } from "./support/sample-data.ts";
import { note, type SampleFile } from "./support/sample-files.ts";

const TITLES = ["Salt marsh", "River mouth", "Open sea"] as const;
/** Random text, so that the three differ. */
const FILES = new Map<string, SampleFile>(
	TITLES.map((title) => [title, note(`${title}.txt`)] as const),
);

const fileOf = (title: string) => FILES.get(title) ?? note("unknown.txt");

/** Returns the slugs by title. */
async function seller(page: Page): Promise<Record<(typeof TITLES)[number], string>> {
	await verifiedCreator(page.request);
	await becomePro(page.request);
	const publish = (title: string, price: string) =>
		publishShare(page.request, { title, price, files: [fileOf(title)] });
	return {
		"Salt marsh": await publish("Salt marsh", "10.00"),
		"River mouth": await publish("River mouth", "12.00"),
		"Open sea": await publish("Open sea", "18.00"),
	};
}

async function choose(page: Page, titles: readonly string[]): Promise<void> {
	for (const title of titles) await page.getByRole("checkbox", { name: title }).check();
}

/** Returns the bundle page's address. */
async function publishBundle(page: Page, ownedParts: string): Promise<string> {
	await openScreen(page, "/bundles/new");
	await choose(page, TITLES);
	await page.getByLabel("Title *").fill("The whole coast");
	await page.getByLabel("Price ($) *").fill("30.00");
	await page.getByRole("radio", { name: ownedParts }).check();
	await page.getByRole("button", { name: "Publish bundle" }).click();
	await expect(page.getByRole("heading", { name: "Your bundle is live" })).toBeFocused();
	return page.getByLabel("Share Link for Buyers").inputValue();
}

const buy = (page: Page) =>
	page.getByRole("link", { name: /^Buy/ }).locator("visible=true").first().click();

async function pay(page: Page, price: string): Promise<void> {
	await page.getByLabel("Email").fill(freshEmail("buyer"));
	await fillCard(page, CARDS.good);
	await page.getByRole("button", { name: `Pay ${price}` }).click();
}

test("three shares become a bundle, a buyer pays once by card, and all three open and download", async ({
	page,
	openAs,
}) => {
	const { expectQuiet } = collectProblems(page);
	const slugs = await seller(page);
	await openScreen(page, "/dashboard");
	await page.getByRole("link", { name: "New bundle" }).click();

	await test.step("what is missing is said at its field", async () => {
		await page.getByRole("button", { name: "Publish bundle" }).click();
		await expect(page.getByText("Choose at least two shares")).toBeVisible();
		await expect(page.getByText("Title is required")).toBeVisible();
		await expect(page.getByText("Valid price is required")).toBeVisible();
		await expect(page.getByRole("checkbox").first()).toBeFocused();
		await choose(page, ["Open sea"]);
		await expect(page.getByText("Choose at least two shares")).toBeHidden();
	});
	await test.step("the sum, the saving and the example follow what is chosen", async () => {
		await choose(page, ["Salt marsh", "River mouth"]);
		await expect(page.getByText("3 shares, $40.00 separately")).toBeVisible();
		await page.getByRole("button", { name: "$36" }).click();
		await expect(page.getByLabel("Price ($) *")).toHaveValue("36.00");
		await page.getByLabel("Price ($) *").fill("30.00");
		await expect(page.getByText("Buyers save $10.00 (25%).")).toBeVisible();
		await page.getByRole("radio", { name: "Pay only for the rest" }).check();
		await expect(page.getByText("it’s $16.50 instead of $30.00")).toBeVisible();
		await page.getByRole("button", { name: "Move Open sea down" }).click();
		await page.getByLabel("Title *").fill("The whole coast");
	});
	await page.getByRole("button", { name: "Publish bundle" }).click();
	await expect(page.getByRole("heading", { name: "Your bundle is live" })).toBeFocused();
	const link = await page.getByLabel("Share Link for Buyers").inputValue();
	await expectAccessible(page, "all");

	const buyer = await openAs("visitor");
	const problems = collectProblems(buyer);
	await test.step("the page shows the parts in their order and what they cost apart", async () => {
		const response = await buyer.request.get(link);
		expect(await response.text()).toContain("Bundle of 3 shares");
		await buyer.goto(link);
		await appIsThere(buyer);
		const parts = buyer.getByRole("region", { name: "What’s in it" }).getByRole("article");
		await expect(parts.getByRole("heading")).toHaveText(["Salt marsh", "Open sea", "River mouth"]);
		const card = buyer.getByRole("complementary", { name: "Price and contents" });
		await expect(card).toContainText("Separately $40.00 · you save $10.00");
		await buyer.setViewportSize({ width: 360, height: 740 });
	});
	await test.step("it is paid once, on a phone", async () => {
		await buy(buyer);
		const included = buyer.getByRole("list", { name: "Shares in this bundle" });
		await expect(included.getByRole("listitem")).toHaveText([
			"Salt marsh",
			"Open sea",
			"River mouth",
		]);
		await expectNoSidewaysScroll(buyer);
		await pay(buyer, "$30.00");
		await expect(buyer.getByRole("heading", { name: "Everything you bought" })).toBeVisible();
		await expectAccessible(buyer, "all");
		await buyer.setViewportSize({ width: 1280, height: 900 });
	});
	for (const title of TITLES)
		await test.step(`${title} opens and downloads`, async () => {
			await buyer.goto(link);
			await buyer.getByRole("link", { name: title }).click();
			await expect(buyer).toHaveURL(new RegExp(`/share/${slugs[title]}`));
			const download = buyer.getByRole("link", { name: `Download ${title}.txt` });
			const href = await download.getAttribute("href");
			const file = await buyer.request.get(href ?? "");
			expect(file.status()).toBe(200);
			expect(await file.body()).toEqual(fileOf(title).buffer);
		});
	await test.step("the purchase and its receipt name the parts", async () => {
		await openScreen(buyer, "/purchases");
		const row = buyer.getByRole("listitem").filter({ hasText: "The whole coast" });
		for (const title of TITLES) await expect(row.getByRole("link", { name: title })).toBeVisible();
		await buyer.getByRole("link", { name: "Receipt for The whole coast" }).click();
		// The row that leads there also has a list of this name.
		const receipt = buyer.getByRole("region", { name: "Receipt" });
		const parts = receipt.getByRole("list", { name: "What’s in it" });
		await expect(parts.getByRole("link")).toHaveText(["Salt marsh", "Open sea", "River mouth"]);
		await expectAccessible(buyer, "all");
	});
	problems.expectQuiet();
	await openScreen(page, "/dashboard");
	const row = page.getByRole("article", { name: "The whole coast" });
	await expect(row).toContainText("Salt marsh, Open sea, and River mouth");
	await expect(row).toContainText("1 sale");
	expectQuiet();
});

test("a buyer who has one part pays less for the rest", async ({ page, openAs }) => {
	test.skip(!DOES_ALL_ROUNDS, "in all rounds");
	const slugs = await seller(page);
	const link = await publishBundle(page, "Pay only for the rest");
	const buyer = await openAs("visitor");
	await buyByCard(buyer.request, slugs["Salt marsh"]);
	await buyer.goto(link);
	await appIsThere(buyer);
	const owned = buyer.getByRole("article").filter({ hasText: "Salt marsh" });
	await expect(owned.getByText("You have this")).toBeVisible();
	const card = buyer.getByRole("complementary", { name: "Price and contents" });
	await expect(card).toContainText("You already have 1 of 3: $22.50 instead of $30.00.");
	await buy(buyer);
	await expect(buyer.getByText("you have this")).toBeVisible();
	await pay(buyer, "$22.50");
	await expect(buyer.getByRole("heading", { name: "Everything you bought" })).toBeVisible();
	await buyer.getByRole("link", { name: "Open sea" }).click();
	await expect(buyer.getByRole("link", { name: "Download Open sea.txt" })).toBeVisible();
});

test("with few shares, the way to an upload is shown instead", async ({ page }) => {
	await registerCreator(page.request);
	await openScreen(page, "/bundles/new");
	await expect(page.getByRole("heading", { name: "A bundle needs two shares" })).toBeVisible();
	await page.getByRole("link", { name: "Upload Files" }).click();
	await expect(page).toHaveURL(/\/upload$/);
});
