import { expect, type Page } from "@playwright/test";

/** Gathers what a page should never do: errors in the console, scripts that throw, breaches of its policy. */
export function watch(page: Page): { expectQuiet: () => void } {
	const faults: string[] = [];
	page.on("pageerror", (error) => faults.push(`thrown: ${error.message}`));
	page.on("console", (message) => {
		if (message.type() !== "error") return;
		// The browser reports every answer of 4xx, also those a screen asks for and explains.
		if (
			/^Failed to load resource: the server responded with a status of 4\d\d/.test(message.text())
		)
			return;
		faults.push(`console: ${message.text()}`);
	});
	return { expectQuiet: () => expect(faults).toEqual([]) };
}

/** Fails when the page is wider than its window, and names what sticks out. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
	// Polled: a layout that depends on the width in script follows the window a moment later.
	await expect.poll(() => page.evaluate(elementsBeyondTheEdge), { timeout: 2_000 }).toEqual([]);
}

function elementsBeyondTheEdge(): string[] {
	const { scrollWidth, clientWidth } = document.documentElement;
	if (scrollWidth <= clientWidth) return [];
	return [...document.querySelectorAll<HTMLElement>("body *")]
		.filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
		.slice(0, 12)
		.map(
			({ tagName, className, textContent }) =>
				`${tagName} ${className} “${textContent?.slice(0, 30)}”`,
		);
}

/** Waits until pictures in view are there and nothing moves or changes any more. */
export async function settle(page: Page): Promise<void> {
	await page.evaluate(async () => {
		await document.fonts.ready;
		// Two frames: a new theme or width has been laid out and painted.
		await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
		const inView = [...document.images].filter(
			(image) => !image.complete && image.getBoundingClientRect().top < innerHeight,
		);
		await Promise.all(inView.map((image) => image.decode().catch(() => undefined)));
		await Promise.all(
			document
				.getAnimations()
				.filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
				.map((animation) => animation.finished.catch(() => undefined)),
		);
	});
}
