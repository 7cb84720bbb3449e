import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, type Page } from "@playwright/test";
import type axe from "axe-core";
import { htmlFaults } from "../../../worker/test/fixtures/html-faults.ts";
import { appIsThere } from "./page-checks.ts";

const SOURCE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** All other rules give the same result in every theme. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** Names each violation's elements. With all rules, also fails on invalid HTML. */
export async function expectAccessible(page: Page, rules: "all" | "colours"): Promise<void> {
	// Server-rendered markup gets the rest of its styles while the app starts.
	await appIsThere(page);
	// Between two screens there is none.
	if (rules === "all") {
		await expect(page.locator("h1").first()).toBeAttached();
		expect(await htmlFaults(await page.evaluate(currentHtml))).toEqual([]);
	}
	// Fading elements have transitional colours.
	await expect.poll(() => page.evaluate(countFading)).toBe(0);
	// Loading it takes as long as its checks, so it stays in the document for the next theme.
	for (const frame of page.frames())
		if (!(await frame.evaluate(() => "axe" in window)))
			await frame.evaluate(
				`${SOURCE}; axe.configure({ allowedOrigins: ["<unsafe_all_origins>"] })`,
			);
	const { violations, passes } = await page.evaluate(
		findViolations,
		rules === "all"
			? { type: "tag" as const, values: TAGS }
			: { type: "rule" as const, values: COLOUR_RULES },
	);
	expect(violations).toEqual([]);
	// A blank page would have no violations.
	expect(passes).toBeGreaterThan(rules === "all" ? 10 : 0);
}

function currentHtml(): string {
	const root = document.documentElement.cloneNode(true) as HTMLElement;
	// From a browser translation (browser-translation.ts).
	for (const font of root.querySelectorAll("font")) font.replaceWith(...font.childNodes);
	return `<!doctype html>${root.outerHTML}`;
}

async function findViolations(runOnly: axe.RunOnly) {
	const { run } = (window as unknown as { axe: typeof axe }).axe;
	const { violations, passes } = await run(document, { runOnly, resultTypes: ["violations"] });
	return {
		violations: violations.map(({ id, help, nodes }) => ({
			rule: `${id}: ${help}`,
			at: nodes
				.slice(0, 4)
				.map(({ html, any }) => `${html.slice(0, 160)} ${any[0]?.message ?? ""}`),
		})),
		passes: passes.length,
	};
}

/** Counts running animations and transitions that will end. */
function countFading(): number {
	return document
		.getAnimations()
		.filter(
			({ playState, effect }) =>
				playState === "running" && effect?.getComputedTiming().endTime !== Infinity,
		).length;
}
