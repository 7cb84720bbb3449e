import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { unzipSync } from "fflate";
import { freshEmail, PASSWORD } from "./support/accounts.ts";
import { CARDS, fillCard, keepConfirmation } from "./support/card.ts";
import { openScreen } from "./support/page-checks.ts";
import { type NewProfile, test } from "./support/profiles.ts";
import { note, pdf, photo, type SampleFile, song } from "./support/sample-files.ts";
import { arrangeFiles, fillUpload, publishUpload } from "./support/share-form.ts";

const files: SampleFile[] = [
	{ ...photo("dusk.png"), folder: "Images" },
	song("theme.mp3"),
	{ ...pdf("licence.pdf"), folder: "Documents" },
	{ ...note("read me.txt"), folder: "Documents" },
];

test("from upload to paid download", async ({ page, newProfile }) => {
	await register(page);
	const link = await upload(page);
	await openScreen(page, "/dashboard");
	await expect(page.getByText("Hills at dusk").first()).toBeVisible();
	await signOut(page);
	await buy(newProfile, link);
});

async function register(page: Page) {
	await openScreen(page, "/auth?tab=sign-up");
	await page.getByRole("tab", { name: "Sign Up" }).click();
	await page.getByLabel("Email").fill(freshEmail());
	await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
	await page.getByRole("button", { name: /create account|sign up/i }).click();
	await expect(page).toHaveURL((url) => url.pathname === "/");
}

async function upload(page: Page): Promise<string> {
	await fillUpload(page, files, "Hills at dusk", "12.50");
	await arrangeFiles(page);
	for (const { name, folder } of files) {
		if (folder === undefined) continue;
		await page.getByRole("button", { name: `Options for ${name}`, exact: true }).click();
		await page.getByRole("menuitemradio", { name: folder }).click();
	}
	await page.getByLabel("Description").fill("One evening, edited.");
	const link = await publishUpload(page);
	expect(link).toMatch(/\/share\/[A-Za-z0-9_-]{20,}$/);
	return link;
}

async function signOut(page: Page) {
	await page
		.getByRole("button", { name: /log ?out|sign out/i })
		.first()
		.click();
	await expect(page).toHaveURL((url) => url.pathname === "/" || url.pathname === "/auth");
	await expect.poll(async () => (await page.request.get("/api/user")).status()).toBe(401);
}

async function buy(newProfile: NewProfile, link: string) {
	const context = await newProfile();
	const page = await context.newPage();
	await page.goto(link);
	await expect(page.getByRole("heading", { name: "Hills at dusk" })).toBeVisible();
	await expectPreviewsOnly(page, link);

	await page.getByRole("link", { name: "Buy for $12.50" }).first().click();
	await page.getByLabel("Email").fill(freshEmail("buyer"));
	await fillCard(page, CARDS.declined);
	await page.getByRole("button", { name: "Pay $12.50" }).click();
	const refusal = page.getByRole("alert").filter({ hasText: "Payment Failed" });
	await expect(refusal.getByText("Your card was declined.")).toBeVisible();
	await fillCard(page, CARDS.good);
	const open = await keepConfirmation(page);
	await page.getByRole("button", { name: "Pay $12.50" }).click();
	await expect(page.getByText("Payment successful")).toBeVisible();
	await expect(page.getByText("Your card was declined.")).toHaveCount(0);
	open();
	await page.waitForURL(link);
	await expect(page.getByText("Purchased", { exact: true })).toBeVisible();
	await expectDownloads(page);
}

async function expectPreviewsOnly(page: Page, link: string) {
	const slug = link.split("/").at(-1);
	const result = await (await page.request.get(`/api/file-shares/${slug}`)).json();
	expect(result.fileShare.isPaid).toBe(false);
	for (const { id, originalName } of result.files) {
		const original = files.find(({ name }) => name === originalName)?.buffer;
		expect(original, originalName).toBeDefined();
		expect((await page.request.get(`/api/files/${id}/download`)).status()).toBe(402);
		for (const way of ["preview", "stream"]) {
			const response = await page.request.get(`/api/files/${id}/${way}`);
			const body = await response.body();
			if (response.ok()) expect(body.equals(original ?? Buffer.alloc(0))).toBe(false);
			else expect([402, 404]).toContain(response.status());
		}
	}
	expect((await page.request.get(`/api/file-shares/${slug}/download-all-assets`)).status()).toBe(
		402,
	);
}

async function expectDownloads(page: Page) {
	const [single] = await Promise.all([
		page.waitForEvent("download"),
		page.getByRole("link", { name: "Download dusk.png" }).first().click(),
	]);
	expect(single.suggestedFilename()).toBe("dusk.png");
	expect(readFileSync(await single.path()).equals(files[0]?.buffer ?? Buffer.alloc(0))).toBe(true);

	const href = await page
		.getByRole("link", { name: "Download everything" })
		.first()
		.getAttribute("href");
	const response = await page.request.get(href ?? "");
	const zip = await response.body();
	expect(Number(response.headers()["content-length"])).toBe(zip.length);
	const unzipped = unzipSync(zip);
	for (const { name, folder, buffer } of files) {
		const path = folder === undefined ? name : `${folder}/${name}`;
		const entry = unzipped[path];
		expect(entry && Buffer.from(entry).equals(buffer), path).toBe(true);
	}
	expect(Object.keys(unzipped)).toHaveLength(files.length);
	expectUnzipAccepts(zip);

	const folder = await page
		.getByRole("link", { name: "Download folder Documents" })
		.getAttribute("href");
	const documents = unzipSync(await (await page.request.get(folder ?? "")).body());
	expect(Object.keys(documents).sort()).toEqual(["Documents/licence.pdf", "Documents/read me.txt"]);
}

/** Info-ZIP's own check, if installed (`npm test` installs it when it may). */
function expectUnzipAccepts(zip: Buffer) {
	if (!existsSync("/usr/bin/unzip")) return;
	const path = join(mkdtempSync(join(tmpdir(), "tillbox-zip-")), "all.zip");
	writeFileSync(path, zip);
	expect(execFileSync("unzip", ["-t", path], { encoding: "utf8" })).toContain("No errors detected");
}
