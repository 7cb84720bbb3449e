import { publishShare, registerCreator } from "./support/accounts.ts";
import { expectAccessible } from "./support/axe.ts";
import { becomePro } from "./support/money.ts";
import { collectProblems, openScreen } from "./support/page-checks.ts";
import { DOES_ALL_ROUNDS } from "./support/rounds.ts";
import { expect, test } from "./support/sample-data.ts";
import { editFromDashboard } from "./support/share-form.ts";

test("the dashboard shows more shares by the keyboard, and searches and sorts all of them", async ({
	page,
}) => {
	test.skip(!DOES_ALL_ROUNDS, "in all rounds");
	const { expectQuiet } = collectProblems(page);
	await registerCreator(page.request, { plan: "pro" });
	await becomePro(page.request);
	const publish = (n: number) =>
		publishShare(page.request, {
			title: n === 1 ? "Tromsø at night" : `Set ${n}`,
			price: `${n}.00`,
		});
	// Published one after the other, so that publication times give their order.
	for (let n = 1; n <= 23; n++) await publish(n);
	const list = page.getByRole("region", { name: "Your shares" });
	const rows = list.getByRole("article");
	const more = list.getByRole("button", { name: "Show more" });

	await openScreen(page, "/dashboard");
	await expect(list.getByText("The first 20 shares")).toBeVisible();
	await expect(rows).toHaveCount(20);
	await more.focus();
	const before = await page.evaluate(() => scrollY);
	await page.keyboard.press("Enter");
	await expect(rows).toHaveCount(23);
	await expect(list.getByText("23 shares")).toBeVisible();
	await expect(rows.nth(20).getByRole("link", { name: "Set 3" })).toBeFocused();
	expect(await page.evaluate(() => scrollY)).toBe(before);
	await expect(more).toBeHidden();
	await expectAccessible(page, "all");

	await page.reload();
	await expect(rows).toHaveCount(20);
	await list.getByLabel("Search by title").fill("NIGHT tromso");
	await expect(rows).toHaveCount(1);
	await expect(rows.first()).toContainText("Tromsø at night");
	await list.getByLabel("Status").selectOption("stopped");
	await expect(rows).toHaveCount(0);
	await list.getByRole("button", { name: "Show all shares" }).click();
	await expect(rows).toHaveCount(20);
	await list.getByLabel("Sort").selectOption("oldest");
	await expect(rows.first()).toContainText("Tromsø at night");
	expectQuiet();
});

test("two tabs that edit different fields of a share keep what the other one has saved", async ({
	page,
	context,
}) => {
	const { expectQuiet } = collectProblems(page);
	await registerCreator(page.request);
	await publishShare(page.request, {
		title: "Low tide",
		price: "9.00",
	});
	const other = await context.newPage();
	for (const tab of [page, other]) {
		await openScreen(tab, "/dashboard");
		await editFromDashboard(tab, "Low tide");
	}
	await page.getByLabel("Title *").fill("High tide");
	await page.getByLabel("Let search engines show it").uncheck();
	await other.getByLabel("Price ($) *").fill("12");
	await other.getByLabel("Description").fill("Forty pictures");
	for (const tab of [page, other]) {
		const sent = tab.waitForRequest((request) => request.method() === "PATCH");
		await tab.getByRole("button", { name: "Save", exact: true }).click();
		expect((await sent).postDataJSON()).toEqual(
			tab === page
				? { title: "High tide", indexed: false }
				: { price: "12.00", description: "Forty pictures" },
		);
		await expect(tab.getByRole("heading", { name: "Edit share" })).toBeHidden();
	}
	const [share] = await (await page.request.get("/api/my-file-shares")).json();
	expect(share).toMatchObject({
		title: "High tide",
		indexed: false,
		price: "12.00",
		description: "Forty pictures",
	});
	expectQuiet();
});
