import { gzipSync } from "node:zlib";
import { BUDGETS } from "../../tools/checks/budgets.ts";
import { publishShare, registerCreator } from "./support/accounts.ts";
import { appIsThere } from "./support/page-checks.ts";
import { pictures } from "./support/pictures.ts";
import { expect, test } from "./support/sample-data.ts";

test("a buyer's browser loads no more script for a share of pictures than it may", async ({
	browser,
	baseURL,
	request,
}) => {
	await registerCreator(request);
	const files = pictures(9);
	const slug = await publishShare(request, { title: "Low tide", price: "12.00", files });
	const context = await browser.newContext();
	const page = await context.newPage();
	const sizes: Promise<number>[] = [];
	page.on("response", (response) => {
		if (new URL(response.url()).pathname.endsWith(".js"))
			sizes.push(response.body().then((body) => gzipSync(body, { level: 6 }).length));
	});
	await page.goto(`${baseURL}/share/${slug}`);
	// The app loads after the first paint, however late that is.
	await appIsThere(page);
	await page.waitForLoadState("networkidle");
	const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
	await context.close();
	expect(total).toBeGreaterThan(50 * 1024);
	expect(total).toBeLessThanOrEqual(BUDGETS.sharePage.scriptKb * 1024);
});
