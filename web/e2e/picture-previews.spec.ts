import { expect, type Page } from "@playwright/test";
import { readImageHeader } from "../../worker/files/contract/image-header.ts";
import { OWN_PAGE, publishShare, readShare, registerCreator } from "./support/accounts.ts";
import { hostilePictures } from "./support/hostile-pictures.ts";
import { expectNoSidewaysScroll, openScreen } from "./support/page-checks.ts";
import {
	cmykPsdFile,
	gifFile,
	heicFile,
	psdFile,
	rawFile,
	tiffFile,
} from "./support/picture-files.ts";
import { previewsMade } from "./support/previews.ts";
import { test } from "./support/profiles.ts";
import { DOES_ALL_ROUNDS } from "./support/rounds.ts";
import { photo, type SampleFile } from "./support/sample-files.ts";
import { arrangeFiles, fillUpload, publishUpload } from "./support/share-form.ts";

/** In the page: a JPEG, green on the left and grey on the right. */
async function jpeg(page: Page, width: number, height: number): Promise<Buffer> {
	const bytes = await page.evaluate(
		async ([w, h]) => {
			const canvas = new OffscreenCanvas(w, h);
			const context = canvas.getContext("2d")!;
			context.fillStyle = "rgb(30 160 60)";
			context.fillRect(0, 0, w, h);
			context.fillStyle = "rgb(120 120 120)";
			context.fillRect(w / 2, 0, w / 2, h);
			const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.9 });
			return [...new Uint8Array(await blob.arrayBuffer())];
		},
		[width, height] as const,
	);
	return Buffer.from(bytes);
}

const choose = (page: Page, files: SampleFile[]) => fillUpload(page, files, "Pictures");

async function publish(page: Page): Promise<string> {
	const link = await publishUpload(page);
	await previewsMade(page);
	return link;
}

/** In the page: a preview's size, and the middle colours of its halves. */
function look(page: Page, fileId: string) {
	return page.evaluate(async (address) => {
		const response = await fetch(address);
		const image = await createImageBitmap(await response.blob());
		const canvas = new OffscreenCanvas(2, 1);
		const context = canvas.getContext("2d")!;
		context.imageSmoothingQuality = "high";
		const { width, height } = image;
		context.drawImage(image, 0, 0, width / 2, height, 0, 0, 1, 1);
		context.drawImage(image, width / 2, 0, width / 2, height, 1, 0, 1, 1);
		const { data } = context.getImageData(0, 0, 2, 1);
		const name = ([r, g, b]: number[]) => {
			if (r! > g! + 60 && r! > b! + 60) return "red";
			if (b! > r! + 60 && b! > g! + 60) return "blue";
			if (g! > r! + 60 && g! > b! + 60) return "green";
			return r! > 150 ? "bright" : r! > 90 ? "grey" : "dark";
		};
		return {
			type: response.headers.get("content-type"),
			size: [width, height],
			colours: [name([...data.slice(0, 3)]), name([...data.slice(4, 7)])],
		};
	}, `/api/files/${fileId}/preview`);
}

test("HEIC, TIFF, PSD, raw files and animations get a real picture", async ({
	page,
	newProfile,
}) => {
	await registerCreator(page.request);
	await openScreen(page, "/upload");
	const large = await jpeg(page, 1600, 1200);
	const small = await jpeg(page, 160, 120);
	const heif = page.waitForResponse(/\/assets\/heif\.worker-/);
	const others = page.waitForResponse(/\/assets\/picture\.worker-/);
	await choose(page, [
		heicFile("phone.heic"),
		tiffFile("scan.tiff"),
		psdFile("poster.psd"),
		cmykPsdFile("print.psd", small),
		rawFile("camera.cr2", large, small),
		rawFile("upright.dng", large, small, 6),
		gifFile("dance.gif"),
		photo("wide.png", 2000, 250),
	]);
	await arrangeFiles(page);
	await expect(page.getByRole("list", { name: "Files" }).locator("img")).toHaveCount(8);
	expect((await heif).headers()["content-security-policy"]).toBe(
		"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'",
	);
	expect((await others).headers()["content-security-policy"]).toBe(
		"default-src 'none'; script-src 'self'",
	);
	await expect(page.getByLabel("Blurred")).toBeChecked();
	const live = page.getByRole("figure", { name: "Your page" });
	await expect(live.locator(".frosted img").first()).toBeVisible();
	await page.getByText("Watermarked", { exact: true }).click();
	await expect(live.locator(".frosted")).toHaveCount(0);
	await expect(live.locator("img")).toHaveCount(8);
	const link = await publish(page);

	const stranger = await (await newProfile()).newPage();
	await stranger.goto(link);
	const { files } = await readShare(stranger.request, link);
	const seen = await Promise.all(
		files.map(async ({ id, originalName, preview }) => {
			const { type, size, colours } = await look(stranger, id);
			expect(type).toBe("image/webp");
			expect(preview?.kind).toBe("watermarked");
			return [originalName, [preview?.width, preview?.height], size, colours];
		}),
	);
	expect(seen).toEqual([
		["phone.heic", [320, 240], [320, 240], ["bright", "dark"]],
		["scan.tiff", [400, 300], [400, 300], ["red", "blue"]],
		["poster.psd", [400, 300], [400, 300], ["red", "blue"]],
		["print.psd", [160, 120], [160, 120], ["green", "grey"]],
		["camera.cr2", [1600, 1200], [1024, 768], ["green", "grey"]],
		["upright.dng", [1200, 1600], [768, 1024], expect.anything()],
		["dance.gif", [64, 64], [64, 64], ["red", "red"]],
		["wide.png", [2000, 250], [2000, 250], expect.anything()],
	]);

	await openScreen(page, "/upload");
	await page.locator('input[type="file"]').setInputFiles([photo("next.png")]);
	await expect(page.getByLabel("Watermarked")).toBeChecked();
});

test("the browser makes the web sizes that a share begins to sell of pictures the server can't read", async ({
	page,
}) => {
	await registerCreator(page.request);
	await openScreen(page, "/upload");
	const large = await jpeg(page, 1600, 1200);
	const pictures = [
		heicFile("phone.heic"),
		rawFile("camera.cr2", large, large),
		tiffFile("scan.tiff"),
	];
	const slug = await publishShare(page.request, {
		price: "20.00",
		// Not announced as pictures, since the server makes no previews of these.
		files: pictures.map((file) => ({ ...file, mimeType: "application/octet-stream" })),
	});
	const edited = await page.request.patch(`/api/file-shares/${slug}`, {
		headers: OWN_PAGE,
		data: {
			images: "none",
			singles: { filePrice: "6.00", web: { edge: 640, filePrice: "2.00", price: "9.00" } },
		},
	});
	expect(edited.status(), await edited.text()).toBe(200);
	await openScreen(page, "/dashboard");
	await previewsMade(page);
	const { files } = await readShare(page.request, slug);
	const made = await Promise.all(
		files.map(async ({ id, originalName, webSize }) => {
			const web = await page.request.get(`/api/files/${id}/download?size=web`);
			const body = await web.body();
			expect(body.length).toBe(webSize);
			return [originalName, web.headers()["content-disposition"], readImageHeader(body)];
		}),
	);
	const header = { format: "image/jpeg", metadata: false };
	expect(made).toEqual([
		["phone.heic", expect.stringContaining("phone.jpg"), { ...header, width: 320, height: 240 }],
		["camera.cr2", expect.stringContaining("camera.jpg"), { ...header, width: 640, height: 480 }],
		["scan.tiff", expect.stringContaining("scan.jpg"), { ...header, width: 400, height: 300 }],
	]);
});

// G45
test("pictures that cannot be decoded are sold without a preview, and hold nothing up", async ({
	page,
}) => {
	test.skip(!DOES_ALL_ROUNDS, "in all rounds");
	test.setTimeout(150_000);
	await registerCreator(page.request);
	const hostile = hostilePictures();
	await choose(page, [...hostile, photo("good.png")]);
	await expect(page.getByRole("heading", { name: `${hostile.length + 1} files` })).toBeVisible();
	const link = await publish(page);
	const { files } = await readShare(page.request, link);
	expect(files.map(({ originalName, preview }) => [originalName, preview?.kind ?? null])).toEqual([
		...hostile.map(({ name }) => [name, null]),
		["good.png", "image"],
	]);
});

test("a program is refused below its name, and why, in view at 320 pixels", async ({ page }) => {
	await page.setViewportSize({ width: 320, height: 640 });
	await registerCreator(page.request);
	await openScreen(page, "/upload");
	await expect(page.getByText("Free Plan Limits")).toBeVisible();
	const program = Buffer.from([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0]);
	await page
		.locator('input[type="file"]')
		.setInputFiles([
			{ name: "Setup.exe", mimeType: "application/x-msdownload", buffer: program },
			{ name: "brushes.abr", mimeType: "", buffer: program },
			photo("good.png"),
		]);
	const refusal = page.getByRole("alert").getByRole("listitem");
	await expect(refusal).toHaveText(
		/Setup\.exe, brushes\.abr\s*Programs and installers can’t be sold here, because one from a stranger could harm a buyer’s device\./,
	);
	await expect(refusal.getByText(/^Programs and installers/)).toBeInViewport({ ratio: 1 });
	await expect(page.getByRole("heading", { name: /^1 file/ })).toBeVisible();
	await expectNoSidewaysScroll(page);
});

test("the drop area says what can be sold, and lists every type", async ({ page }) => {
	await registerCreator(page.request);
	await openScreen(page, "/upload");
	await expect(page.getByText(/^Almost anything you sell, up to 2 GB per file\./)).toBeVisible();
	await page.getByRole("button", { name: "See all types" }).click();
	const list = page.getByRole("dialog", { name: "What you can sell" });
	await expect(list.getByText(/heic, heif/)).toBeVisible();
	await expect(list.getByText("3D models")).toBeVisible();
	await page.keyboard.press("Escape");
	await expect(list).toBeHidden();
});
