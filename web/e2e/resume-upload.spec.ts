import { createHash } from "node:crypto";
import { mkdtempSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { readShare, registerCreator } from "./support/accounts.ts";
import { interceptRequests, openScreen } from "./support/page-checks.ts";
import { test } from "./support/profiles.ts";
import { DOES_ALL_ROUNDS } from "./support/rounds.ts";
import { note, photo } from "./support/sample-files.ts";
import { arrangeFiles, fillUpload, submitUpload } from "./support/share-form.ts";

const PART = 8 * 1024 * 1024;

/** No two parts are equal. */
function words(bytes: number, seed: number): Buffer {
	const text = Buffer.alloc(bytes);
	let state = seed;
	for (let at = 0; at < bytes; at++) {
		state = (Math.imul(state, 1103515245) + 12345) >>> 0;
		text[at] = 97 + ((state >>> 16) % 26);
	}
	return text;
}

/** On disk, since a browser compares dates when files are chosen again. */
function onDisk(name: string, content: Buffer): string {
	const path = join(mkdtempSync(join(tmpdir(), "tillbox-files-")), name);
	writeFileSync(path, content);
	utimesSync(path, 1_700_000_000, 1_700_000_000);
	return path;
}

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** Entries look like "file/part". */
function watchParts(page: Page): string[] {
	const sent: string[] = [];
	page.on("request", (request) => {
		const part = /\/files\/([^/]+)\/parts\/(\d+)$/.exec(new URL(request.url()).pathname);
		if (part) sent.push(`${part[1]}/${part[2]}`);
	});
	return sent;
}

/**
 * Closes a tab while its requests are still intercepted, since a closing page's last requests
 * aren't.
 */
async function end(page: Page): Promise<void> {
	await page.goto("about:blank");
	await page.close();
}

/** Stored in this browser after the server's response. */
function rememberedParts(page: Page): Promise<number> {
	return page.evaluate(async () => {
		const { promise, resolve, reject } = Promise.withResolvers<number>();
		const opening = indexedDB.open("tillbox-uploads");
		opening.onerror = reject;
		opening.onsuccess = () => {
			const counting = opening.result.transaction("parts").objectStore("parts").count();
			counting.onerror = reject;
			counting.onsuccess = () => resolve(counting.result);
		};
		return promise.finally(() => opening.result.close());
	});
}

async function filesOfShare(page: Page) {
	const link = await page.getByLabel("Share Link for Buyers").inputValue();
	return (await readShare(page.request, link)).files;
}

async function download(request: APIRequestContext, fileId: string): Promise<Buffer> {
	return (await request.get(`/api/files/${fileId}/download`)).body();
}

test("after a tab crashed half-way, the same file is chosen again and only the missing parts are sent", async ({
	context,
	newProfile,
}) => {
	await registerCreator(context.request);
	const content = words(2 * PART + 12_345, 7);
	const film = onDisk("long story.txt", content);
	const first = await context.newPage();
	await interceptRequests(first, "*/parts/2", () => "broken");
	await fillUpload(first, film, "A long story");
	await submitUpload(first);
	await expect(first.getByText("Uploading 1 file...")).toBeVisible();
	const link = await first.getByLabel("Share Link for Buyers").inputValue();
	await expect(first.getByText("Your connection is unstable.")).toBeVisible();
	await expect(first.getByText(/^8 MB of 16 MB|^8(\.\d)? MB of 16(\.\d)? MB/)).toBeVisible();
	// A changed file is recognised by its checksums, which are stored after progress is shown.
	await expect.poll(() => rememberedParts(first), { intervals: [50] }).toBe(2);

	const stranger = await (await newProfile()).newPage();
	await stranger.goto(link);
	await expect(stranger.getByText("Still uploading").first()).toBeVisible();
	await end(first);

	const page = await context.newPage();
	const sent = watchParts(page);
	await openScreen(page, "/upload");
	await expect(page.getByRole("heading", { name: "Unfinished uploads" })).toBeVisible();
	await page.getByRole("button", { name: "Resume A long story" }).click();
	await expect(page.getByRole("heading", { name: "Choose the same files again" })).toBeVisible();

	const other = Buffer.from(content);
	other[5] = 65;
	await page.locator('input[type="file"]').setInputFiles(onDisk("long story.txt", other));
	await expect(page.getByText("One file has changed")).toBeVisible();
	await page.locator('input[type="file"]').setInputFiles(onDisk("another.txt", content));
	await expect(page.getByText("None of these belong to this upload.")).toBeVisible();
	expect(sent).toEqual([]);

	await page.locator('input[type="file"]').setInputFiles(film);
	await expect(page.getByText("Files Uploaded Successfully!")).toBeVisible();
	expect(sent.map((part) => part.split("/")[1])).toEqual(["2"]);
	expect(await page.getByLabel("Share Link for Buyers").inputValue()).toBe(link);
	const [file] = await filesOfShare(page);
	expect(sha256(await download(page.request, file!.id))).toBe(sha256(content));
});

test("files whose handles the browser has stored are read again without asking", async ({
	context,
}) => {
	test.skip(!DOES_ALL_ROUNDS, "in all rounds");
	await registerCreator(context.request);
	const first = await context.newPage();
	await interceptRequests(first, "*/parts/2", () => "broken");
	await openScreen(first, "/upload");
	await first.getByText("Drop files or folders here").waitFor();
	await first.evaluate(dropFromPrivateFiles, { name: "diary.txt", bytes: PART + 1000 });
	await first.getByLabel("Title *").fill("Diary");
	await first.getByLabel("Price ($) *").fill("3");
	await submitUpload(first);
	await expect(first.getByText("Your connection is unstable.")).toBeVisible();
	await expect(first.getByText(/^8 MB of 8 MB|^8(\.\d)? MB of 8(\.\d)? MB/)).toBeVisible();
	await expect.poll(() => rememberedParts(first), { intervals: [50] }).toBe(1);

	const second = await context.newPage();
	await openScreen(second, "/upload");
	await second.getByRole("button", { name: "Resume Diary" }).click();
	await expect(
		second.getByText("This upload is running in another tab of this browser.").first(),
	).toBeVisible();
	await second.close();
	await end(first);

	const page = await context.newPage();
	const sent = watchParts(page);
	await openScreen(page, "/upload");
	await expect(page.getByText("Files Uploaded Successfully!")).toBeVisible();
	expect(sent.map((part) => part.split("/")[1])).toEqual(["2"]);
});

/** In the page: drops a file with a handle. */
async function dropFromPrivateFiles({ name, bytes }: { name: string; bytes: number }) {
	const directory = await navigator.storage.getDirectory();
	const handle = await directory.getFileHandle(name, { create: true });
	const writable = await handle.createWritable();
	await writable.write("x".repeat(bytes));
	await writable.close();
	const file = await handle.getFile();
	const item = {
		kind: "file",
		type: file.type,
		getAsFile: () => file,
		webkitGetAsEntry: () => null,
		getAsFileSystemHandle: async () => handle,
	};
	const drop = new Event("drop", { bubbles: true, cancelable: true });
	Object.defineProperty(drop, "dataTransfer", {
		value: { types: ["Files"], items: [item], files: [file] },
	});
	document
		.querySelector('input[type="file"]')
		?.closest('[role="presentation"]')
		?.dispatchEvent(drop);
}

test("an upload waits while the network is down, and while it is paused", async ({
	page,
	context,
}) => {
	test.skip(!DOES_ALL_ROUNDS, "in all rounds");
	await registerCreator(page.request);
	let isHeld = true;
	await interceptRequests(page, "*/parts/*", () => (isHeld ? "broken" : "sent"));
	await fillUpload(page, [note("one.txt", 5000), note("two.txt", 5000)], "Two notes");
	await submitUpload(page);
	// By keyboard: the message about the lost connection appears during the press, and a pointer would miss.
	await page.getByRole("button", { name: "Pause" }).press("Enter");
	await expect(page.getByText("Paused")).toBeVisible();
	const sent = watchParts(page);
	await context.setOffline(true);
	await page.getByRole("button", { name: "Resume" }).click();
	await expect(page.getByText("Waiting for your connection")).toBeVisible();
	expect(sent).toEqual([]);
	isHeld = false;
	await context.setOffline(false);
	await expect(page.getByText("Files Uploaded Successfully!")).toBeVisible();
});

test("an unfinished upload is discarded, and its slot is free again", async ({ context }) => {
	await registerCreator(context.request);
	const first = await context.newPage();
	await interceptRequests(first, "*/parts/*", () => "broken");
	await fillUpload(first, [note("one.txt")], "A change of mind");
	await submitUpload(first);
	await expect(first.getByText("2 uploads left this month")).toBeVisible();
	await end(first);

	const page = await context.newPage();
	await openScreen(page, "/upload");
	await page.getByRole("button", { name: "Discard A change of mind" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
	await expect(page.getByText("3 uploads left this month")).toBeVisible();
	await expect(page.getByText("A change of mind")).toBeHidden();
});

test("folders: by keyboard, by drag, by type and by the naming rules", async ({ page }) => {
	await registerCreator(page.request);
	await fillUpload(
		page,
		[
			photo("a.png", 200, 150),
			photo("b.png", 200, 150),
			note("c.txt"),
			note("d.txt"),
			note("e.txt"),
			{ name: ".DS_Store", mimeType: "", buffer: Buffer.from("x") },
			{ name: "server.log", mimeType: "", buffer: Buffer.from("x") },
			{ name: "fake.png", mimeType: "image/png", buffer: Buffer.from("not a picture") },
		],
		"Mixed",
	);
	await expect(page.getByRole("heading", { name: /^5 files/ })).toBeVisible();
	await expect(page.getByText("+1 more files")).toBeVisible();
	await expect(page.getByText(/^File type must be/)).toBeVisible();
	await expect(page.getByText("server.log")).toBeVisible();
	await expect(page.getByText(/^This file can’t be opened/)).toBeVisible();
	await expect(page.getByText(".DS_Store")).toBeHidden();

	await arrangeFiles(page);
	await page.getByRole("button", { name: "Options for a.png", exact: true }).focus();
	await page.keyboard.press("Enter");
	await page.getByRole("menuitemradio", { name: "Images" }).focus();
	await page.keyboard.press("Enter");
	await expect(page.getByRole("heading", { name: "Images", exact: true })).toBeVisible();

	// A menu that is still closing would take the mouse, and a busy machine begins to drag late.
	await expect(page.getByRole("menu")).toHaveCount(0);
	const images = page.locator('[data-folder="Images"]');
	await page.locator('[draggable="true"]', { hasText: "b.png" }).hover();
	await page.mouse.down();
	await expect(async () => {
		await images.hover();
		await expect(images).toContainText("Drop here", { timeout: 1_000 });
	}).toPass();
	await page.mouse.up();
	await expect(images).toContainText("2 files");

	await page.getByRole("button", { name: "New folder" }).click();
	const dialog = page.getByRole("dialog");
	const create = dialog.getByRole("button", { name: "Create folder" });
	await create.click();
	await expect(dialog.getByText("Please give the folder a name")).toBeVisible();
	await dialog.getByLabel("Folder name").fill("  images ");
	await create.click();
	await expect(dialog.getByText("A folder with this name already exists")).toBeVisible();
	await dialog.getByLabel("Folder name").fill("  Words ");
	await create.click();
	await page.getByRole("button", { name: "Options for c.txt", exact: true }).click();
	await page.getByRole("menuitemradio", { name: "Words" }).click();

	await submitUpload(page);
	await expect(page.getByText("Files Uploaded Successfully!")).toBeVisible();
	const files = await filesOfShare(page);
	expect(Object.fromEntries(files.map((file) => [file.originalName, file.folderPath]))).toEqual({
		"a.png": "Images",
		"b.png": "Images",
		"c.txt": "Words",
		"d.txt": "Main Files",
		"e.txt": "Main Files",
	});
});

test("a lost response costs no second upload of the month", async ({ page }) => {
	await registerCreator(page.request);
	await fillUpload(page, onDisk("once.txt", Buffer.from("only once")), "Only once");
	let begun = 0;
	await interceptRequests(
		page,
		"*/api/uploads",
		(method) => (method === "POST" && begun++ === 0 ? "broken" : "sent"),
		"Response",
	);
	await submitUpload(page);
	await expect(page.getByText("Failed to upload files").first()).toBeVisible();
	await submitUpload(page);
	await expect(page.getByText("Files Uploaded Successfully!")).toBeVisible();
	expect(begun).toBe(2);
	const limits = await page.request.get("/api/user/transaction-limits");
	expect(await limits.json()).toMatchObject({ remaining: 2 });
});
