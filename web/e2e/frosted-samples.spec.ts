import { expect, type Locator, type Page } from "@playwright/test";
import { publishShare, readShare, registerCreator } from "./support/accounts.ts";
import { appIsThere, openScreen } from "./support/page-checks.ts";
import { previewsMade } from "./support/previews.ts";
import { test } from "./support/profiles.ts";
import { DOES_ALL_ROUNDS } from "./support/rounds.ts";
import { photo } from "./support/sample-files.ts";
import { editFromDashboard, fillUpload, publishUpload, saveShare } from "./support/share-form.ts";

/**
 * `roughness`: a pixel's difference from the average of its neighbours, of 255 levels; a weave,
 * grain or dither raises it everywhere. `likeness`: the correlation in 24 by 16 squares, without
 * the edge, whose corners are round.
 */
async function compared(page: Page, shown: Buffer, original: Buffer) {
	return page.evaluate(
		async ([shownPng, originalPng]) => {
			const decode = async (png: string, size?: [number, number]) => {
				const bytes = Uint8Array.from(atob(png), (char) => char.charCodeAt(0));
				const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
				const [width, height] = size ?? [bitmap.width, bitmap.height];
				const small = await createImageBitmap(bitmap, {
					resizeWidth: width,
					resizeHeight: height,
					resizeQuality: "high",
				});
				const context = new OffscreenCanvas(width, height).getContext("2d")!;
				context.drawImage(small, 0, 0);
				const { data } = context.getImageData(0, 0, width, height);
				const light = Array.from(
					{ length: width * height },
					(_, at) => 0.3 * data[at * 4]! + 0.59 * data[at * 4 + 1]! + 0.11 * data[at * 4 + 2]!,
				);
				return { light, width, height };
			};
			const { light, width, height } = await decode(shownPng);
			let sum = 0;
			let count = 0;
			const edge = 4;
			for (let y = edge; y < height - edge; y++)
				for (let x = edge; x < width - edge; x++) {
					const at = y * width + x;
					const middle =
						(light[at - 1]! + light[at + 1]! + light[at - width]! + light[at + width]!) / 4;
					sum += Math.abs(light[at]! - middle);
					count++;
				}
			const squares = async (png: string) =>
				(await decode(png, [24, 16])).light.filter((_, at) => {
					const [x, y] = [at % 24, Math.floor(at / 24)];
					return x > 0 && x < 23 && y > 0 && y < 15;
				});
			const [a, b] = [await squares(shownPng), await squares(originalPng)];
			const mean = (values: number[]) =>
				values.reduce((total, value) => total + value, 0) / values.length;
			const [meanA, meanB] = [mean(a), mean(b)];
			const product = (one: number[], oneMean: number, two: number[], twoMean: number) =>
				one.reduce((total, value, at) => total + (value - oneMean) * (two[at]! - twoMean), 0);
			const likeness =
				product(a, meanA, b, meanB) /
				Math.sqrt(product(a, meanA, a, meanA) * product(b, meanB, b, meanB));
			return { roughness: sum / count, likeness };
		},
		[shown.toString("base64"), original.toString("base64")] as const,
	);
}

const isDecoded = (box: Locator) =>
	expect
		.poll(() =>
			box.locator("img").evaluate((image) => {
				const { complete, naturalWidth } = image as HTMLImageElement;
				return complete && naturalWidth > 0;
			}),
		)
		.toBe(true);

const SCREENS = [
	{ viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 },
	{ viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 },
	{ viewport: { width: 1440, height: 900 }, deviceScaleFactor: 2 },
].slice(0, DOES_ALL_ROUNDS ? undefined : 1);

test("a blurred picture is smooth in every size and at every density, and shows its subject", async ({
	newRequest,
	newProfile,
}) => {
	const creator = await newRequest();
	await registerCreator(creator);
	const original = photo("evening.png", 1800, 1200);
	const files = [original, photo("night.png", 900, 600, 2)];
	const slug = await publishShare(creator, { title: "Evening", files });
	for (const screen of SCREENS) {
		const page = await (await newProfile({ ...screen, colorScheme: "light" })).newPage();
		await page.goto(`/share/${slug}`);
		await appIsThere(page);
		const tile = page.getByRole("button", { name: "Preview evening.png" });
		await isDecoded(tile);
		// The line that says why it is blurred.
		await page.addStyleTag({ content: "[data-file] .rounded-full { visibility: hidden }" });
		const shown = [await tile.screenshot({ animations: "disabled" })];
		await tile.click();
		const stage = page.getByRole("dialog").locator('[aria-hidden="false"] .frosted');
		await expect(page.locator(".pswp--open")).toBeVisible();
		await isDecoded(stage);
		await page.addStyleTag({ content: ".viewer > :not(:first-child) { visibility: hidden }" });
		shown.push(await stage.screenshot({ animations: "disabled" }));
		for (const picture of shown) {
			const { roughness, likeness } = await compared(page, picture, original.buffer);
			expect(roughness).toBeLessThan(0.2);
			expect(likeness).toBeGreaterThan(0.97);
		}
		// The reference: the original has a grain of a few levels.
		const sharp = await compared(page, original.buffer, original.buffer);
		expect(sharp.roughness).toBeGreaterThan(1);
	}
});

const kindsOf = async (page: Page, link: string) =>
	(await readShare(page.request, link)).files.map(({ originalName, preview }) => [
		originalName,
		preview?.kind,
	]);

test("a creator's samples carry their name until they want them without, and others are chosen later", async ({
	page,
	newProfile,
}) => {
	test.skip(!DOES_ALL_ROUNDS, "in all rounds");
	await registerCreator(page.request);
	const originals = [photo("a.png", 2000, 1400), photo("b.png", 1300, 1900, 2)];
	originals.push(photo("c.png", 900, 600, 3), photo("d.png", 600, 900, 4));
	await fillUpload(page, originals, "Harbour");
	await page.getByText("One picture is sharp").click();
	const samples = page.getByRole("group", { name: /^Sharp samples/ });
	await expect(samples.getByRole("checkbox", { name: "a.png" })).toBeChecked();
	await expect(samples.getByRole("checkbox", { name: "b.png" })).not.toBeChecked();
	const link = await publishUpload(page);
	await previewsMade(page);

	const blurred = [
		["c.png", "image"],
		["d.png", "image"],
	];
	const buyer = await (await newProfile()).newPage();
	await buyer.goto(link);
	await appIsThere(buyer);
	expect(await kindsOf(buyer, link)).toEqual([
		["a.png", "watermarked"],
		["b.png", "image"],
		...blurred,
	]);
	await expect(buyer.getByRole("button", { name: "Preview a.png, Sample" })).toBeVisible();

	await openScreen(page, "/dashboard");
	await editFromDashboard(page, "Harbour");
	await page.getByRole("checkbox", { name: "With my name across it" }).uncheck();
	await saveShare(page);
	await previewsMade(page);
	await expect.poll(async () => (await kindsOf(buyer, link))[0]).toEqual(["a.png", "sample"]);
	await buyer.reload();
	await appIsThere(buyer);
	const tile = buyer.getByRole("button", { name: "Preview a.png, Sample" });
	await expect(tile.locator(".frosted")).toHaveCount(0);
	await expect(
		buyer.getByRole("button", { name: "Preview b.png" }).locator(".frosted"),
	).toHaveCount(1);
	const { files } = await readShare(buyer.request, link);
	const src = files[0]?.preview?.src ?? "";
	const bytes = await (await buyer.request.get(src)).body();
	const size = await buyer.evaluate(async (address) => {
		const { width, height } = await createImageBitmap(await (await fetch(address)).blob());
		return { width, height };
	}, src);
	expect(size).toEqual({ width: 1600, height: 1120 });
	const file = originals[0]?.buffer.toString("latin1") ?? "";
	const sent = bytes.toString("latin1");
	for (let at = 0; at + 64 <= sent.length; at += 64)
		expect(file.includes(sent.slice(at, at + 64))).toBe(false);

	await openScreen(page, "/dashboard");
	await editFromDashboard(page, "Harbour");
	await samples.getByTitle("a.png").click();
	await samples.getByTitle("b.png").click();
	await saveShare(page);
	await previewsMade(page);
	await expect
		.poll(() => kindsOf(buyer, link))
		.toEqual([["a.png", "image"], ["b.png", "sample"], ...blurred]);
	expect(
		(await buyer.request.get(src, { headers: { "cache-control": "no-cache" } })).status(),
	).toBe(404);
});
