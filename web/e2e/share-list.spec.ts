import { publishShare, registerCreator } from "./support/accounts.ts";
import { expectAccessible } from "./support/axe.ts";
import { becomePro } from "./support/money.ts";
import { collectProblems, openScreen } from "./support/page-checks.ts";
import { expect, test } from "./support/sample-data.ts";
import { note } from "./support/sample-files.ts";

test("the dashboard shows more shares by the keyboard, and searches and sorts all of them", async ({
	page,
}) => {
	const { expectQuiet } = collectProblems(page);
	await registerCreator(page.request, { plan: "pro" });
	await becomePro(page.request);
	const publish = (n: number) =>
		publishShare(page.request, {
			title: n === 1 ? "Tromsø at night" : `Set ${n}`,
			price: `${n}.00`,
			files: [{ file: note(`${n}.txt`) }],
		});
	// Published one after the other: their order is that of their times.
	for (let n = 1; n <= 53; n++) await publish(n);
	const list = page.getByRole("region", { name: "Your shares" });
	const rows = list.getByRole("article");
	const more = list.getByRole("button", { name: "Show more" });

	await openScreen(page, "/dashboard");
	await expect(list.getByText("The first 50 shares")).toBeVisible();
	await expect(rows).toHaveCount(50);
	await more.focus();
	const before = await page.evaluate(() => scrollY);
	await page.keyboard.press("Enter");
	await expect(rows).toHaveCount(53);
	await expect(list.getByText("53 shares")).toBeVisible();
	await expect(rows.nth(50).getByRole("link", { name: "Set 3" })).toBeFocused();
	expect(await page.evaluate(() => scrollY)).toBe(before);
	await expect(more).toBeHidden();
	await expectAccessible(page, "all");

	await page.reload();
	await expect(rows).toHaveCount(50);
	await list.getByLabel("Search by title").fill("NIGHT tromso");
	await expect(rows).toHaveCount(1);
	await expect(rows.first()).toContainText("Tromsø at night");
	await list.getByLabel("Search by title").fill("");
	await list.getByLabel("Sort").selectOption("oldest");
	await expect(rows.first()).toContainText("Tromsø at night");
	expectQuiet();
});
