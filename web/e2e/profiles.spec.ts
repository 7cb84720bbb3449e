import { expect } from "@playwright/test";
import { openScreen } from "./support/page-checks.ts";
import { test } from "./support/profiles.ts";

/** No other test uses this locale, so both get the same profile. */
const OPTIONS = { locale: "en-ZA" };

test.describe.configure({ mode: "serial" });

test("a test leaves cookies, stored data, a route and a permission behind", async ({
	newProfile,
}) => {
	const context = await newProfile(OPTIONS);
	const page = await context.newPage();
	await openScreen(page, "/terms");
	// What is still loading now would be missing in the cache.
	await page.waitForLoadState("networkidle");
	await page.evaluate(async () => {
		// biome-ignore lint/suspicious/noDocumentCookie: as scripts of a page do
		document.cookie = "left=1";
		localStorage.setItem("left", "1");
		await caches.open("left");
		const { promise, resolve, reject } = Promise.withResolvers<unknown>();
		const opening = indexedDB.open("left");
		opening.onsuccess = resolve;
		opening.onerror = reject;
		await promise;
	});
	await context.route("**/terms", (route) => route.abort());
	await context.grantPermissions(["clipboard-read"]);
	await context.setOffline(true);
});

test("the next test finds none of it, and the app's files in the cache", async ({ newProfile }) => {
	const context = await newProfile(OPTIONS);
	expect(await context.cookies()).toEqual([]);
	const page = await context.newPage();
	await openScreen(page, "/terms");
	const found = await page.evaluate(async () => ({
		stored: { ...localStorage },
		caches: await caches.keys(),
		databases: (await indexedDB.databases()).map(({ name }) => name),
		mayRead: (await navigator.permissions.query({ name: "clipboard-read" as PermissionName }))
			.state,
	}));
	expect(found).toEqual({ stored: {}, caches: [], databases: [], mayRead: "prompt" });
	const fetched = await page.evaluate(() =>
		performance
			.getEntriesByType("resource")
			.filter(({ name }) => /\/assets\/.*\.js$/.test(name))
			.filter((entry) => (entry as PerformanceResourceTiming).transferSize > 0)
			.map(({ name }) => name),
	);
	expect(fetched).toEqual([]);
});
