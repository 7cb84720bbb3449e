import { publishShare, registerCreator } from "./support/accounts.ts";
import { expectAccessible } from "./support/axe.ts";
import { collectProblems, expectNoSidewaysScroll, openScreen } from "./support/page-checks.ts";
import { expect, test } from "./support/sample-data.ts";
import { note } from "./support/sample-files.ts";

test("typed text survives in a draft, a share is duplicated, and a published draft disappears", async ({
	page,
}) => {
	const { expectQuiet } = collectProblems(page);
	await registerCreator(page.request);
	await publishShare(page.request, {
		title: "Low tide",
		price: "12.00",
	});
	const title = page.getByRole("textbox", { name: "Title" });

	await test.step("the form is saved while it is typed", async () => {
		await openScreen(page, "/upload");
		await title.fill("High tide");
		await page.getByRole("textbox", { name: "Description" }).fill("Waves, mostly");
		await expect(page.getByText("Saved as a draft.")).toBeVisible();
		await expect(page).toHaveURL(/draft=/);
		await page.reload();
		await expect(title).toHaveValue("High tide");
	});

	await test.step("the dashboard leads back to it; a share is duplicated there", async () => {
		await openScreen(page, "/dashboard");
		await expect(page.getByRole("link", { name: "High tide Draft" })).toBeVisible();
		await page.getByRole("button", { name: "Actions for Low tide" }).click();
		await page.getByRole("menuitem", { name: "Duplicate" }).click();
		await expect(title).toHaveValue("Low tide");
		await expect(page.getByLabel(/^Price/)).toHaveValue("12.00");
	});

	await test.step("another draft is opened, and one is discarded", async () => {
		await page.setViewportSize({ width: 360, height: 740 });
		await expectNoSidewaysScroll(page);
		await expectAccessible(page, "all");
		await page.getByRole("button", { name: "Continue High tide" }).click();
		await expect(title).toHaveValue("High tide");
		await page.getByRole("button", { name: "Discard Low tide" }).click();
		await expect(page.getByRole("heading", { name: "Drafts" })).toBeHidden();
	});

	await test.step("a published draft is gone", async () => {
		await page.locator('input[type="file"]').first().setInputFiles(note("waves.txt"));
		await page.getByLabel(/^Price/).fill("3.00");
		await page.getByRole("button", { name: "Upload & List for Sale" }).click();
		await expect(page.getByRole("heading", { name: "Files Uploaded Successfully!" })).toBeVisible();
		await expect(page).not.toHaveURL(/draft=/);
		await openScreen(page, "/dashboard");
		await expect(page.getByRole("article", { name: "High tide" })).toBeVisible();
		await expect(page.getByText("Draft", { exact: true })).toBeHidden();
	});
	expectQuiet();
});

test("a draft has its files again in the same browser, and says which ones it can't read", async ({
	page,
	openAs,
}) => {
	const { expectQuiet } = collectProblems(page);
	await registerCreator(page.request);
	const title = page.getByRole("textbox", { name: "Title" });
	const input = page.locator('input[type="file"]').first();
	const kept = page.getByText("The files are kept in this browser.");

	await test.step("the files are there after a reload", async () => {
		await openScreen(page, "/upload");
		await title.fill("High tide");
		await input.setInputFiles([note("waves.txt"), note("foam.txt")]);
		await expect(kept).toBeVisible();
		await page.reload();
		await expect(page.getByRole("heading", { name: /^2 files/ })).toBeVisible();
		await expect(title).toHaveValue("High tide");
	});

	await test.step("another draft does not show them, and the first one still has them", async () => {
		await openScreen(page, "/upload");
		await title.fill("Low tide");
		await expect(page).toHaveURL(/draft=/);
		await page.getByRole("button", { name: "Continue High tide" }).click();
		await expect(page.getByRole("heading", { name: /^2 files/ })).toBeVisible();
		await page.getByRole("button", { name: "Continue Low tide" }).click();
		await expect(title).toHaveValue("Low tide");
		await expect(page.getByRole("heading", { name: /^2 files/ })).toBeHidden();
		await page.getByRole("button", { name: "Continue High tide" }).click();
		await expect(page.getByRole("heading", { name: /^2 files/ })).toBeVisible();
		await expect(kept).toBeVisible();
	});

	await test.step("what the browser has lost is named and can be chosen again", async () => {
		await page.evaluate(
			() =>
				new Promise<void>((resolve, reject) => {
					const opening = indexedDB.open("tillbox-drafts");
					opening.onerror = () => reject(opening.error);
					opening.onsuccess = () => {
						const write = opening.result.transaction("copies", "readwrite");
						write.objectStore("copies").clear();
						write.oncomplete = () => resolve();
					};
				}),
		);
		await page.reload();
		await expect(page.getByText("2 files of this draft are not here")).toBeVisible();
		await expect(page.getByText(/waves\.txt \d/)).toBeVisible();
		await page.setViewportSize({ width: 360, height: 740 });
		await expectNoSidewaysScroll(page);
		await expectAccessible(page, "all");
		await input.setInputFiles(note("waves.txt"));
		await expect(page.getByText("One file of this draft is not here")).toBeVisible();
		await page.getByRole("button", { name: "Leave out" }).click();
		await expect(page.getByRole("heading", { name: /^1 file/ })).toBeVisible();
		await expect(kept).toBeVisible();
	});

	await test.step("they are nobody else's, and are sent", async () => {
		const other = await openAs("newcomer");
		await other.goto(page.url());
		await expect(other.getByRole("textbox", { name: "Title" })).toHaveValue("");
		await expect(other.getByRole("heading", { name: /^1 file/ })).toBeHidden();
		await page.locator('input[name="price"]').fill("3.00");
		await page.getByRole("button", { name: "Upload & List for Sale" }).click();
		await expect(page).not.toHaveURL(/draft=/);
		await expect(page.getByRole("heading", { name: "Files Uploaded Successfully!" })).toBeVisible();
	});
	expectQuiet();
});
