import { expect } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { collectProblems } from "./support/page-checks.ts";
import { DOES_ALL_ROUNDS } from "./support/rounds.ts";
import { test } from "./support/sample-data.ts";

const AREA = "/docs/api/sales-and-customers";

test("the description is readable in either theme, on a narrow phone, and loads nothing from other sites", async ({
	openAs,
	baseURL,
}) => {
	test.skip(!DOES_ALL_ROUNDS, "in all rounds");
	const page = await openAs("visitor");
	const problems = collectProblems(page);
	const asked: string[] = [];
	page.on("request", (request) => asked.push(new URL(request.url()).origin));
	await page.goto("/");
	await page.getByRole("link", { name: "API" }).click();
	await expect(page).toHaveURL(/\/docs\/api$/);
	await page.getByRole("navigation").getByRole("link", { name: "Sales and customers" }).click();
	await expect(page).toHaveURL(new RegExp(`${AREA}$`));
	for (const colorScheme of ["light", "dark"] as const) {
		await page.emulateMedia({ colorScheme });
		await expectAccessible(page, colorScheme === "light" ? "all" : "colours");
	}
	await page.setViewportSize({ width: 320, height: 640 });
	const contents = page.getByRole("button", { name: "Contents" });
	await contents.click();
	await page.getByRole("navigation").getByRole("link", { name: "Refund a card sale" }).click();
	await expect(page.getByRole("navigation")).toBeHidden();
	await expect(page.getByRole("heading", { name: "Refund a card sale" })).toBeInViewport();
	await expectAccessible(page, "all");
	const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
	expect(wide).toBe(false);
	expect([...new Set(asked)]).toEqual([baseURL]);
	problems.expectQuiet();
});

test("an operation is found by keyboard, and the language of its sample is remembered", async ({
	openAs,
	baseURL,
}) => {
	const page = await openAs("visitor");
	await page.goto("/docs/api");
	await page.keyboard.press("/");
	await page.keyboard.type("refund card");
	await expect(page.getByRole("region", { name: "Search results" })).toContainText(
		"POST /api/v1/purchases/{id}/refund",
	);
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL(`${AREA}#postPurchasesByIdRefund`);
	const operation = page.locator("#postPurchasesByIdRefund");
	await expect(operation.getByText(`curl "${baseURL}/api/v1/purchases/`)).toBeVisible();
	await page.getByRole("radio", { name: "curl" }).focus();
	await page.keyboard.press("ArrowLeft");
	await expect(operation.getByText("requests.post(")).toBeVisible();
	await expect(operation.getByText('curl "')).toBeHidden();
	await page.goto(`${AREA}#getSales`);
	await expect(page.locator("#getSales").getByText("requests.get(")).toBeVisible();
});

test("the description is readable and searchable by the browser without script", async ({
	browser,
	baseURL,
}) => {
	const context = await browser.newContext({ javaScriptEnabled: false, baseURL: String(baseURL) });
	const page = await context.newPage();
	await page.goto(`${AREA}#getSales`);
	const operation = page.locator("#getSales");
	await expect(operation.getByRole("heading", { name: "List sales" })).toBeInViewport();
	await expect(operation.getByText("Permission of an access token:")).toBeVisible();
	await operation.getByText("Fields", { exact: true }).click();
	await expect(operation.getByText("platformFee", { exact: true })).toBeVisible();
	await page.getByRole("banner").getByText("JavaScript").click();
	await expect(operation.getByText('tillbox.list("/api/v1/sales")')).toBeVisible();
	await context.close();
});

test("tools of any site may read the description, and get 304 if it hasn't changed", async ({
	request,
}) => {
	const first = await request.get("/api/openapi.json");
	expect(first.headers()["access-control-allow-origin"]).toBe("*");
	expect(first.headers()["cache-control"]).toBe("public, max-age=300");
	const { openapi, paths } = await first.json();
	expect(openapi).toBe("3.1.0");
	expect(Object.keys(paths)).toContain("/api/v1/my-file-shares");
	const again = await request.get("/api/openapi.json", {
		headers: { "if-none-match": first.headers().etag ?? "" },
	});
	expect(again.status()).toBe(304);
});
