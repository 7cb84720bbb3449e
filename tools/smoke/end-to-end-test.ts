import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import puppeteer, {
	type Browser,
	type ElementHandle,
	type Locator,
	type Page,
} from "puppeteer-core";
import { photo, tone } from "../../web/e2e/support/sample-files.ts";
import type { ShareResponse } from "../../worker/catalogue/shares/contract/shares.ts";

const PASSWORD = "zebra8fjord";
const BANK_PAGE_CARD = "4000002760003184";
const TIMEOUT_MS = 45_000;
const DOWNLOAD_MS = 30_000;
const PREVIEWS_MS = 60_000;

type SampleFile = { name: string; path: string; sum: string };

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

function writeSamples(folder: string): SampleFile[] {
	const made = [
		photo("dusk.png", 1600, 1066),
		tone("tone.wav", 12),
		{ name: "archive.bin.txt", buffer: Buffer.from(randomBytes(5 * 1024 * 1024).toString("hex")) },
	];
	return made.map(({ name, buffer }) => {
		const path = join(folder, name);
		writeFileSync(path, buffer);
		return { name, path, sum: sha256(buffer) };
	});
}

async function openPage(browser: Browser): Promise<Page> {
	const context = await browser.createBrowserContext();
	const page = await context.newPage();
	await page.setViewport({ width: 1280, height: 900 });
	page.setDefaultTimeout(TIMEOUT_MS);
	return page;
}

async function open(page: Page, url: string): Promise<void> {
	try {
		await page.goto(url);
	} catch (error) {
		// Firefox aborts a navigation if the app changes the history at that moment.
		if (!String(error).includes("NS_BINDING_ABORTED")) throw error;
		await page.goto(url);
	}
}

/** The driver's own errors name neither the element nor the page. */
async function onElement<T>(
	page: Page,
	selector: string,
	act: (locator: Locator<Element>) => Promise<T>,
): Promise<T> {
	try {
		return await act(page.locator(selector));
	} catch (cause) {
		const shown = await page.evaluate(() => document.body.innerText).catch(String);
		const what = `${selector} failed at ${page.url()}. The page shows:\n${shown.slice(0, 1500)}`;
		throw new Error(what, { cause });
	}
}

/** Presses on the server's first paint, which the app replaces, would be lost. */
const press = (page: Page, role: "button" | "tab" | "link", name: string) =>
	onElement(page, `::-p-aria([name="${name}"][role="${role}"]):not(.first-paint *)`, (locator) =>
		locator.click(),
	);

const fieldNamed = (label: string) => `::-p-aria([name="${label}"]):is(input, textarea)`;

const fill = (page: Page, label: string, text: string) =>
	onElement(page, fieldNamed(label), (locator) => locator.fill(text));

/** The card form is in a shadow root. */
const fillCard = (page: Page, autocomplete: string, text: string) =>
	onElement(page, `>>> [autocomplete="${autocomplete}"]`, (locator) => locator.fill(text));

const see = (page: Page, text: string) =>
	onElement(page, `::-p-text(${text})`, (locator) => locator.wait());

const arrive = (page: Page, path: string) =>
	page.waitForFunction((wanted) => location.pathname === wanted, {}, path);

async function signUpAndIn(page: Page, origin: string): Promise<void> {
	const email = `smoke-${randomBytes(6).toString("hex")}@example.test`;
	await open(page, `${origin}/auth?tab=sign-up`);
	await press(page, "tab", "Sign Up");
	await fill(page, "Email", email);
	await fill(page, "Password", PASSWORD);
	await press(page, "button", "Create account");
	await arrive(page, "/");
	await press(page, "button", "Log out");
	await see(page, "Upload files. Set a price. Share one link.");
	await open(page, `${origin}/auth`);
	await fill(page, "Email", email);
	await fill(page, "Password", PASSWORD);
	await press(page, "button", "Sign In");
	await arrive(page, "/");
	// The address may change before its page is there.
	await see(page, "Generate Share Link");
}

async function publish(page: Page, origin: string, files: readonly SampleFile[]): Promise<string> {
	await open(page, `${origin}/upload`);
	const input = (await page.waitForSelector("input[type=file]")) as ElementHandle<HTMLInputElement>;
	await input.uploadFile(...files.map(({ path }) => path));
	await fill(page, "Title *", "Hills at dusk");
	await fill(page, "Price ($) *", "12.50");
	await press(page, "button", "Upload & List for Sale");
	await see(page, "Files Uploaded Successfully!");
	return onElement(page, fieldNamed("Share Link for Buyers"), (locator) =>
		locator.map((field) => (field as HTMLInputElement).value).wait(),
	);
}

async function buy(page: Page, link: string): Promise<void> {
	await open(page, link);
	await press(page, "link", "Buy for $12.50");
	await fillCard(page, "cc-number", BANK_PAGE_CARD);
	await fillCard(page, "cc-exp", "1234");
	await fillCard(page, "cc-csc", "123");
	await fill(page, "Email", "smoke-buyer@example.test");
	await press(page, "button", "Pay $12.50");
	await press(page, "button", "Complete");
	await see(page, "Purchased");
}

async function fetchPreviews(link: string): Promise<Record<string, string>> {
	const response = await fetch(link.replace("/share/", "/api/file-shares/"));
	const page: ShareResponse = await response.json();
	const entries = page.files.map(async ({ id, originalName, preview }) => {
		if (preview?.kind !== "clip") return [originalName, preview?.kind ?? "none"];
		const clip = await fetch(new URL(`/api/files/${id}/stream`, link));
		return [originalName, `clip, ${clip.headers.get("content-type")}`];
	});
	return Object.fromEntries(await Promise.all(entries));
}

/** The creator's browser goes on after publishing. */
async function awaitPreviews(link: string): Promise<Record<string, string>> {
	const end = Date.now() + PREVIEWS_MS;
	for (;;) {
		const previews = await fetchPreviews(link);
		// Waveforms come before clips.
		const isUnderWay = Object.values(previews).some((kind) => /^(?:none|waveform)$/.test(kind));
		if (!isUnderWay || Date.now() > end) return previews;
		await wait(500);
	}
}

async function isDownloaded(folder: string, { name, sum }: SampleFile): Promise<boolean> {
	const path = join(folder, name);
	const end = Date.now() + DOWNLOAD_MS;
	// The file may exist before its last byte.
	while (Date.now() < end) {
		if (existsSync(path) && sha256(readFileSync(path)) === sum) return true;
		await wait(200);
	}
	return false;
}

/** With two users and 3-D Secure, by WebDriver BiDi. False if a download differs. */
export async function endToEndTest(executablePath: string, origin: string): Promise<boolean> {
	const folder = mkdtempSync(join(tmpdir(), "tillbox-smoke-"));
	const downloads = join(folder, "downloads");
	mkdirSync(downloads);
	const started = Date.now();
	const browser = await puppeteer.launch({
		browser: "firefox",
		executablePath,
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
		const files = writeSamples(folder);
		const creator = await openPage(browser);
		await signUpAndIn(creator, origin);
		const link = await publish(creator, origin, files);
		const previews = await awaitPreviews(link);
		const buyer = await openPage(browser);
		await buy(buyer, link);
		const differing: string[] = [];
		for (const file of files) {
			await press(buyer, "link", `Download ${file.name}`);
			if (!(await isDownloaded(downloads, file))) differing.push(file.name);
		}
		console.log(
			`${await browser.version()}: registered, published, bought with 3-D Secure; ${files.length} files downloaded, ${differing.length} differ ${differing.join(", ")}; previews ${JSON.stringify(previews)} (${Math.round((Date.now() - started) / 1000)} s)`,
		);
		return differing.length === 0 && previews["tone.wav"] === "clip, audio/mp4";
	} finally {
		await browser.close();
		rmSync(folder, { recursive: true, force: true });
	}
}
