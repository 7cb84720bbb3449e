import { expect, type Page } from "@playwright/test";
import { OWN_PAGE, publishShare, readShare } from "./support/accounts.ts";
import { mailMatching, verifiedCreator } from "./support/mailbox.ts";
import { appIsThere, openScreen } from "./support/page-checks.ts";
import { test } from "./support/profiles.ts";
import { photo } from "./support/sample-files.ts";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const PICTURES = ["dawn.png", "noon.png", "dusk.png"];

async function openShare(page: Page, slug: string) {
	await page.goto(`/share/${slug}`);
	await appIsThere(page);
}

const heart = (page: Page, name: string) => page.getByRole("button", { name: `Favorite ${name}` });

async function sendAs(page: Page, name: string) {
	await page.getByRole("button", { name: "Send my choice" }).click();
	const dialog = page.getByRole("dialog", { name: "What’s your name?" });
	await dialog.getByRole("textbox", { name: "Your name" }).fill(name);
	await dialog.getByRole("button", { name: "Send my choice" }).click();
	await expect(page.getByText("Sent. You can still change it")).toBeVisible();
}

test("two clients choose, and the creator sees both and closes the round", async ({
	page,
	newProfile,
}) => {
	const email = await verifiedCreator(page.request);
	const files = PICTURES.map((name, at) => photo(name, 960, 640, at * 90));
	const slug = await publishShare(page.request, { title: "Wedding", files });
	const edit = await page.request.patch(`/api/file-shares/${slug}`, {
		headers: OWN_PAGE,
		data: { pricing: "free", price: 0, asksAddress: false, choosing: { count: 2, open: true } },
	});
	expect(edit.status(), await edit.text()).toBe(200);

	const anna = await (await newProfile(PHONE)).newPage();
	await openShare(anna, slug);
	await expect(anna.getByText("Tap the hearts to choose")).toBeVisible();
	for (const name of PICTURES) await heart(anna, name).click();
	// One too many.
	await expect(anna.getByText("Remove 1 to send")).toBeVisible();
	await expect(anna.getByRole("button", { name: "Send my choice" })).toBeDisabled();
	await heart(anna, "noon.png").click();
	await sendAs(anna, "Anna");
	await mailMatching(page.request, email, /choices\//);

	const ben = await (await newProfile()).newPage();
	await openShare(ben, slug);
	await ben.getByRole("button", { name: "Preview dawn.png" }).click();
	const comment = ben.getByRole("button", { name: "Comment", exact: true });
	await expect(comment).toBeVisible();
	await ben.keyboard.press("f");
	await expect(ben.getByRole("dialog").getByLabel("Favorite dawn.png")).toHaveAttribute(
		"aria-pressed",
		"true",
	);
	await comment.click();
	await ben.getByRole("textbox", { name: "Your name" }).fill("Ben");
	await ben.getByRole("button", { name: "Continue" }).click();
	await ben.getByLabel("Comment on dawn.png").fill("Crop it, please");
	await ben.getByRole("button", { name: "Next", exact: true }).click();
	// The panel stays open.
	await expect(ben.getByLabel("Comment on noon.png")).toHaveValue("");

	await openScreen(page, `/dashboard/choices/${slug}`);
	await expect(page.getByRole("heading", { name: "2 files chosen" })).toBeVisible();
	await expect(page.getByText("Anna and Ben")).toBeVisible();
	await expect(page.getByText("Crop it, please")).toBeVisible();
	await page.getByText("Anna ✓ 2").click();
	await expect(page.getByRole("heading", { name: "Anna chose 2 of 2" })).toBeVisible();
	await page.getByRole("button", { name: "Close round" }).click();
	await expect(page.getByText("Closed", { exact: true })).toBeVisible();
	expect((await readShare(page.request, slug)).fileShare.choosing).toEqual({
		count: 2,
		open: false,
	});
	await openShare(anna, slug);
	await expect(anna.getByText("This choice is closed")).toBeVisible();
	await expect(anna.getByText("2 of 2 chosen")).toBeVisible();
});
