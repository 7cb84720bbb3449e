import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { freshEmail, publishShare } from "./support/accounts.ts";
import { mailMatching, verifiedCreator } from "./support/mailbox.ts";
import { buyByCard } from "./support/money.ts";
import { expectNoSidewaysScroll, openScreen } from "./support/page-checks.ts";
import { test } from "./support/profiles.ts";
import { DOES_ALL_ROUNDS } from "./support/rounds.ts";
import { note } from "./support/sample-files.ts";
import { openMoreOptions } from "./support/share-form.ts";

const TITLE = "Harbour loops";
const MESSAGE = "The loops are louder now.";

async function choose(page: Page, entry: string) {
	await openScreen(page, "/dashboard");
	await page.getByRole("button", { name: `Actions for ${TITLE}` }).click();
	await page.getByRole("menuitem", { name: entry }).click();
}

const bytesOf = async (request: APIRequestContext, path: string | null) => {
	const response = await request.get(path ?? "");
	expect(response.status()).toBe(200);
	return (await response.body()).length;
};

test("a file is replaced, its buyers are notified, and one click ends the messages", async ({
	page,
	newProfile,
	baseURL,
}) => {
	test.skip(!DOES_ALL_ROUNDS, "in all rounds");
	await verifiedCreator(page.request);
	const files = [note("loops.txt", 2000), note("licence.txt", 500)];
	const slug = await publishShare(page.request, { title: TITLE, files });
	const buyer = await newProfile();
	const address = freshEmail("buyer");
	await buyByCard(buyer.request, slug, address);

	await choose(page, "Edit");
	await openMoreOptions(page);
	await page.getByText("Files and their order").click();
	await page.getByRole("link", { name: "Replace loops.txt" }).click();
	await page.locator('input[type="file"]').first().setInputFiles(note("loops.txt", 3000));
	await page.getByLabel("What’s new in this version (optional)").fill("Louder by 3 dB");
	await expect(page.getByRole("switch", { name: /^Keep the earlier version/ })).toBeChecked();
	await page.getByRole("button", { name: "Replace the file" }).click();
	await expect(page.getByText("Files Uploaded Successfully!")).toBeVisible();
	await page.getByRole("link", { name: "Message buyers" }).click();

	const dialog = page.getByRole("dialog", { name: `Message the buyers of “${TITLE}”` });
	await expect(dialog).toContainText("1 buyer will get it");
	await dialog.getByLabel("Your message").fill(MESSAGE);
	await expect(dialog.getByRole("region", { name: "Preview" })).toContainText(MESSAGE);
	await dialog.getByRole("button", { name: "Send to 1 buyer" }).click();
	await expect(page.getByText("1 buyer gets your message").first()).toBeVisible();

	const [mail, stop = ""] = await mailMatching(
		page.request,
		address,
		/louder now[\s\S]*?(\/unsubscribe\/\S+)/,
	);
	expect(mail).toContain("Louder by 3 dB");

	const theirs = await buyer.newPage();
	await openScreen(theirs, "/purchases");
	const news = theirs.getByRole("region", { name: "New since you bought it" });
	await expect(news).toContainText("loops.txt (version 2)");
	await expect(news).toContainText("Louder by 3 dB");
	await news.getByText("1 earlier version").click();
	const links = news.getByRole("link");
	expect(await bytesOf(buyer.request, await links.nth(0).getAttribute("href"))).toBe(3000);
	expect(await bytesOf(buyer.request, await links.nth(1).getAttribute("href"))).toBe(2000);
	await theirs.setViewportSize({ width: 360, height: 740 });
	await expectNoSidewaysScroll(theirs);

	// Like a mail program: without a cookie, from another site.
	const done = await fetch(`${baseURL}${stop}`, {
		method: "POST",
		body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
		headers: { origin: "https://mail.example", "sec-fetch-site": "cross-site" },
	});
	expect(done.status).toBe(200);
	await theirs.goto(stop);
	await expect(
		theirs.getByRole("heading", { name: "No more messages from Ada Meyer" }),
	).toBeVisible();

	const other = await publishShare(page.request, { title: "Harbour pads", files });
	await buyByCard(buyer.request, other, address);
	await openScreen(page, `/dashboard?tell=${other}`);
	await expect(page.getByRole("dialog")).toContainText("None of the buyers can get messages");
});

test("link scanners change nothing, and a buyer can get the messages again", async ({
	page,
	newProfile,
}) => {
	await verifiedCreator(page.request);
	const slug = await publishShare(page.request, { title: TITLE });
	const buyer = await newProfile();
	const address = freshEmail("buyer");
	await buyByCard(buyer.request, slug, address);
	await choose(page, "Message buyers");
	const dialog = page.getByRole("dialog", { name: `Message the buyers of “${TITLE}”` });
	await dialog.getByLabel("Your message").fill(MESSAGE);
	await dialog.getByRole("button", { name: "Send to 1 buyer" }).click();
	const [, stop = ""] = await mailMatching(
		page.request,
		address,
		/louder now[\s\S]*?(\/unsubscribe\/\S+)/,
	);
	const theirs = await buyer.newPage();
	await theirs.goto(stop);
	await expect(
		theirs.getByRole("heading", { name: "Stop messages from Ada Meyer?" }),
	).toBeVisible();
	await theirs.reload();
	await theirs.getByRole("button", { name: "Stop messages" }).click();
	await expect(
		theirs.getByRole("heading", { name: "No more messages from Ada Meyer" }),
	).toBeVisible();
	await theirs.getByRole("button", { name: "Get them again" }).click();
	await expect(
		theirs.getByRole("heading", { name: "You get messages from Ada Meyer again" }),
	).toBeVisible();
});
