import { expect } from "@playwright/test";
import { inTurn } from "./support/languages.ts";
import { appIsThere, collectProblems, holdRequests } from "./support/page-checks.ts";
import { DOES_ALL_ROUNDS } from "./support/rounds.ts";
import { type SampleData, test, type Who } from "./support/sample-data.ts";

const PAGES: [
	name: string,
	who: Who,
	path: (shares: SampleData["shares"], pages: SampleData["pages"]) => string,
][] = [
	["a share for sale", "visitor", ({ main }) => `/share/${main}`],
	["a purchased share", "buyer", ({ main }) => `/share/${main}`],
	["a creator's own share", "creator", ({ main }) => `/share/${main}`],
	["a payment under way", "visitor", ({ main }) => `/share/${main}?payment_intent=pi_unknown`],
	["a creator's page", "visitor", (_, { creator }) => `/c/${creator}`],
	["the landing page", "visitor", () => "/"],
	["the sign-in form", "visitor", () => "/auth"],
	["the terms", "visitor", () => "/terms"],
];

for (const [turn, [name, who, path]] of PAGES.entries())
	test(`the app takes over the server's HTML of ${name} without changing it`, async ({
		openAs,
		sampleData,
	}) => {
		for (const locale of inTurn(turn)) {
			const page = await openAs(who, { locale, timezoneId: "Asia/Tokyo" });
			const problems = collectProblems(page);
			const release = await holdRequests(page, "*/assets/*.js");
			const calls: string[] = [];
			page.on("request", (request) => {
				const { pathname } = new URL(request.url());
				if (pathname.startsWith("/api/") && !/renditions|preview/.test(pathname))
					calls.push(pathname);
			});
			const address = path(sampleData.shares, sampleData.pages);
			await page.goto(address, { waitUntil: "commit" });
			const heading = page.getByRole("heading", { level: 1 });
			await expect(heading).toBeVisible();
			await expect(page.locator("html")).toHaveAttribute("lang", locale);
			// Before its style sheet is there, the page shows the gallery for both widths.
			await page.waitForFunction(() => document.styleSheets.length > 0);
			const before = await page.getByRole("main").innerText();
			// In the page, so that it looks before anything else changes. React marks hydrated elements.
			const hydrated = heading.evaluate(
				(h1) =>
					new Promise<{ isConnected: boolean; text: string | undefined }>((resolve) => {
						const look = () => {
							const { isConnected } = h1;
							if (isConnected && !Object.keys(h1).some((key) => /^__react/.test(key)))
								return requestAnimationFrame(look);
							resolve({ isConnected, text: document.querySelector("main")?.innerText });
						};
						look();
					}),
			);
			release();
			expect(await hydrated).toEqual({ isConnected: true, text: before });
			if (/^\/(share|c)\//.test(address)) expect(calls).toEqual([]);
			problems.expectQuiet();
		}
	});

const PAY = 'a[href^="/payment/"], button[popovertarget]';

test("the server's share page keeps its layout once the app has started", async ({
	openAs,
	sampleData,
}) => {
	test.skip(!DOES_ALL_ROUNDS, "in all rounds");
	for (const [turn, viewport] of [
		{ width: 390, height: 844 },
		{ width: 1440, height: 900 },
	].entries())
		for (const locale of inTurn(turn)) {
			const places = async (javaScriptEnabled: boolean) => {
				const page = await openAs("visitor", { locale, viewport, javaScriptEnabled });
				await page.goto(`/share/${sampleData.shares.main}`);
				if (javaScriptEnabled) await appIsThere(page);
				await expect
					.poll(() => page.evaluate(() => document.fonts.status), { intervals: [50] })
					.toBe("loaded");
				const main = page.getByRole("main");
				const parts = [
					main.getByRole("heading", { level: 1 }),
					main.locator("img:visible").nth(0),
					main.locator("img:visible").nth(2),
					main.locator(`:is(${PAY}):visible`).first(),
				];
				const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
				const links = await main.locator(`:is(${PAY}):visible`).allInnerTexts();
				return {
					links,
					boxes: boxes.map((box) => box && [box.x, box.y, box.width].map(Math.round)),
				};
			};
			expect(await places(false), `${locale} at ${viewport.width}`).toEqual(await places(true));
		}
});

test("a click before the app has started is not lost", async ({ openAs, sampleData }) => {
	const page = await openAs("visitor");
	const release = await holdRequests(page, "*/assets/*.js");
	await page.goto(`/share/${sampleData.shares.main}`, { waitUntil: "commit" });
	await page.waitForFunction(() => document.styleSheets.length > 0);
	await page.getByRole("button", { name: "Preview evening-01.png" }).first().click();
	release();
	await expect(page.getByRole("dialog", { name: "evening-01.png" })).toBeVisible();
});

// G79
test("a form sent before the app has started stays out of the address and is sent then", async ({
	openAs,
}) => {
	const page = await openAs("visitor");
	const release = await holdRequests(page, "*/assets/*.js");
	await page.goto("/auth", { waitUntil: "commit" });
	await page.getByLabel("Email").fill("nobody@example.test");
	await page.getByLabel("Password", { exact: true }).fill("zebra8fjord");
	await page.keyboard.press("Enter");
	expect(new URL(page.url()).search).toBe("");
	release();
	await expect(page.getByText("Login failed", { exact: true })).toBeVisible();
	await expect(page.getByLabel("Email")).toHaveValue("nobody@example.test");
	expect(new URL(page.url()).search).toBe("");
});
