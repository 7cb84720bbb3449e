import { expect, type Page } from "@playwright/test";
import { zipSync } from "fflate";
import { publishShare, readShare, registerCreator } from "./support/accounts.ts";
import { openScreen } from "./support/page-checks.ts";
import { previewsMade } from "./support/previews.ts";
import { test } from "./support/profiles.ts";
import { DOES_ALL_ROUNDS } from "./support/rounds.ts";
import { note, pdf, photo, type SampleFile, tone } from "./support/sample-files.ts";
import {
	arrangeFiles,
	editFromDashboard,
	fillUpload,
	publishUpload,
	saveShare,
} from "./support/share-form.ts";

const drawing: SampleFile = {
	name: "logo.svg",
	mimeType: "image/svg+xml",
	buffer: Buffer.from(
		'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100"><rect width="200" height="100" fill="teal"/></svg>',
	),
};
const archive: SampleFile = {
	name: "fonts.zip",
	mimeType: "application/zip",
	buffer: Buffer.from(
		zipSync({ "serif/bold.otf": new Uint8Array(700), "licence.txt": new Uint8Array(20) }),
	),
};

/** Seconds that a page can play of a file. */
function playedSeconds(page: Page, fileId: string): Promise<number> {
	return page.evaluate(async (address) => {
		const player = document.createElement("audio");
		const { promise, resolve, reject } = Promise.withResolvers<number>();
		player.onloadedmetadata = () => resolve(player.duration);
		player.onerror = () => reject(new Error("It does not play."));
		player.src = address;
		return promise;
	}, `/api/files/${fileId}/stream`);
}

// G46
test("the browser creates previews that the server cannot: clips, drawings, listings", async ({
	page,
	newProfile,
}) => {
	await registerCreator(page.request);
	const worker = page.waitForResponse(/\/assets\/media\.worker-/);
	const chosen = [tone("tone.wav", 12), drawing, archive, photo("dusk.png")];
	await fillUpload(page, chosen, "A bit of everything");
	await page.getByText("Watermarked", { exact: true }).click();
	const link = await publishUpload(page);
	await previewsMade(page);
	// The only place where WebAssembly may run; it can send nothing.
	expect((await worker).headers()["content-security-policy"]).toBe(
		"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src blob:",
	);

	const stranger = await (await newProfile()).newPage();
	await stranger.goto(link);
	const { files } = await readShare(stranger.request, link);
	const named = Object.fromEntries(files.map((file) => [file.originalName, file]));
	expect(files.map(({ originalName, preview }) => [originalName, preview?.kind])).toEqual([
		["tone.wav", "clip"],
		["logo.svg", "watermarked"],
		["fonts.zip", "listing"],
		["dusk.png", "watermarked"],
	]);

	const clip = await stranger.request.get(`/api/files/${named["tone.wav"]!.id}/stream`);
	// AAC, which all iPhones play: a library encodes it if the browser can't.
	expect(clip.headers()["content-type"]).toBe("audio/mp4");
	expect((await clip.body()).includes("mp4a")).toBe(true);
	const seconds = await playedSeconds(stranger, named["tone.wav"]!.id);
	expect(seconds).toBeGreaterThan(3);
	expect(seconds).toBeLessThan(4.6);
	const listing = await stranger.request.get(`/api/files/${named["fonts.zip"]!.id}/preview`);
	expect(await listing.json()).toEqual({
		total: 2,
		entries: [
			{ name: "serif/bold.otf", size: 700 },
			{ name: "licence.txt", size: 20 },
		],
	});
	const picture = await stranger.request.get(`/api/files/${named["dusk.png"]!.id}/preview`);
	expect(picture.headers()["content-type"]).toMatch(/^image\/(webp|png)$/);
	expect((await picture.body()).equals(photo("dusk.png").buffer)).toBe(false);
});

test("a browser that cannot write WebP sends watermarked pictures as JPEG, in full size", async ({
	page,
	newProfile,
}) => {
	test.skip(!DOES_ALL_ROUNDS, "in all rounds");
	// Like Safari, returns a PNG instead of a type that it can't encode; in the page and in its
	// workers.
	const patch = () => {
		const native = OffscreenCanvas.prototype.convertToBlob;
		OffscreenCanvas.prototype.convertToBlob = function (options) {
			const type = options?.type === "image/webp" ? "image/png" : options?.type;
			return native.call(this, { ...options, ...(type && { type }) });
		};
	};
	await page.addInitScript(patch);
	const sent: (string | undefined)[] = [];
	page.on("request", (request) => {
		if (request.url().includes("/preview?kind=watermarked"))
			sent.push(request.headers()["content-type"]);
	});
	await page.route(/\/assets\/picture\.worker-/, async (route) => {
		const response = await route.fetch();
		await route.fulfill({ response, body: `(${patch})();${await response.text()}` });
	});
	await registerCreator(page.request);
	await fillUpload(page, [photo("dusk.png", 1600, 1066), drawing], "At dusk");
	await page.getByText("Watermarked", { exact: true }).click();
	const link = await publishUpload(page);
	await previewsMade(page);
	const stranger = await (await newProfile()).newPage();
	await stranger.goto(link);
	const { files } = await readShare(stranger.request, link);
	const looks = await stranger.evaluate(
		async (ids) => {
			const look = async (id: string) => {
				const response = await fetch(`/api/files/${id}/preview`);
				const bitmap = await createImageBitmap(await response.blob());
				return [response.headers.get("content-type"), bitmap.width];
			};
			return Promise.all(ids.map(look));
		},
		files.map(({ id }) => id),
	);
	// A drawing with few colours is small as PNG, which keeps its transparency.
	expect([...new Set(sent)].sort()).toEqual(["image/jpeg", "image/png"]);
	// The Worker encodes them again.
	expect(looks).toEqual([
		["image/webp", 1024],
		["image/webp", 1024],
	]);
});

test("publishing doesn't wait for clips, and they go on once it is done", async ({ page }) => {
	test.skip(!DOES_ALL_ROUNDS, "in all rounds");
	await registerCreator(page.request);
	const held = Promise.withResolvers<void>();
	let workers = 0;
	await page.route(/\/assets\/media\.worker-/, async (route) => {
		// The first one reads the tags.
		if (++workers > 1) await held.promise;
		await route.continue();
	});
	await fillUpload(page, [tone("tone.wav", 12), archive], "Later");
	await publishUpload(page);
	await expect(page.getByText("Making previews: 1 of 2")).toBeVisible();
	await expect(page.getByText("Keep this tab open until they’re done.")).toBeVisible();
	// The screen may be left.
	await page.getByRole("link", { name: "Back to dashboard" }).click();
	await expect(page.getByText("Making previews: 1 of 2")).toBeVisible();
	held.resolve();
	await previewsMade(page);
	await expect(page.getByText("Making previews")).toHaveCount(0);
});

test("previews of a program's upload are made when its creator opens the dashboard", async ({
	page,
}) => {
	test.skip(!DOES_ALL_ROUNDS, "in all rounds");
	await registerCreator(page.request);
	const broken = { ...tone("broken.wav", 1), buffer: Buffer.from("RIFF0000WAVEnothing follows") };
	const files = [tone("tone.wav", 12), archive, pdf("deed.pdf"), broken];
	const slug = await publishShare(page.request, {
		title: "By a program",
		files: files,
	});
	const kinds = async () => {
		const { files } = await readShare(page.request, slug);
		return Object.fromEntries(files.map((file) => [file.originalName, file.preview?.kind ?? null]));
	};
	expect(await kinds()).toEqual({
		"tone.wav": null,
		"fonts.zip": null,
		"deed.pdf": null,
		"broken.wav": null,
	});

	await openScreen(page, "/dashboard");
	await previewsMade(page);
	expect(await kinds()).toEqual({
		"tone.wav": "clip",
		"fonts.zip": "listing",
		"deed.pdf": "page",
		"broken.wav": null,
	});
	await page.getByText("1 preview couldn’t be made").click();
	await expect(page.getByText("broken.wav: the file is damaged")).toBeVisible();
	const again = page.waitForRequest(/\/preview-failure$/);
	await page.getByRole("button", { name: "Make missing previews" }).click();
	await again;
});

test("a file shows no preview if its creator says so, and gets one once they want it shown", async ({
	page,
	newProfile,
}) => {
	test.skip(!DOES_ALL_ROUNDS, "in all rounds");
	await registerCreator(page.request);
	await fillUpload(page, [note("keys.txt"), archive], "Keys and fonts");
	await arrangeFiles(page);
	await page.getByRole("button", { name: "Options for keys.txt" }).click();
	await page.getByRole("menuitem", { name: "Show no preview" }).click();
	await expect(page.getByText("No preview", { exact: true })).toBeVisible();
	await expect(page.getByText("The files are kept in this browser.")).toBeVisible();
	await page.reload();
	await arrangeFiles(page);
	await expect(page.getByText("No preview", { exact: true })).toBeVisible();
	const link = await publishUpload(page);
	await previewsMade(page);
	const stranger = await (await newProfile()).newPage();
	const shown = async () => {
		const { files } = await readShare(stranger.request, link);
		return Object.fromEntries(
			files.map(({ originalName, preview }) => [originalName, preview?.kind ?? null]),
		);
	};
	expect(await shown()).toEqual({ "keys.txt": null, "fonts.zip": "listing" });

	await openScreen(page, "/dashboard");
	await editFromDashboard(page, "Keys and fonts");
	await page.getByText("Files and their order").click();
	await page.getByRole("button", { name: "Choose which files show a preview" }).click();
	await page.getByRole("checkbox", { name: "Preview of keys.txt" }).check();
	await page.getByRole("checkbox", { name: "Preview of fonts.zip" }).uncheck();
	await saveShare(page);
	await previewsMade(page);
	await expect.poll(shown).toEqual({ "keys.txt": "page", "fonts.zip": null });
});
