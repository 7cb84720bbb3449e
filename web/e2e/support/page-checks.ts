import { expect, type Locator, type Page, type Response } from "@playwright/test";

export function collectProblems(page: Page): { expectQuiet: () => void } {
	const faults: string[] = [];
	page.on("pageerror", (error) => faults.push(`thrown: ${error.message}`));
	page.on("console", (message) => {
		if (message.type() !== "error") return;
		// The browser reports every 4xx response, even those that a screen expects and explains.
		if (
			/^Failed to load resource: the server responded with a status of 4\d\d/.test(message.text())
		)
			return;
		faults.push(`console: ${message.text()}`);
	});
	return { expectQuiet: () => expect(faults).toEqual([]) };
}

/** Waits for a heading, and the app that handles clicks. */
export async function openScreen(page: Page, path: string): Promise<Response | null> {
	const response = await page.goto(path);
	// In the page, since Playwright's own polling looks only twice a second.
	await page.waitForFunction(
		() => document.querySelector("h1") && document.querySelector(".first-paint") === null,
	);
	return response;
}

export async function appIsThere(page: Page): Promise<void> {
	await page.waitForFunction(() => document.querySelector(".first-paint") === null);
}

/** A request is sent, its connection breaks, or a response replaces the server's. */
type Outcome = "sent" | "broken" | { status: number; contentType: string; body: string };

/**
 * `*` matches any text; with `stage`, decides the outcome of responses that the server has sent.
 * Doesn't use `page.route`, which switches the browser's cache off for the whole page.
 */
export async function interceptRequests(
	page: Page,
	pattern: string,
	decide: (method: string) => Outcome | Promise<Outcome>,
	stage: "Request" | "Response" = "Request",
): Promise<void> {
	const session = await page.context().newCDPSession(page);
	const send = (...command: Parameters<typeof session.send>) =>
		// The page may be closed by now.
		session.send(...command).catch(() => undefined);
	session.on("Fetch.requestPaused", async ({ requestId, request: { method } }) => {
		const outcome = await decide(method);
		if (outcome === "sent") await send("Fetch.continueRequest", { requestId });
		else if (outcome === "broken")
			await send("Fetch.failRequest", { requestId, errorReason: "ConnectionReset" });
		else
			await send("Fetch.fulfillRequest", {
				requestId,
				responseCode: outcome.status,
				responseHeaders: [{ name: "content-type", value: outcome.contentType }],
				body: Buffer.from(outcome.body).toString("base64"),
			});
	});
	await session.send("Fetch.enable", { patterns: [{ urlPattern: pattern, requestStage: stage }] });
}

/** Later requests are sent. */
export async function interceptNext(page: Page, pattern: string, outcome: Outcome): Promise<void> {
	let isDecided = false;
	await interceptRequests(page, pattern, () => {
		if (isDecided) return "sent";
		isDecided = true;
		return outcome;
	});
}

export const withJson = (status: number, json: unknown): Outcome => ({
	status,
	contentType: "application/json",
	body: JSON.stringify(json),
});

/** Returns the function to release them. */
export async function holdRequests(page: Page, pattern: string): Promise<() => void> {
	const { promise, resolve } = Promise.withResolvers<Outcome>();
	await interceptRequests(page, pattern, () => promise);
	return () => resolve("sent");
}

/** Names the elements that exceed the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
	// Polls, since scripts lay out a moment after a change of width. Soft, so that other widths and
	// languages are still checked.
	await expect
		.configure({ soft: true, timeout: 10_000 })
		.poll(() => page.evaluate(elementsBeyondTheEdge))
		.toEqual([]);
}

/** The page's width if nothing else exceeds the window. */
function elementsBeyondTheEdge(): string[] {
	const { scrollWidth, clientWidth } = document.documentElement;
	// A container that clips or scrolls its contents is checked itself.
	const clips = (element: Element) => getComputedStyle(element).overflowX !== "visible";
	const isInBox = (element: Element) => {
		for (let box = element.parentElement; box && box !== document.body; box = box.parentElement)
			if (clips(box) && box.getBoundingClientRect().right <= clientWidth + 1) return true;
		return false;
	};
	const beyond = [...document.querySelectorAll<HTMLElement>("body *")].filter((element) => {
		const { left, right, width } = element.getBoundingClientRect();
		if (width === 0 || element.matches(".sr-only, .sr-only *")) return false;
		return (right > clientWidth + 1 || left < -1) && !isInBox(element);
	});
	// A button whose label does not fit is clipped or overlaps its neighbour.
	const overfull = [...document.querySelectorAll<HTMLElement>(".btn")].filter(
		(element) => element.scrollWidth > element.clientWidth + 1,
	);
	const found = [...beyond, ...overfull]
		.slice(0, 12)
		.map(
			({ tagName, className, textContent }) =>
				`${tagName} ${className} “${textContent?.slice(0, 30)}”`,
		);
	return scrollWidth > clientWidth && found.length === 0 ? [`the page: ${scrollWidth}`] : found;
}

/** How many can be used without scrolling. */
export const controlsInSight = (within: Locator) =>
	within.locator("a, button, input:not([type=file]), select, textarea").evaluateAll(
		(all) =>
			all.filter((control) => {
				const { top, bottom } = control.getBoundingClientRect();
				return (
					control.checkVisibility() &&
					!control.closest("[inert]") &&
					bottom > 0 &&
					top < innerHeight
				);
			}).length,
	);

/** Like the footer's select, which a dialog may cover. */
export async function chooseLanguage(page: Page, locale: string): Promise<void> {
	await page.evaluate((wanted) => {
		const select = document.querySelector<HTMLSelectElement>(
			`select:has(option[lang="${wanted}"])`,
		);
		if (!select) throw new Error("The page has no choice of language");
		select.value = wanted;
		select.dispatchEvent(new Event("change", { bubbles: true }));
	}, locale);
	await expect(page.locator("html")).toHaveAttribute("lang", locale);
}

/** Waits until visible pictures have loaded and nothing moves or changes any more. */
export async function waitForIdle(page: Page): Promise<void> {
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
