import { expect, type Page } from "@playwright/test";

/** The focused element's name, and whether it and its focus indicator are visible. */
const focused = (page: Page) =>
	page.evaluate(() => {
		const element = document.activeElement;
		if (!element || element === document.body) return null;
		const name =
			element.getAttribute("aria-label") ??
			(element instanceof HTMLInputElement || element instanceof HTMLSelectElement
				? element.labels?.[0]?.textContent
				: null) ??
			element.textContent;
		const { width, height, bottom, top } = element.getBoundingClientRect();
		// Some fields have their focus indicator on a parent element.
		const isMarked = [element, element.parentElement ?? element].some((one) => {
			const { outlineStyle, outlineWidth } = getComputedStyle(one);
			return outlineStyle !== "none" && outlineWidth !== "0px";
		});
		return {
			name: (name ?? "").trim().slice(0, 60) || element.tagName,
			isSeen: width > 0 && height > 0 && bottom > 0 && top < innerHeight,
			isMarked,
		};
	});

const MOST_STOPS = 200;

/** Returns the names in order, and fails at an invisible stop. */
export async function tabThrough(page: Page): Promise<string[]> {
	await page.getByRole("link", { name: "Skip to content" }).focus();
	const names: string[] = [];
	for (let n = 0; n < MOST_STOPS; n++) {
		await page.keyboard.press("Tab");
		const at = await focused(page);
		if (!at) break;
		expect(at.isSeen, `“${at.name}” has the focus but is out of sight`).toBe(true);
		expect(at.isMarked, `“${at.name}” has the focus, and nothing shows it`).toBe(true);
		names.push(at.name);
		if (at.name === "Language") break;
	}
	return names;
}
