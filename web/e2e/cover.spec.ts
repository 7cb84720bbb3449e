import { expect, type Page } from "@playwright/test";
import { registerCreator } from "./support/accounts.ts";
import { CARDS, fillCard, keepConfirmation } from "./support/card.ts";
import {
	expectNoSidewaysScroll,
	interceptNext,
	openScreen,
	withJson,
} from "./support/page-checks.ts";
import { test } from "./support/profiles.ts";
import { DOES_ALL_ROUNDS } from "./support/rounds.ts";
import { note, photo, type SampleFile } from "./support/sample-files.ts";
import {
	arrangeFiles,
	fillUpload,
	openMoreOptions,
	saveShare,
	submitUpload,
} from "./support/share-form.ts";

/** In pixels, from the frame header. */
function jpegSize(bytes: Buffer): { width: number; height: number } {
	for (let at = 2; at < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
		const marker = bytes[at + 1] ?? 0;
		if (marker >= 0xc0 && marker <= 0xc2)
			return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
	}
	throw new Error("no frame header");
}

/** A cover's greenness from 0 to 255, at a point without text. */
const greenOf = (page: Page, address: string) =>
	page.evaluate(async (src) => {
		const picture = await createImageBitmap(await (await fetch(src)).blob());
		const context = new OffscreenCanvas(40, 40).getContext("2d");
		context?.drawImage(picture, 60, 20, 40, 40, 0, 0, 40, 40);
		const { data = [] } = context?.getImageData(0, 0, 40, 40) ?? {};
		let sum = 0;
		for (let at = 1; at < data.length; at += 4) sum += data[at] ?? 0;
		return (sum * 4) / data.length;
	}, address);

/** Keeps the uploaded one. */
async function chooseCovers(page: Page) {
	const cover = page.getByRole("group", { name: "Cover" });
	const isChosen = (name: string) => expect(cover.getByRole("radio", { name })).toBeChecked();
	const upload = async (file: SampleFile) => {
		const chooser = page.waitForEvent("filechooser");
		await cover.getByRole("button", { name: "Upload a picture" }).click();
		await (await chooser).setFiles(file);
	};
	await openMoreOptions(page);
	await page.locator("summary", { hasText: "Cover" }).click();
	await arrangeFiles(page);
	await isChosen("First picture");
	await cover.getByRole("radio", { name: "First picture" }).focus();
	for (const name of ["dawn.png", "noon.png", "night.png"]) {
		await page.keyboard.press("ArrowRight");
		await isChosen(name);
	}
	await upload(note("letter.txt"));
	await expect(cover.getByRole("alert")).toContainText("letter.txt");
	await isChosen("night.png");
	await page.getByRole("button", { name: "Remove night.png" }).click();
	await isChosen("First picture");
	await upload(photo("poster.png", 800, 800, 200));
	await isChosen("Your own picture");
	await expect(cover.getByRole("alert")).toBeHidden();
	await page.setViewportSize({ width: 320, height: 640 });
	await expectNoSidewaysScroll(page);
	await page.setViewportSize({ width: 1280, height: 720 });
}

test("a share is published, gets another cover and files, and is bought by the first buyer", async ({
	page,
	newProfile,
}) => {
	test.skip(!DOES_ALL_ROUNDS, "in all rounds");
	test.slow();
	await registerCreator(page.request);
	const card = () =>
		page.waitForResponse((response) => response.url().endsWith("/pictures/card") && response.ok());

	const photos = [
		photo("dawn.png", 960, 640, 20),
		photo("noon.png", 640, 960, 200),
		photo("night.png", 640, 640, 3),
	];
	await fillUpload(page, photos, "Two hours in Lofoten", "24");
	await chooseCovers(page);

	const refusal = { code: "request.too_large", message: "Too large", requestId: "1" };
	await interceptNext(page, "*/pictures/cover", withJson(413, refusal));
	await submitUpload(page);
	const cover = page.getByRole("group", { name: "Cover" });
	await expect(cover).toContainText("The cover couldn’t be used.");
	await expect(cover.getByRole("radio", { name: "First picture" })).toBeFocused();
	await expect(page.getByLabel("Title *")).toHaveValue("Two hours in Lofoten");
	await expect(page.getByText("Unfinished uploads")).toBeHidden();

	const firstCard = card();
	await submitUpload(page);
	await expect(page.getByText("Files Uploaded Successfully!")).toBeVisible();
	await expect(page.getByText("Your page is live")).toBeVisible();
	await expect(page.getByRole("img", { name: /^QR code for http/ })).toBeVisible();
	await expect(page.getByRole("figure", { name: "Your page" })).toBeVisible();
	await expect(page.getByRole("link", { name: "See it as a buyer" })).toBeVisible();
	await expectNoSidewaysScroll(page);
	await firstCard;
	const link = await page.getByLabel("Share Link for Buyers").inputValue();
	const slug = link.split("/").at(-1) ?? "";
	const drawn = await page.request.get(`/share/${slug}/card.jpg`);
	expect(jpegSize(await drawn.body())).toEqual({ width: 1200, height: 630 });
	const published = await page.request.get(`/api/file-shares/${slug}`);
	expect(await published.json()).toMatchObject({
		cover: { kind: "cover", width: 800, height: 800 },
		fileShare: { changedAt: null },
	});
	// The uploaded picture's sky; the first picture's is a hundred brighter.
	expect(await greenOf(page, `/share/${slug}/card.jpg`)).toBeLessThan(130);

	await page.getByRole("link", { name: "View Dashboard" }).click();
	const row = page.getByRole("article", { name: "Two hours in Lofoten" });
	await expect(row.locator("img").first()).toHaveAttribute("src", /^\/api\/renditions\//);
	await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
	await row.hover();
	await row.getByRole("button", { name: "Copy the link of Two hours in Lofoten" }).click();
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);

	const before = await row.locator("img").first().getAttribute("src");
	await page.getByRole("button", { name: /^Actions for Two hours/ }).click();
	await page.getByRole("menuitem", { name: "Edit" }).click();
	await openMoreOptions(page);
	await page.getByRole("radio", { name: "noon.png" }).check({ force: true });
	const secondCard = card();
	await saveShare(page);
	await expect(row.locator("img").first()).not.toHaveAttribute("src", before ?? "");
	await secondCard;
	const again = await page.request.get(`/share/${slug}/card.jpg`);
	expect(await again.body()).not.toEqual(await drawn.body());

	const buyer = await (await newProfile()).newPage();
	await openScreen(buyer, `/payment/${slug}`);
	await expect(buyer.getByText("Instant download")).toBeVisible();
	await buyer.getByLabel("Email").fill("buyer@example.test");
	await buyer.reload();
	await expect(buyer.getByLabel("Email")).toHaveValue("buyer@example.test");
	await fillCard(buyer, CARDS.good);
	const open = await keepConfirmation(buyer);
	await buyer.getByRole("button", { name: "Pay $24.00" }).click();
	await expect(buyer.getByText("Payment successful")).toBeVisible();
	// Interaction doesn't prevent the files from opening.
	await buyer.keyboard.press("Shift");
	open();
	await buyer.waitForURL(`/share/${slug}`);

	await openScreen(page, `/upload?to=${slug}`);
	await expect(page.getByText("Everyone who bought it gets the new files too.")).toBeVisible();
	await page.locator('input[type="file"]').setInputFiles([note("thanks.txt")]);
	await page.getByRole("button", { name: "Add files", exact: true }).last().click();
	await expect(page.getByText("Files Uploaded Successfully!")).toBeVisible();
	await buyer.reload();
	await expect(buyer.getByText("thanks.txt").first()).toBeVisible();
});
