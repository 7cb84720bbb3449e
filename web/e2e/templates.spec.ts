import {
	addDiscount,
	freshEmail,
	OWN_PAGE,
	publishShare,
	registerCreator,
} from "./support/accounts.ts";
import { expectAccessible } from "./support/axe.ts";
import { confirmEmail } from "./support/mailbox.ts";
import { collectProblems, expectNoSidewaysScroll, openScreen } from "./support/page-checks.ts";
import { DOES_ALL_ROUNDS } from "./support/rounds.ts";
import { expect, test } from "./support/sample-data.ts";
import { note } from "./support/sample-files.ts";
import { openMoreOptions } from "./support/share-form.ts";

test("the settings of a form are kept as a template, applied, taken back, renamed and deleted", async ({
	page,
}) => {
	test.skip(!DOES_ALL_ROUNDS, "in all rounds");
	const { expectQuiet } = collectProblems(page);
	await registerCreator(page.request);
	await publishShare(page.request, {
		title: "Low tide",
		price: "12.00",
		files: [{ file: note("a.txt") }],
	});
	const field = (name: string) => page.getByRole("textbox", { name });
	const menu = page.getByRole("button", { name: "Templates" });
	const item = (name: string) => page.getByRole("menuitem", { name });
	const dialog = page.getByRole("dialog");

	await test.step("a form becomes a template", async () => {
		await openScreen(page, "/upload");
		await field("Description").fill("Prints on paper");
		await field("Price").fill("25");
		await openMoreOptions(page);
		await field("Licence").fill("For private use");
		await menu.click();
		await item("Save as a template").click();
		await dialog.getByLabel("Name of the template").fill("Prints");
		await expectAccessible(page, "all");
		await dialog.getByRole("button", { name: "Save" }).click();
		await expect(page.getByText("Template “Prints” saved", { exact: true })).toBeVisible();
	});

	await test.step("another one is made of a share", async () => {
		await openScreen(page, "/dashboard");
		await page.getByRole("button", { name: "Actions for Low tide" }).click();
		await item("Save as a template").click();
		await dialog.getByLabel("Name of the template").fill("Prints");
		await dialog.getByRole("button", { name: "Save" }).click();
		await expect(dialog.getByText("You already have a template with this name.")).toBeVisible();
		await dialog.getByLabel("Name of the template").fill("Tides");
		await dialog.getByRole("button", { name: "Save" }).click();
		await expect(page.getByText("Template “Tides” saved", { exact: true })).toBeVisible();
	});

	await test.step("a new form is filled from one, which can be taken back", async () => {
		await openScreen(page, "/upload");
		await field("Title").fill("High tide");
		await openMoreOptions(page);
		await menu.click();
		await item("Prints").click();
		await expect(field("Description")).toHaveValue("Prints on paper");
		await expect(page.locator('textarea[name="licence"]')).toHaveValue("For private use");
		await expect(field("Title")).toHaveValue("High tide");
		await page.getByRole("button", { name: "Undo" }).click();
		await expect(field("Description")).toHaveValue("");
		await menu.click();
		await item("Tides").click();
		await expect(page.locator('input[name="price"]')).toHaveValue("12.00");
	});

	await test.step("one is replaced by saving under its name", async () => {
		await field("Description").fill("High water");
		await menu.click();
		await item("Save as a template").click();
		await dialog.getByLabel("Name of the template").fill("Tides");
		await expect(dialog.getByText("Its contents will be replaced")).toBeVisible();
		await dialog.getByRole("button", { name: "Replace" }).click();
		await expect(dialog).toBeHidden();
	});

	await test.step("they are renamed and deleted, on a phone too", async () => {
		await page.setViewportSize({ width: 360, height: 740 });
		await expectNoSidewaysScroll(page);
		await menu.click();
		await item("Manage templates").click();
		await dialog.getByRole("button", { name: "Rename Tides" }).click();
		await dialog.getByLabel("Name of the template").fill("Seas");
		await dialog.getByRole("button", { name: "Save" }).click();
		await expect(dialog.getByText("Seas", { exact: true })).toBeVisible();
		await dialog.getByRole("button", { name: "Delete Prints" }).click();
		await expectAccessible(page, "all");
		await dialog.getByRole("button", { name: "Delete", exact: true }).click();
		await expect(dialog.getByText("Prints", { exact: true })).toBeHidden();
		await dialog.getByRole("button", { name: "Close" }).click();
		await menu.click();
		await item("Seas").click();
		await expect(field("Description")).toHaveValue("High water");
	});
	expectQuiet();
});

test("a licence is read before paying and stays on the receipt as it was", async ({
	page,
	openAs,
}) => {
	const { email } = await registerCreator(page.request);
	await confirmEmail(page.request, email);
	await openScreen(page, "/upload");
	await page.locator('input[type="file"]').first().setInputFiles(note("marsh.txt"));
	await page.getByRole("textbox", { name: "Title" }).fill("Salt marsh");
	await page.locator('input[name="price"]').fill("20");
	await openMoreOptions(page);
	await page.getByRole("textbox", { name: "Licence" }).fill("For private use.\nNo resale.");
	await page.getByRole("button", { name: "Upload & List for Sale" }).click();
	const link = page.getByLabel("Share link").or(page.locator('input[value*="/share/"]')).first();
	await expect(link).toBeVisible();
	const [, slug] = /share\/([\w-]+)/.exec((await link.inputValue()) ?? "") ?? [];
	await addDiscount(page.request, { code: "GIFT", percent: 100 });

	const buyer = await openAs("visitor");
	const { expectQuiet } = collectProblems(buyer);
	const fold = buyer.getByText(/^Licence: what/);
	const text = buyer.getByText("For private use.");
	await test.step("on the share's page and where one pays", async () => {
		await openScreen(buyer, `/share/${slug}`);
		await expect(text).toBeHidden();
		await fold.click();
		await expect(text).toBeVisible();
		await openScreen(buyer, `/payment/${slug}?code=GIFT`);
		await fold.click();
		await expect(text).toBeVisible();
		await expectAccessible(buyer, "all");
	});

	await test.step("on the receipt, also after a change", async () => {
		await buyer.getByLabel("Email").fill(freshEmail("buyer"));
		await buyer.getByRole("button", { name: /free/i }).last().click();
		await expect(buyer).toHaveURL(new RegExp(`/share/${slug}`));
		const edited = await page.request.patch(`/api/file-shares/${slug}`, {
			headers: OWN_PAGE,
			data: { licence: "Anything goes." },
		});
		expect(edited.ok()).toBe(true);
		await openScreen(buyer, "/purchases");
		await buyer
			.getByRole("link", { name: /receipt/i })
			.first()
			.click();
		await expect(buyer.getByRole("heading", { name: "Licence, as you bought it" })).toBeVisible();
		await expect(text).toBeVisible();
		await expect(buyer.getByText("Anything goes.")).toBeHidden();
	});
	expectQuiet();
});
