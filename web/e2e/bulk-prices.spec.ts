import { OWN_PAGE, publishShare, registerCreator } from "./support/accounts.ts";
import { expectAccessible } from "./support/axe.ts";
import { collectProblems, expectNoSidewaysScroll, openScreen } from "./support/page-checks.ts";
import { DOES_ALL_ROUNDS } from "./support/rounds.ts";
import { expect, test } from "./support/sample-data.ts";
import { note } from "./support/sample-files.ts";

test("several prices are changed after a preview, refused when one has changed, and taken back", async ({
	page,
}) => {
	test.skip(!DOES_ALL_ROUNDS, "in all rounds");
	const { expectQuiet } = collectProblems(page);
	await registerCreator(page.request, { plan: "pro" });
	const publish = (title: string, price: string) =>
		publishShare(page.request, { title, price, files: [{ file: note(`${title}.txt`) }] });
	const low = await publish("Low tide", "12.00");
	await publish("High tide", "20.00");
	await publish("Postcard", "0.10");
	const patch = (fields: object) =>
		page.request.patch(`/api/file-shares/${low}`, { headers: OWN_PAGE, data: fields });
	const row = (title: string) => page.getByRole("row", { name: title });
	const apply = (label: string) => page.getByRole("button", { name: label });

	await test.step("the dashboard leads there; the preview says what changes and what does not", async () => {
		await openScreen(page, "/dashboard");
		await page.getByRole("button", { name: "All shares" }).click();
		await page.getByRole("menuitem", { name: "Change prices" }).click();
		await expect(page.getByRole("heading", { level: 1, name: "Change prices" })).toBeVisible();
		await page.getByText("By amount").click();
		await page.getByLabel("Direction").selectOption("lower");
		await page.getByLabel("Amount ($)").fill("1.50");
		await page.getByLabel("Choose all").check();
		await expect(row("Low tide")).toContainText("$10.50");
		await expect(row("High tide")).toContainText("$18.50");
		await expect(row("Postcard")).toContainText("Below the lowest price of $0.01");
		await page.getByLabel("Round to").selectOption("99");
		await expect(row("Low tide")).toContainText("$10.99");
		await expect(row("High tide")).toContainText("$18.99");
		await expect(page.getByText("1 share is left out, see the preview.")).toBeVisible();
		await expectAccessible(page, "all");
		await page.setViewportSize({ width: 360, height: 740 });
		await expectNoSidewaysScroll(page);
	});

	await test.step("nothing is changed when one price has changed meanwhile", async () => {
		expect((await patch({ price: "15.00" })).ok()).toBe(true);
		await apply("Change 2 prices").click();
		await expect(page.getByText("“Low tide” costs $15.00 by now.")).toBeVisible();
		await expect(row("Low tide")).toContainText("$13.99");
		await expect(row("High tide")).toContainText("$20.00");
	});

	await test.step("then all of them are changed, and taken back", async () => {
		await apply("Change 2 prices").click();
		await expect(page.getByText("2 prices changed")).toBeVisible();
		await expect(row("Low tide")).toContainText("$13.99");
		await openScreen(page, `/share/${low}`);
		await expect(page.getByText("$13.99").first()).toBeVisible();
		await openScreen(page, "/prices");
		await page.getByText("To a price").click();
		await page.getByLabel("New price ($)").fill("5");
		await page.getByLabel("Choose Low tide").check();
		await apply("Change 1 price").click();
		await expect(page.getByText("1 price changed")).toBeVisible();
		await expect(row("Low tide")).toContainText("$5.00");
		await page.getByRole("button", { name: "Undo" }).click();
		await expect(page.getByText("The old prices are back")).toBeVisible();
		await expect(row("Low tide")).toContainText("$13.99");
	});
	expectQuiet();
});
