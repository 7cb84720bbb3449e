import { OWN_PAGE, publishShare, registerCreator } from "./support/accounts.ts";
import { expectAccessible } from "./support/axe.ts";
import { collectProblems, expectNoSidewaysScroll } from "./support/page-checks.ts";
import { expect, test } from "./support/sample-data.ts";
import { photo } from "./support/sample-files.ts";
import { editFromDashboard, saveShare } from "./support/share-form.ts";

test("a creator asks for a password, and a visitor opens the link with it, with and without scripts", async ({
	page,
	newProfile,
}) => {
	const { expectQuiet } = collectProblems(page);
	await registerCreator(page.request);
	const files = [photo("tide.png", 600, 400)];
	const slug = await publishShare(page.request, { title: "Low tide", price: "12.00", files });

	await test.step("the dialog sets the password, the times and the end of downloads", async () => {
		await page.goto("/dashboard");
		await editFromDashboard(page, "Low tide");
		await page.getByRole("switch", { name: "Ask for a password" }).check();
		await page.getByRole("button", { name: "Save", exact: true }).click();
		await expect(page.getByText("Must have at least 4 characters", { exact: true })).toBeVisible();
		await page.getByLabel("Password", { exact: true }).fill("sand and salt");
		await page.getByLabel("Open until").fill("2098-05-06");
		await page.getByLabel("End downloads too").check();
		await expectAccessible(page, "all");
		await saveShare(page);
		await expect(
			page.getByRole("article", { name: "Low tide" }).getByText("Password"),
		).toBeVisible();
	});

	for (const javaScriptEnabled of [true, false])
		await test.step(`the visitor unlocks it, scripts ${javaScriptEnabled ? "on" : "off"}`, async () => {
			const context = await newProfile({
				javaScriptEnabled,
				viewport: { width: 360, height: 740 },
			});
			const visitor = await context.newPage();
			await visitor.goto(`/share/${slug}`);
			await expect(visitor).toHaveTitle(/Password needed/);
			await expect(visitor.getByText("Low tide")).toBeHidden();
			expect(await visitor.locator('meta[property^="og:"]').count()).toBe(0);
			if (javaScriptEnabled) {
				await expectAccessible(visitor, "all");
				await expectNoSidewaysScroll(visitor);
			}
			await visitor.getByLabel("Password").fill("sea");
			await visitor.getByRole("button", { name: "Open" }).click();
			await expect(visitor.getByText("That password isn’t right. Please try again.")).toBeVisible();
			await visitor.getByLabel("Password").fill("sand and salt");
			await visitor.getByRole("button", { name: "Open" }).click();
			await expect(visitor.getByRole("heading", { name: "Low tide" })).toBeVisible();
			await expect(visitor).toHaveURL(`/share/${slug}`);
			await expect(visitor.getByText("Downloads end at the same time.")).toBeVisible();
		});

	await test.step("a share that opens later says when", async () => {
		const opensAt = new Date(Date.UTC(2097, 0, 2, 8)).toISOString();
		const json = { headers: OWN_PAGE, data: { opensAt, password: null } };
		expect((await page.request.patch(`/api/file-shares/${slug}`, json)).status()).toBe(200);
		const context = await newProfile();
		const visitor = await context.newPage();
		await visitor.goto(`/share/${slug}`);
		await expect(visitor.getByRole("heading", { name: /^Opens on January 2, 2097/ })).toBeVisible();
		await expect(visitor.getByText("Low tide")).toBeVisible();
		await expectAccessible(visitor, "all");
		await page.goto(`/share/${slug}`);
		await expect(page.getByRole("heading", { name: "Low tide" })).toBeVisible();
	});
	expectQuiet();
});
