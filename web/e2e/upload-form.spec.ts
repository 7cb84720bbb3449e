import { expect, type Page } from "@playwright/test";
import { publishShare, registerCreator } from "./support/accounts.ts";
import { holdRequests, interceptRequests, openScreen, withJson } from "./support/page-checks.ts";
import { test } from "./support/profiles.ts";
import { note, photo, tone } from "./support/sample-files.ts";
import { arrangeFiles, submitUpload } from "./support/share-form.ts";

/** In the page: a drag as a browser reports it, with types but without names. */
function dragOver(page: Page, type: string): Promise<void> {
	return page.evaluate((mime) => {
		const transfer = new DataTransfer();
		transfer.items.add(new File(["x"], "x", { type: mime }));
		const area = document.querySelector('input[type="file"]')?.closest('[role="presentation"]');
		for (const name of ["dragenter", "dragover"])
			area?.dispatchEvent(
				new DragEvent(name, { bubbles: true, cancelable: true, dataTransfer: transfer }),
			);
	}, type);
}

/** In the page: drops a directory with a nested one. */
async function dropTree() {
	const root = await navigator.storage.getDirectory();
	const tour = await root.getDirectoryHandle("Tour", { create: true });
	const day = await tour.getDirectoryHandle("Day 1", { create: true });
	for (const [directory, name] of [
		[tour, "list.txt"],
		[day, "notes.txt"],
		[day, "Thumbs.db"],
	] as const) {
		const handle = await directory.getFileHandle(name, { create: true });
		const writable = await handle.createWritable();
		await writable.write("words");
		await writable.close();
	}
	const item = {
		kind: "file",
		type: "",
		getAsFile: () => null,
		webkitGetAsEntry: () => ({ isDirectory: true }),
		getAsFileSystemHandle: async () => tour,
	};
	const drop = new Event("drop", { bubbles: true, cancelable: true });
	Object.defineProperty(drop, "dataTransfer", {
		value: { types: ["Files"], items: [item], files: [] },
	});
	document
		.querySelector('input[type="file"]')
		?.closest('[role="presentation"]')
		?.dispatchEvent(drop);
}

test("the drop area shows which files it would accept", async ({ page }) => {
	await registerCreator(page.request);
	await openScreen(page, "/upload");
	await expect(page.getByText("Drop files or folders here")).toBeVisible();
	await dragOver(page, "image/png");
	await expect(page.getByText("Drop to add them")).toBeVisible();
	await page.reload();
	await expect(page.getByText("Drop files or folders here")).toBeVisible();
	await dragOver(page, "application/x-msdownload");
	await expect(page.getByText("Some of these can’t be sold")).toBeVisible();
});

test("the button is disabled without files, a title and a price", async ({ page }) => {
	await registerCreator(page.request);
	await openScreen(page, "/upload");
	const button = page.getByRole("button", { name: "Upload & List for Sale" });
	await expect(page.getByText("3 uploads left this month")).toBeVisible();
	await expect(page.getByText("Free Plan Limits")).toBeVisible();
	await expect(
		page.getByText(
			"You have 3 uploads remaining this month. Upgrade to Pro for unlimited uploads.",
		),
	).toBeVisible();
	await expect(button).toBeDisabled();
	await page.locator('input[type="file"]').setInputFiles([note("a.txt")]);
	await expect(page.getByRole("heading", { name: /^1 file/ })).toBeVisible();
	await expect(button).toBeDisabled();
	await page.getByLabel("Title *").fill("   ");
	await page.getByLabel("Price ($) *").fill("0.30");
	await expect(button).toBeDisabled();
	await expect(page.getByText(/^Nobody can buy at this price yet/)).toBeVisible();
	await page.getByLabel("Title *").fill("Notes");
	await expect(button).toBeEnabled();
	await page.getByLabel("Price ($) *").fill("0");
	await expect(button).toBeDisabled();
	await page.getByLabel("Price ($) *").fill("12.345");
	await button.click();
	await expect(page.getByText("Valid price is required")).toBeVisible();
	await expect(page.getByLabel("Price ($) *")).toBeFocused();
	await page.getByLabel("Price ($) *").fill("3");
	await expect(page.getByText("Valid price is required")).toBeHidden();
});

test("the form is shown with the drafts above it, and without them when they cannot be read", async ({
	page,
}) => {
	await registerCreator(page.request);
	await openScreen(page, "/upload");
	await page.getByLabel("Title *").fill("Harbour at dawn");
	await expect(page.getByText("Saved as a draft.")).toBeVisible();
	const release = await holdRequests(page, "*/api/drafts");
	await openScreen(page, "/upload");
	await expect(page.getByText("3 uploads left this month")).toBeVisible();
	await expect(page.getByLabel("Title *")).toBeHidden();
	release();
	await expect(page.getByLabel("Title *")).toBeVisible();
	await expect(page.getByRole("button", { name: "Continue Harbour at dawn" })).toBeVisible();
	await interceptRequests(page, "*/api/drafts", () => withJson(503, null));
	await page.reload();
	await expect(page.getByLabel("Title *")).toBeVisible();
});

test("the space of an unconfirmed account is named, and a refused upload leaves no draft", async ({
	page,
}) => {
	await registerCreator(page.request);
	await openScreen(page, "/upload");
	await expect(
		page.getByText(/up to 2 GB per file\. That’s what is left of the 2 GB/),
	).toBeVisible();
	await interceptRequests(page, "*/api/uploads", (method) =>
		method === "POST" ? withJson(502, null) : "sent",
	);
	const drafts = async () => (await page.request.get("/api/drafts")).json();
	await page.locator('input[type="file"]').setInputFiles([note("a.txt")]);
	await page.getByLabel("Price ($) *").fill("3");
	await page.getByLabel("Title *").fill("Low tide");
	await expect(page.getByText("Saved as a draft.")).toBeVisible();
	expect(await drafts()).toHaveLength(1);
	await submitUpload(page);
	await expect(page.getByText("Failed to upload files").first()).toBeVisible();
	await expect.poll(drafts).toEqual([]);
	await expect(page.getByLabel("Title *")).toHaveValue("Low tide");
	await page.getByLabel("Title *").fill("High tide");
	await expect.poll(drafts).toHaveLength(1);
});

test("a dropped tree is reduced to its top folders on the free plan, with a notice", async ({
	page,
}) => {
	await registerCreator(page.request);
	await openScreen(page, "/upload");
	await expect(page.getByText("Drop files or folders here")).toBeVisible();
	await page.evaluate(dropTree);
	await expect(page.getByRole("heading", { name: /^2 files/ })).toBeVisible();
	await expect(page.getByText(/^Your plan keeps one level of folders/)).toBeVisible();
	await arrangeFiles(page);
	await expect(page.locator('[data-folder="Tour"]')).toContainText("2 files");
	await expect(page.getByText("Day 1")).toBeHidden();
});

test("the quick form on the dashboard creates a link, and shows what is missing", async ({
	page,
}) => {
	await registerCreator(page.request);
	await openScreen(page, "/dashboard");
	await page.getByRole("button", { name: "Generate Share Link" }).click();
	await expect(page.getByText("Missing Information", { exact: true })).toBeVisible();
	await expect(
		page.getByText("Please add files, title, and price before generating a link.").first(),
	).toBeVisible();
	await page.locator('input[type="file"]').setInputFiles([note("a.txt"), note("b.txt")]);
	await page.getByLabel("Title *").fill("Two notes");
	await page.getByLabel("Price ($) *").fill("7");
	await page.getByRole("button", { name: "Generate Share Link" }).click();
	await expect(page.getByLabel("Share Link for Buyers")).toHaveValue(/\/share\/[\w-]{20,}$/);
	await expect(page.getByText("Files Uploaded Successfully!")).toBeVisible();
	await expect(page.getByText("2 uploads left this month")).toBeVisible();
});

test("the page beside the form follows it, and shows what was published, also after files were added", async ({
	page,
}) => {
	test.slow();
	await registerCreator(page.request);
	await openScreen(page, "/upload");
	const input = page.locator('input[type="file"]');
	await input.setInputFiles([photo("dawn.png"), tone("hour.wav", 8)]);
	const live = page.getByRole("figure", { name: "Your page" });
	await expect(live).toContainText("Your title");
	await expect(live.locator(".frosted img").first()).toBeVisible();
	await expect(live).toContainText("0:08");
	await page.getByLabel("Title *").fill("An hour");
	await page.getByLabel("Price ($) *").fill("5");
	await expect(live).toContainText("An hour");
	await expect(live).toContainText("Buy for $5.00");
	await page.getByText("No previews", { exact: true }).click();
	await expect(live.locator("img")).toHaveCount(0);
	await page.getByText("Blurred", { exact: true }).click();
	await submitUpload(page);
	await expect(page.getByText("Files Uploaded Successfully!")).toBeVisible();
	// A single picture among tracks is the cover of their album.
	await expect(live).toContainText("1 track");
	await expect(live.getByRole("heading", { name: "An hour", includeHidden: true })).toBeVisible();

	await page.getByRole("link", { name: "View Dashboard" }).click();
	await page.getByRole("button", { name: "Actions for An hour" }).click();
	await page.getByRole("menuitem", { name: "Edit" }).click();
	await page.getByRole("link", { name: "Add files" }).click();
	await expect(page.getByText("This counts as one of this month’s uploads.")).toBeVisible();
	await input.setInputFiles([note("thanks.txt")]);
	await page.getByRole("button", { name: "Add files", exact: true }).last().click();
	await expect(page.getByText("Files Uploaded Successfully!")).toBeVisible();
	await expect(live).toContainText("1 document");
});

const controlsBeforeMoreOptions = (page: Page) =>
	page
		.getByRole("main")
		.locator("a, button, input:not([type=file]), select, textarea")
		.evaluateAll((controls) => {
			const line = document.querySelector("main details:has(fieldset) > summary");
			return controls.filter(
				(control) =>
					control.checkVisibility() &&
					control.getClientRects().length > 0 &&
					line !== null &&
					(control.compareDocumentPosition(line) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
			).length;
		});

test("the forms show the common fields before their line of options", async ({ page }) => {
	await registerCreator(page.request);
	await openScreen(page, "/upload");
	await page.locator('input[type="file"]').first().setInputFiles(note("one.txt"));
	await expect(page.getByRole("heading", { name: /^1 file/ })).toBeVisible();
	const forUpload = await controlsBeforeMoreOptions(page);
	expect(forUpload).toBeGreaterThan(4);
	expect(forUpload).toBeLessThanOrEqual(8);
	const slug = await publishShare(page.request, { title: "Low tide" });
	await openScreen(page, `/dashboard/edit/${slug}`);
	await expect(page.getByLabel("Title *")).toHaveValue("Low tide");
	const forEditing = await controlsBeforeMoreOptions(page);
	expect(forEditing).toBeGreaterThan(3);
	expect(forEditing).toBeLessThanOrEqual(10);
});
