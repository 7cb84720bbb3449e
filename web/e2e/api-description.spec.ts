import { expect } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { collectProblems } from "./support/page-checks.ts";
import { test } from "./support/sample-data.ts";

test("the description is readable in either theme, and loads nothing from other sites", async ({
	openAs,
	baseURL,
}) => {
	const page = await openAs("visitor");
	const problems = collectProblems(page);
	const asked: string[] = [];
	page.on("request", (request) => asked.push(new URL(request.url()).origin));
	await page.goto("/");
	await page.getByRole("link", { name: "API" }).click();
	await expect(page).toHaveURL(/\/docs\/api$/);
	// Reading the whole description is work for the viewer: as long as the test itself may take.
	await page.getByRole("heading", { name: /API/, level: 1 }).waitFor();
	// Only what is in the window is drawn; the filter brings an area there.
	await page.getByRole("textbox", { name: "Filter by tag" }).fill("Uploads");
	await page.getByText("Begin an upload").click();
	await expect(page.getByText("Permission of an access token:").first()).toBeVisible();
	for (const colorScheme of ["light", "dark"] as const) {
		await page.emulateMedia({ colorScheme });
		await expectAccessible(page, "colours");
	}
	expect([...new Set(asked)]).toEqual([baseURL]);
	problems.expectQuiet();
});

test("tools of any site may read the description, and are told that it has not changed", async ({
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
