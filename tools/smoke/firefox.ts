import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import puppeteer, { type ElementHandle, type Page } from "puppeteer-core";
import { canInstallPackages, installPackages } from "../local/chromium.ts";
import { type Automation, findInPage, TestUser } from "./browser.ts";
import { endToEndTest } from "./end-to-end-test.ts";

const KNOWN = [
	process.env.FIREFOX_PATH,
	"/usr/bin/firefox-esr",
	"/usr/bin/firefox",
	"/Applications/Firefox.app/Contents/MacOS/firefox",
];

const findFirefox = () => KNOWN.find((path) => path && existsSync(path)) ?? null;

/**
 * Returns a Firefox's path, installing Debian's package where that is possible; else why there is none.
 */
export async function ensureFirefox(): Promise<{ path: string } | { missing: string }> {
	const there = findFirefox();
	if (there) return { path: there };
	const advice = "Install Firefox, or name it: FIREFOX_PATH=/path npm test";
	if (!canInstallPackages())
		return { missing: `there is no Firefox and no right to install one. ${advice}` };
	console.log("Installing Firefox …");
	try {
		await installPackages(["firefox-esr"]);
	} catch (error) {
		return { missing: `Firefox could not be installed. ${advice}\n${String(error)}` };
	}
	const installed = findFirefox();
	return installed ? { path: installed } : { missing: `the package has no Firefox. ${advice}` };
}

function automationOf(page: Page): Automation<ElementHandle<Element>> {
	return {
		async goto(url) {
			try {
				await page.goto(url);
			} catch (error) {
				// Firefox aborts a navigation when the app changes the history entry at the same moment.
				if (!String(error).includes("NS_BINDING_ABORTED")) throw error;
				await page.goto(url);
			}
		},
		url: async () => page.evaluate(() => location.href),
		async find(wanted) {
			const handle = await page.evaluateHandle(findInPage, wanted);
			return handle.asElement() as ElementHandle<Element> | null; // the finder answers elements
		},
		click: (element) => element.click(),
		type: (element, text) => element.type(text),
		choose: (element, paths) => (element as ElementHandle<HTMLInputElement>).uploadFile(...paths), // a file input
		valueOf: (element) => element.evaluate((field) => (field as HTMLInputElement).value),
		text: () => page.evaluate(() => document.body.innerText),
	};
}

/** Runs the end-to-end test in Firefox, driven by WebDriver BiDi. False when a file differs. */
export async function firefoxTest(path: string, origin: string): Promise<boolean> {
	const downloads = mkdtempSync(join(tmpdir(), "tillbox-firefox-"));
	const browser = await puppeteer.launch({
		browser: "firefox",
		executablePath: path,
		headless: true,
		extraPrefsFirefox: {
			"browser.download.folderList": 2,
			"browser.download.dir": downloads,
			"browser.download.useDownloadDir": true,
			"browser.download.always_ask_before_handling_new_types": false,
			"intl.accept_languages": "en-US, en",
		},
	});
	try {
		return await endToEndTest(
			{
				name: await browser.version(),
				downloads,
				async newUser() {
					const context = await browser.createBrowserContext();
					const page = await context.newPage();
					await page.setViewport({ width: 1280, height: 900 });
					return new TestUser(automationOf(page)) as TestUser<unknown>;
				},
			},
			origin,
		);
	} finally {
		await browser.close();
		rmSync(downloads, { recursive: true, force: true });
	}
}
