import type { Locator } from "@playwright/test";
import { publishShare, registerCreator } from "./support/accounts.ts";
import { CARDS, confirmWith, fillCard, keepConfirmation } from "./support/card.ts";
import { buyByCard } from "./support/money.ts";
import { expectNoSidewaysScroll, openScreen, waitForIdle } from "./support/page-checks.ts";
import { DOES_ALL_ROUNDS } from "./support/rounds.ts";
import { expect, test } from "./support/sample-data.ts";

const NARROW = { width: 320, height: 740 };
const LONG_ADDRESS = "somebody.with.a.rather.long.address@a-company-with-a-long-name.example.test";

/** The topmost element at its centre, as a tap would hit it. */
const isOnTop = (target: Locator) =>
	target.evaluate((element) => {
		const { left, top, width, height } = element.getBoundingClientRect();
		const met = document.elementFromPoint(left + width / 2, top + height / 2);
		return met !== null && element.contains(met);
	});

test("the success card fits the narrowest phone, with a long address and its correction", async ({
	openAs,
	sampleData,
}) => {
	const page = await openAs("visitor", { viewport: NARROW });
	await openScreen(page, `/payment/${sampleData.shares.forClient}`);
	await page.getByLabel("Email").fill(LONG_ADDRESS);
	await fillCard(page, CARDS.good);
	await keepConfirmation(page);
	await page.route("**/api/payment-success", (route) =>
		route.fulfill({ json: { isPaid: true, receiptUrl: null } }),
	);
	await confirmWith(page, "succeeded");
	await page.getByRole("button", { name: "Pay $900.00" }).click();
	await expect(page.getByText("Payment successful")).toBeVisible();
	await expectNoSidewaysScroll(page);
	await page.getByRole("button", { name: /Wrong address/ }).click();
	await expect(page.getByRole("button", { name: "Send receipt there" })).toBeVisible();
	await expectNoSidewaysScroll(page);
});

for (const width of DOES_ALL_ROUNDS ? [320, 390, 800] : [320])
	test(`the button for selected files is on top at ${width} px, not behind the bar`, async ({
		openAs,
		sampleData,
	}) => {
		const page = await openAs("buyer", { viewport: { width, height: 740 } });
		await openScreen(page, `/share/${sampleData.shares.main}`);
		await page.getByRole("button", { name: "Select files" }).click();
		await page.getByRole("checkbox", { name: "Select evening-01.png" }).check();
		await waitForIdle(page);
		const selected = page.getByRole("button", { name: "Download 1 selected file" });
		const everything = page.getByRole("link", { name: "Download everything" }).last();
		await expect(selected).toBeInViewport({ ratio: 1 });
		await expect.poll(() => isOnTop(selected)).toBe(true);
		await expect.poll(() => isOnTop(everything)).toBe(true);
	});

test("a refund is announced with its cost, and the buyer's pages show it", async ({
	page,
	newProfile,
}) => {
	await registerCreator(page.request);
	const slug = await publishShare(page.request, {
		title: "Morning fog",
		price: "20.00",
	});
	const buyer = await newProfile();
	await buyByCard(buyer.request, slug);

	await openScreen(page, `/dashboard/sales/${slug}`);
	await page.getByRole("button", { name: "Refund" }).first().click();
	const dialog = page.getByRole("dialog", { name: "Refund the buyer" });
	await expect(dialog).toContainText("You get $1.00 of the platform fee back.");
	await expect(dialog).toContainText("The processing fee ($0.88) isn’t returned");
	await dialog.getByRole("button", { name: "Refund" }).click();
	await expect(page.getByText("The money is on its way back to the buyer.").first()).toBeVisible();

	const theirs = await buyer.newPage();
	await openScreen(theirs, `/share/${slug}`);
	await expect(theirs.getByText("Your purchase was refunded")).toBeVisible();
	await expect(theirs.getByText("You no longer have access to the files.")).toBeVisible();
	await expect(theirs.getByRole("link", { name: "Buy for $20.00" }).first()).toBeVisible();
	await openScreen(theirs, "/purchases");
	await theirs.getByRole("link", { name: "Receipt for Morning fog" }).click();
	await expect(
		theirs.getByText(/^This purchase was refunded\. Your money goes back/),
	).toBeVisible();
});
