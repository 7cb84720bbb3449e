import { addDiscount, freshEmail, OWN_PAGE } from "./support/accounts.ts";
import { expectAccessible } from "./support/axe.ts";
import { verifiedCreator } from "./support/mailbox.ts";
import { collectProblems, openScreen } from "./support/page-checks.ts";
import { DOES_ALL_ROUNDS } from "./support/rounds.ts";
import { expect, test } from "./support/sample-data.ts";
import { note } from "./support/sample-files.ts";
import { fillUpload, openMoreOptions, publishUpload } from "./support/share-form.ts";

test("a licence is read before paying and stays on the receipt as it was", async ({
	page,
	openAs,
}) => {
	test.skip(!DOES_ALL_ROUNDS, "in all rounds");
	await verifiedCreator(page.request);
	await fillUpload(page, note("marsh.txt"), "Salt marsh", "20");
	await openMoreOptions(page);
	await page.getByRole("textbox", { name: "License" }).fill("For private use.\nNo resale.");
	const slug = (await publishUpload(page)).split("/").at(-1);
	await addDiscount(page.request, { code: "GIFT", percent: 100 });

	const buyer = await openAs("visitor");
	const { expectQuiet } = collectProblems(buyer);
	const fold = buyer.getByText(/^License(?:: what|$)/);
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
		await expect(buyer.getByRole("heading", { name: "License, as you bought it" })).toBeVisible();
		await expect(text).toBeVisible();
		await expect(buyer.getByText("Anything goes.")).toBeHidden();
	});
	expectQuiet();
});
