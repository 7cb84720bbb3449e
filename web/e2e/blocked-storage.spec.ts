import type { Page } from "@playwright/test";
import { chooseLanguage, collectProblems, openScreen } from "./support/page-checks.ts";
import { expect, test } from "./support/sample-data.ts";

async function blockStorage(page: Page): Promise<void> {
	const session = await page.context().newCDPSession(page);
	await session.send("Emulation.setDocumentCookieDisabled", { disabled: true });
	await page.addInitScript(() => {
		const deny = () => {
			throw new DOMException("Access is denied for this document.", "SecurityError");
		};
		for (const name of ["localStorage", "sessionStorage", "indexedDB"])
			Object.defineProperty(window, name, { get: deny });
		Object.defineProperty(document, "cookie", { get: deny, set: deny });
		window.BroadcastChannel = new Proxy(BroadcastChannel, { construct: deny });
	});
}

test("pages are readable with storage blocked, and a payment asks for cookies", async ({
	openAs,
	sampleData: { shares, pages },
}) => {
	const page = await openAs("visitor");
	const { expectQuiet } = collectProblems(page);
	await blockStorage(page);
	for (const [path, heading] of [
		["/", "Upload files. Set a price. Share one link."],
		["/auth", "Share Files, Earn Money"],
		["/purchases", "Find my purchases"],
		[`/c/${pages.creator}`, "Mara Lindqvist Studio"],
		[`/share/${shares.main}`, "Winter light, Lofoten"],
	] as const)
		await test.step(path, async () => {
			await openScreen(page, path);
			await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
		});
	await test.step("the theme and the language can be chosen", async () => {
		await page.getByRole("combobox", { name: "Theme" }).selectOption("dark");
		await expect(page.locator("html")).toHaveAttribute("data-theme", "tillbox-dark");
		await expect(page.getByRole("combobox", { name: "Theme" })).toHaveValue("dark");
		await chooseLanguage(page, "de");
	});
	for (const path of [`/payment/${shares.main}`, `/payment/direct/${shares.main}`])
		await test.step(path, async () => {
			await openScreen(page, path);
			await expect(page.getByText(/^Allow cookies for this site/)).toBeVisible();
			await expect(page.getByRole("button", { name: /^(Pay|Confirm)/ })).toHaveCount(0);
		});
	expectQuiet();
});

test("a share in a sandboxed view is readable", async ({ page, sampleData: { shares } }) => {
	await page.route("**/share/*", async (route) => {
		const response = await route.fetch();
		const headers = { ...response.headers(), "content-security-policy": "sandbox allow-scripts" };
		await route.fulfill({ response, headers });
	});
	await page.goto(`/share/${shares.main}`);
	await page.waitForLoadState("networkidle");
	const heading = page.getByRole("heading", { level: 1, name: "Winter light, Lofoten" });
	await expect(heading).toBeVisible();
});
