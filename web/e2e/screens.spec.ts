import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { translatePage } from "./support/browser-translation.ts";
import { addHistory } from "./support/history.ts";
import { tabThrough } from "./support/keyboard.ts";
import { inTurn } from "./support/languages.ts";
import {
	chooseLanguage,
	collectProblems,
	expectNoSidewaysScroll,
	waitForIdle,
} from "./support/page-checks.ts";
import { DOES_ALL_ROUNDS } from "./support/rounds.ts";
import { expect, test } from "./support/sample-data.ts";
import { SCREENS, type Screen } from "./support/screens.ts";
import { expectTranslated } from "./support/translated.ts";

/**
 * `SCREENS=1 npx playwright test screens` takes a screenshot of every screen, and updates those of
 * docs/screens.
 */
const takesPictures = process.env.SCREENS === "1";
const FOLDER = "test-results/screens";
const DOCUMENTED_FOLDER = "docs/screens";
const DOCUMENTED = new Set([
	"landing.desktop.light",
	"share.desktop.light",
	"share.phone.dark",
	"share-paid.desktop.light",
	"payment.phone.light",
	"dashboard.desktop.light",
	"dashboard.phone.dark",
	"upload-draft.desktop.light",
]);
/** Bytes; larger screenshots, with photographs, are stored as JPEG. */
const LARGEST_PNG = 150 * 1024;
/** Dialogs and smaller states are opened without a screenshot. */
const PICTURED = new Set([
	"landing",
	"sign-in",
	"sign-up",
	"terms",
	"support",
	"find-purchases",
	"receipt",
	"share",
	"share-preview",
	"share-paid",
	"share-not-found",
	"not-found",
	"creator-page",
	"creator-page-empty",
	"payment",
	"direct-payment",
	"direct-waiting",
	"subscribe",

	"dashboard",
	"sales",
	"analytics",
	"analytics-share",
	"customers",
	"discounts",
	"discounts-new",
	"discounts-none",
	"share-code",
	"payment-code",
	"payment-free",
	"payment-choice",
	"customer",
	"customer-end-access",
	"customers-none",
	"upload",
	"upload-draft",
	"upload-sending",
	"settings",
	"settings-account",
	"settings-security",
	"settings-page",
	"settings-programs",
	"payment-setup",
	"report",
	"report-copyright",
	"report-sent",
	"decisions",
	"bundle-new",
	"bundle",
	"dashboard-bundle",
	"payment-bundle",
	"decisions-appeal",
	"decisions-none",
	"dashboard-suspended",
	"upload-suspended",
]);
const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/**
 * The minimum width of WCAG; in all rounds also the narrowest in use and common phones, which share its
 * layout.
 */
const NARROW = DOES_ALL_ROUNDS ? [400, 360, 320] : [320];
const THEMES = ["light", "dark"] as const;

async function takePictures(page: Page, name: string) {
	for (const [device, viewport] of [
		["desktop", DESKTOP],
		["phone", PHONE],
	] as const)
		for (const colorScheme of THEMES) {
			await page.setViewportSize(viewport);
			await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
			await waitForIdle(page);
			const picture = `${name}.${device}.${colorScheme}`;
			const path = `${DOCUMENTED.has(picture) ? DOCUMENTED_FOLDER : FOLDER}/${picture}`;
			const png = await page.screenshot({ animations: "disabled" });
			for (const ending of ["png", "jpg"]) rmSync(`${path}.${ending}`, { force: true });
			if (png.length <= LARGEST_PNG) writeFileSync(`${path}.png`, png);
			else await page.screenshot({ path: `${path}.jpg`, type: "jpeg", quality: 80 });
		}
}

/** In one theme, in turn; in all rounds in both. */
async function expectAccessibleInThemes(page: Page, turn: number) {
	await page.setViewportSize(DESKTOP);
	const [first = "light", second = "dark"] = turn % 2 === 0 ? THEMES : THEMES.toReversed();
	for (const colorScheme of DOES_ALL_ROUNDS ? [first, second] : [first]) {
		await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
		await waitForIdle(page);
		await expectAccessible(page, colorScheme === first ? "all" : "colours");
	}
}

const WALKED = new Set([
	"landing",
	"sign-up",
	"share",
	"share-paid",
	"dashboard",
	"upload-draft",
	"settings",
]);

async function expectReachedByKeyboard(page: Page) {
	await page.setViewportSize({ width: 1280, height: 800 });
	const names = await tabThrough(page);
	// No focus trap: tabbing reaches the last control of the page.
	expect(names.at(-1)).toBe("Language");
	expect(names.length).toBeGreaterThan(8);
}

const ZOOMED = new Set([
	"landing",
	"sign-up",
	"share",
	"payment",
	"direct-payment",
	"dashboard",
	"settings",
]);

/** A window of 1280 px shows 640 px at twice the size, 320 px at four times. */
async function expectReadableEnlarged(page: Page) {
	await page.setViewportSize({ width: 640, height: 400 });
	await expectNoSidewaysScroll(page);
	await page.setViewportSize({ width: 320, height: 256 });
	await expectNoSidewaysScroll(page);
	// Fixed bars must leave room to read: at most half of the window is covered.
	const covered = await page.evaluate(() =>
		[...document.querySelectorAll("*")]
			.filter((element) => getComputedStyle(element).position === "fixed")
			.map((element) => element.getBoundingClientRect())
			.filter(
				({ width, top, bottom }) => width > innerWidth * 0.9 && top < innerHeight && bottom > 0,
			)
			.reduce((sum, { height }) => sum + height, 0),
	);
	expect(covered).toBeLessThanOrEqual(128);
}

/** On a phone with doubled text size, and where words must stay whole. */
const ENLARGED_TEXT = new Map([
	["share", "[class~=fixed]"],
	["share-sold-out", "body"],
	["payment", "body"],
	["subscribe", "body"],
	["share-paid", "body"],
	["landing", "body"],
	["sign-up", "body"],
	["dashboard", "body"],
	["dashboard-edit", "body"],
	["upload-draft", "body"],
	["settings", "body"],
]);

async function expectReadableWithLargeText(page: Page, part: string) {
	await page.setViewportSize({ width: 390, height: 844 });
	const sizeText = (size: string) =>
		page.evaluate((value) => {
			document.documentElement.style.fontSize = value;
		}, size);
	await sizeText("200%");
	await expectNoSidewaysScroll(page);
	const broken = await page.evaluate((selector) => {
		const range = document.createRange();
		const isOnTwoLines = (node: Node, { index, 0: word }: RegExpExecArray) => {
			range.setStart(node, index);
			range.setEnd(node, index + word.length);
			return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
		};
		return [...document.querySelectorAll(selector)].flatMap((element) => {
			const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
			const words: string[] = [];
			for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
				if (node.parentElement?.closest("script, style, .sr-only")) continue;
				for (const found of (node.textContent ?? "").matchAll(/[\p{L}\p{N}]+/gu))
					if (isOnTwoLines(node, found)) words.push(found[0]);
			}
			return words;
		});
	}, part);
	expect(broken, "words that stand on two lines").toEqual([]);
	await sizeText("");
}

/** Screens with a message that appeared in English before the language changes. */
const TOLD_BEFORE = new Set([
	"sign-up-errors",
	"report-copyright",
	"payment-wrong-code",
	"bundle-new-errors",
	"authorize-refused",
]);

/** A longer chain would keep one worker busy for too long. */
const LONGEST_CHAIN = 3;

/** Groups screens reached from the same one, to continue on its page. */
function makeChains(): Screen[][] {
	const chains: Screen[][] = [];
	for (const screen of SCREENS) {
		const first = screen.from?.first;
		const chain = chains.find(
			([start, ...rest]) =>
				first &&
				(first === start || first === start?.from?.first || first === rest.at(-1)) &&
				start?.who === screen.who &&
				rest.length + 1 < LONGEST_CHAIN,
		);
		if (chain) chain.push(screen);
		else chains.push([screen]);
	}
	return chains;
}

async function goBack(page: Page) {
	await chooseLanguage(page, "en");
	await page.setViewportSize(DESKTOP);
	await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
	await page.keyboard.press("Escape");
	await expect(page.getByRole("dialog").or(page.getByRole("menu"))).toHaveCount(0);
}

async function check(page: Page, name: string) {
	const turn = SCREENS.findIndex((screen) => screen.name === name);
	if (takesPictures && PICTURED.has(name)) {
		mkdirSync(FOLDER, { recursive: true });
		await takePictures(page, name);
	}
	await test.step("axe", () => expectAccessibleInThemes(page, turn));
	if (WALKED.has(name)) await test.step("keyboard", () => expectReachedByKeyboard(page));
	if (ZOOMED.has(name)) await test.step("enlarged", () => expectReadableEnlarged(page));
	const part = ENLARGED_TEXT.get(name);
	if (part) await test.step("large text", () => expectReadableWithLargeText(page, part));
	// Switching languages and screens changes every text while the browser translates.
	await translatePage(page);
	for (const language of inTurn(turn)) {
		await chooseLanguage(page, language);
		if (language !== "en" && !TOLD_BEFORE.has(name))
			await test.step(`in ${language}`, () => expectTranslated(page, language));
		for (const width of NARROW) {
			await page.setViewportSize({ width, height: 740 });
			await test.step(`${language}, ${width} px`, () => expectNoSidewaysScroll(page));
		}
	}
}

// Its screens are shared among the workers.
test.describe.configure({ mode: "parallel" });

for (const chain of makeChains())
	test(`${chain.map(({ name }) => name).join(", ")} – each is accessible, keeps its policy, is translated and fits narrow phones`, async ({
		openAs,
		sampleData,
	}) => {
		const who = chain[0]?.who ?? "visitor";
		const page = await openAs(who, { viewport: DESKTOP, colorScheme: "light" });
		const { expectQuiet } = collectProblems(page);
		if (takesPictures && who === "creator") await addHistory(page);
		for (const [at, { name, open, from }] of chain.entries())
			await test.step(name, async () => {
				if (at > 0) await goBack(page);
				await (at > 0 && from ? from.steps : open)(page, sampleData);
				await check(page, name);
				expectQuiet();
			});
	});
