import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { appIsThere } from "./page-checks.ts";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** The rules about colours; all others give the same result in every theme. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** Fails with axe's violations on the current page, each with its elements. */
export async function expectAccessible(page: Page, rules: "all" | "colours"): Promise<void> {
	// What the server has rendered gets the rest of its styles while the app starts.
	await appIsThere(page);
	// Between two screens there is none.
	if (rules === "all") await expect(page.locator("h1").first()).toBeAttached();
	// What is still fading in has other colours than a moment later.
	await expect.poll(() => page.evaluate(countFading)).toBe(0);
	// In one piece takes half the time, with the same result, where no frame belongs to another site.
	const axe = new AxeBuilder({ page }).setLegacyMode(page.frames().length === 1);
	const { violations, passes } = await (rules === "all"
		? axe.withTags(TAGS)
		: axe.withRules(COLOUR_RULES)
	).analyze();
	expect(
		violations.map(({ id, help, nodes }) => ({
			rule: `${id}: ${help}`,
			at: nodes
				.slice(0, 4)
				.map(({ html, any }) => `${html.slice(0, 160)} ${any[0]?.message ?? ""}`),
		})),
	).toEqual([]);
	// A blank page would have no violations.
	expect(passes.length).toBeGreaterThan(rules === "all" ? 10 : 0);
}

/** How many animations and transitions of the page are running that will end. */
function countFading(): number {
	return document
		.getAnimations()
		.filter(
			({ playState, effect }) =>
				playState === "running" && effect?.getComputedTiming().endTime !== Infinity,
		).length;
}
