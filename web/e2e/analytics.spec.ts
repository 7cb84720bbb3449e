import type { Page } from "@playwright/test";
import { publishShare, registerCreator } from "./support/accounts.ts";
import { CARDS, fillCard } from "./support/card.ts";
import { appIsThere } from "./support/page-checks.ts";
import { DOES_ALL_ROUNDS } from "./support/rounds.ts";
import { expect, test } from "./support/sample-data.ts";

/** The test browser's own user agent says that it is a bot. */
const AGENT =
	"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

const kept = (page: Page) => page.evaluate(() => [localStorage.length, sessionStorage.length]);

const rowOf = (page: Page, table: string, name: string) =>
	page.getByRole("region", { name: table }).getByRole("row").filter({ hasText: name });

// G68
test("a creator sees by which link buyers came, and nothing is kept in their browsers for it", async ({
	openAs,
	newProfile,
}) => {
	test.skip(!DOES_ALL_ROUNDS, "in all rounds");
	const creator = await openAs("visitor");
	await registerCreator(creator.request);
	const slug = await publishShare(creator.request, {
		title: "Tide tables",
	});
	await creator.goto("/dashboard");
	await creator.getByRole("link", { name: "Analytics" }).click();
	await expect(creator.getByRole("heading", { name: "No views in this period" })).toBeVisible();
	await creator.getByLabel("Source").fill("News letter");
	await creator.getByLabel("Campaign").fill("spring");
	const link = await creator.getByLabel("Your link").inputValue();
	expect(link).toContain(`/share/${slug}?utm_source=news-letter&utm_campaign=spring`);

	await test.step("one comes by that link and buys", async () => {
		const page = await openAs("visitor", { userAgent: `${AGENT} 1` });
		await page.goto(link);
		await appIsThere(page);
		expect(await page.context().cookies()).toEqual([]);
		expect(await kept(page)).toEqual([0, 0]);
		await page
			.getByRole("link", { name: /^Buy|^Pay/ })
			.locator("visible=true")
			.first()
			.click();
		await page.getByLabel("Email").fill("buyer@example.test");
		await fillCard(page, CARDS.good);
		await page.getByRole("button", { name: "Pay $9.99" }).click();
		await expect(page).toHaveURL(new RegExp(`/share/${slug}`));
	});
	await test.step("one comes by a link on another site and leaves at the payment", async () => {
		const page = await openAs("visitor", { userAgent: `${AGENT} 2` });
		await page.route("http://forum.example/thread", (route) =>
			route.fulfill({ contentType: "text/html", body: `<a href="${shareOf(link)}">Tides</a>` }),
		);
		await page.goto("http://forum.example/thread");
		await page.getByRole("link", { name: "Tides" }).click();
		await appIsThere(page);
		await page.goto(`/payment/${slug}`);
		await expect(page.getByRole("button", { name: "Pay $9.99" })).toBeVisible();
	});
	await test.step("one asks not to be tracked, and a bot reads the page", async () => {
		const page = await openAs("visitor", {
			userAgent: `${AGENT} 3`,
			extraHTTPHeaders: { "sec-gpc": "1" },
		});
		await page.goto(link);
		const bot = await newProfile({ userAgent: "Googlebot/2.1" });
		await (await bot.newPage()).goto(link);
	});

	await expect(async () => {
		await creator.goto("/analytics");
		await expect(creator.getByRole("radio", { name: /^Views 3/ })).toBeVisible({ timeout: 2_000 });
	}).toPass();
	await expect(creator.getByRole("radio", { name: /^Started checkout 2 66.7%/ })).toBeVisible();
	await expect(rowOf(creator, "Sources", "news-letter")).toHaveText(/1\s*1\s*1100%\s*\$9\.99/);
	await expect(rowOf(creator, "Sources", "forum.example")).toHaveText(/1\s*1\s*00%\s*\$0$/);
	await expect(rowOf(creator, "Sources", "Not recorded")).toHaveText(/1\s*0\s*00%\s*\$0$/);
	await expect(rowOf(creator, "Campaigns", "spring")).toHaveText(/news-letter/);

	await creator.getByRole("link", { name: "Tide tables" }).click();
	await expect(creator).toHaveURL(`/analytics?share=${slug}`);
	await creator.getByText("7 days").click();
	await expect(creator).toHaveURL(`/analytics?share=${slug}&days=7`);
	const downloading = creator.waitForEvent("download");
	await creator.getByRole("link", { name: "CSV" }).click();
	expect((await downloading).suggestedFilename()).toBe("analytics.csv");
});

const shareOf = (link: string) => link.replace(/\?.*$/, "");
