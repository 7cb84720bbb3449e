import { expect, type Page, test } from "@playwright/test";
import { zipSync } from "fflate";
import { registerCreator } from "./support/accounts.ts";
import { type MadeFile, photo } from "./support/made-files.ts";

/** A tone of so many seconds, 8 kHz mono. */
function tone(name: string, seconds: number): MadeFile {
	const count = 8000 * seconds;
	const buffer = Buffer.alloc(44 + count * 2);
	buffer.write("RIFF", 0);
	buffer.writeUInt32LE(36 + count * 2, 4);
	buffer.write("WAVEfmt ", 8);
	buffer.writeUInt32LE(16, 16);
	buffer.writeUInt16LE(1, 20);
	buffer.writeUInt16LE(1, 22);
	buffer.writeUInt32LE(8000, 24);
	buffer.writeUInt32LE(16_000, 28);
	buffer.writeUInt16LE(2, 32);
	buffer.writeUInt16LE(16, 34);
	buffer.write("data", 36);
	buffer.writeUInt32LE(count * 2, 40);
	for (let at = 0; at < count; at++)
		buffer.writeInt16LE(Math.round(9000 * Math.sin(at / 3)), 44 + at * 2);
	return { name, mimeType: "audio/wav", buffer };
}

const drawing: MadeFile = {
	name: "logo.svg",
	mimeType: "image/svg+xml",
	buffer: Buffer.from(
		'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100"><rect width="200" height="100" fill="teal"/></svg>',
	),
};
const archive: MadeFile = {
	name: "fonts.zip",
	mimeType: "application/zip",
	buffer: Buffer.from(
		zipSync({ "serif/bold.otf": new Uint8Array(700), "licence.txt": new Uint8Array(20) }),
	),
};

/** The length in seconds of what a page can play of a file. */
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

test("the browser makes previews of what the server can't: clips, drawings, listings", async ({
	page,
	browser,
}) => {
	await registerCreator(page.request);
	await page.goto("/upload");
	await page
		.locator('input[type="file"]')
		.setInputFiles([tone("tone.wav", 12), drawing, archive, photo("dusk.png")]);
	await page.getByLabel("Title *").fill("A bit of everything");
	await page.getByLabel("Price ($) *").fill("4");
	await page.getByText("More options").click();
	await page.getByLabel("Pictures before payment").selectOption("watermark");
	await page.getByRole("button", { name: "Upload & List for Sale" }).click();
	await expect(page.getByText("Files Uploaded Successfully!")).toBeVisible({ timeout: 60_000 });
	const link = await page.getByLabel("Share Link for Buyers").inputValue();

	const context = await browser.newContext();
	const stranger = await context.newPage();
	await stranger.goto(link);
	const answer = await stranger.request.get(link.replace("/share/", "/api/file-shares/"));
	const { files }: { files: { id: string; originalName: string; preview: { kind: string } }[] } =
		await answer.json();
	const named = Object.fromEntries(files.map((file) => [file.originalName, file]));
	expect(files.map(({ originalName, preview }) => [originalName, preview?.kind])).toEqual([
		["tone.wav", "clip"],
		["logo.svg", "watermarked"],
		["fonts.zip", "listing"],
		["dusk.png", "watermarked"],
	]);

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
	await context.close();
});
