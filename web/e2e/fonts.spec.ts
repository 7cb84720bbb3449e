import type { Page } from "@playwright/test";
import type { MissingPreviews } from "../../worker/files/previews/contract/previews.ts";
import {
	appIsThere,
	holdRequests,
	interceptRequests,
	waitForIdle,
	withJson,
} from "./support/page-checks.ts";
import { DOES_ALL_ROUNDS } from "./support/rounds.ts";
import { expect, type SampleData, test, type Who } from "./support/sample-data.ts";

const SCREENS: {
	name: string;
	who: Who;
	path: (sampleData: SampleData) => string;
	ready: string;
	/** shown last, since only shifts caused by fonts count */
	last?: string;
}[] = [
	{ name: "the landing page", who: "visitor", path: () => "/", ready: "How it works" },
	{
		name: "a share page",
		who: "visitor",
		path: ({ shares }) => `/share/${shares.main}`,
		ready: "Winter light, Lofoten",
	},
	{
		name: "the dashboard",
		who: "creator",
		path: () => "/dashboard",
		ready: "Preset pack",
		last: ".uplot canvas",
	},
];

const PHONE = ["a phone", { width: 360, height: 740 }] as const;
const DEVICES = DOES_ALL_ROUNDS
	? [PHONE, ["a desktop", { width: 1280, height: 900 }] as const]
	: [PHONE];

type Drawn = { family: string; text: string };

/** Texts in a system font instead of ours. */
async function drawnByTheMachine(page: Page): Promise<Drawn[]> {
	const session = await page.context().newCDPSession(page);
	await session.send("DOM.enable");
	await session.send("CSS.enable");
	const { root } = await session.send("DOM.getDocument", { depth: -1 });
	const { nodeIds } = await session.send("DOM.querySelectorAll", {
		nodeId: root.nodeId,
		selector: "body *",
	});
	const found = await Promise.all(
		nodeIds.map(async (nodeId): Promise<Drawn[]> => {
			const { fonts } = await session.send("CSS.getPlatformFontsForNode", { nodeId });
			const foreign = fonts.filter(({ isCustomFont }) => !isCustomFont);
			if (foreign.length === 0) return [];
			const { outerHTML } = await session.send("DOM.getOuterHTML", { nodeId });
			return foreign.map(({ familyName }) => ({
				family: familyName,
				text: outerHTML.slice(0, 120),
			}));
		}),
	);
	await session.detach();
	return found.flat();
}

/** Polls: a font can arrive late, and text still change while its nodes are read. */
async function expectOwnFonts(page: Page): Promise<void> {
	await expect(async () => expect(await drawnByTheMachine(page)).toEqual([])).toPass({
		timeout: 20_000,
	});
}

for (const { name, who, path, ready, last } of SCREENS) {
	test(`${name} is drawn in the fonts that come with it, whatever the machine has`, async ({
		openAs,
		sampleData,
	}) => {
		const page = await openAs(who);
		await page.goto(path(sampleData));
		await expect(page.getByText(ready).first()).toBeVisible();
		await appIsThere(page);
		if (last) await expect(page.locator(last)).toBeVisible();
		await waitForIdle(page);
		const loadedFamilies = () =>
			page.evaluate(() =>
				[...document.fonts]
					.filter(({ status }) => status === "loaded")
					.map(({ family }) => family)
					.join(),
			);
		await expect.poll(loadedFamilies).toContain("Instrument Sans Variable");
		await expectOwnFonts(page);
	});

	for (const [device, viewport] of DEVICES)
		test(`${name} does not shift on ${device} when its fonts arrive late`, async ({
			openAs,
			sampleData,
		}) => {
			const page = await openAs(who, { viewport });
			const release = await holdRequests(page, "*/*.woff2");
			// The dashboard makes what is missing, and says so in a line that comes and goes.
			await interceptRequests(page, "*/api/missing-previews", () =>
				withJson(200, { shares: [] } satisfies MissingPreviews),
			);
			await page.goto(path(sampleData), { waitUntil: "domcontentloaded" });
			await expect(page.getByText(ready).first()).toBeVisible();
			await appIsThere(page);
			if (last) await expect(page.locator(last)).toBeVisible();
			await expect.poll(() => page.evaluate(() => document.fonts.status)).toBe("loading");
			await page.evaluate(() => {
				const shifts = window as unknown as { shift: number };
				shifts.shift = 0;
				new PerformanceObserver((list) => {
					for (const entry of list.getEntries())
						shifts.shift += (entry as unknown as { value: number }).value;
				}).observe({ type: "layout-shift" });
			});
			release();
			await page.evaluate(() => document.fonts.ready);
			await waitForIdle(page);
			const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift);
			expect(shift).toBeLessThan(0.005);
		});
}

for (const javaScriptEnabled of DOES_ALL_ROUNDS ? [true, false] : [true])
	test(`rendered pages are in their own fonts ${javaScriptEnabled ? "while their app is still on the way" : "without script"}`, async ({
		openAs,
		sampleData,
	}) => {
		for (const path of [`/share/${sampleData.shares.main}`, "/"]) {
			const page = await openAs("visitor", { javaScriptEnabled });
			const release = await holdRequests(page, "*/assets/*.js");
			await page.goto(path, { waitUntil: "domcontentloaded" });
			await expectOwnFonts(page);
			await expect(page.locator(".first-paint")).toHaveCount(1);
			release();
		}
	});
