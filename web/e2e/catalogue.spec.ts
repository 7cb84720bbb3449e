import type { Page } from "@playwright/test";
import { interceptRequests, openScreen, withJson } from "./support/page-checks.ts";
import { expect, type SampleData, test, type Who } from "./support/sample-data.ts";
import { note } from "./support/sample-files.ts";

/**
 * Messages to sellers and buyers, in the words of the product's description; toasts.spec.ts has
 * those of the creator's screens, card-form.test.tsx those of the card form. The real server provokes
 * them if it can, otherwise a replaced response.
 */
type Told = {
	/** all of these are on the page afterwards */
	says: readonly string[];
	who: Who;
	provoke: (page: Page, sampleData: SampleData) => Promise<void>;
};

const press = (page: Page, name: string | RegExp) =>
	page.getByRole("button", { name, exact: true }).first().click();

function refuse(page: Page, path: string, status: number, code: string, message: string) {
	return interceptRequests(page, path, () =>
		withJson(status, { code, message, requestId: "test" }),
	);
}

async function chooseAndName(page: Page, button: string) {
	await page
		.locator('input[type="file"]')
		.first()
		.setInputFiles([note("poem.txt")]);
	await page.getByLabel("Title *").fill("A poem");
	await page.getByLabel("Price ($) *").fill("3.00");
	await press(page, button);
}
const LIMIT =
	"You have reached your monthly transaction limit. Upgrade to Pro for unlimited uploads.";

/** Replaces a just published upload, so that it uses no slot of the month. */
async function published(page: Page) {
	await interceptRequests(page, "*/api/uploads", (method) =>
		method === "POST"
			? withJson(201, {
					id: "upload-0001",
					shareId: "share-published-0001",
					partSize: 8_388_608,
					expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
					files: [
						{
							id: "file-0001",
							name: "poem.txt",
							folderPath: "",
							size: 2000,
							parts: 1,
							token: "token",
						},
					],
				})
			: "sent",
	);
	await interceptRequests(page, "*/api/uploads/upload-0001/files/*", () =>
		withJson(200, { part: 1, size: 2000, crc32: "00000000" }),
	);
	await interceptRequests(page, "*/api/uploads/upload-0001/complete", () =>
		withJson(200, {
			fileShare: {
				id: "1",
				shareId: "share-published-0001",
				title: "A poem",
				description: null,
				currency: "usd",
				price: "3.00",
				isPaid: false,
				fileCount: 1,
				totalSize: 2000,
				saleMode: "each",
				status: "published",
				soldOut: false,
				selling: true,
				isOwner: true,
				maxSales: null,
				expiresAt: null,
				createdAt: new Date().toISOString(),
			},
			files: [],
		}),
	);
}

const TABLE: Record<string, Told> = {
	"upload over the monthly limit": {
		says: [
			"Transaction Limit Reached",
			"Upgrade to Pro for unlimited transactions, or wait until next month for your limit to reset.",
		],
		who: "newcomer",
		async provoke(page) {
			// The month's last upload was used in another tab in the meantime.
			await refuse(page, "*/api/uploads", 403, "upload.limit_reached", LIMIT);
			await openScreen(page, "/upload");
			await chooseAndName(page, "Upload & List for Sale");
		},
	},
	"upload refused": {
		says: ["Upload Failed", "The service is busy."],
		who: "newcomer",
		async provoke(page) {
			await refuse(page, "*/api/uploads", 503, "service.unavailable", "The service is busy.");
			await openScreen(page, "/upload");
			await chooseAndName(page, "Upload & List for Sale");
		},
	},
	"upload done, link copied": {
		says: ["Files Uploaded Successfully!", "Link copied!"],
		who: "newcomer",
		async provoke(page) {
			await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
			await published(page);
			await openScreen(page, "/upload");
			await chooseAndName(page, "Upload & List for Sale");
			await expect(page.getByText("Files Uploaded Successfully!")).toBeVisible();
			await press(page, "Copy");
		},
	},
	"direct confirmation refused": {
		says: ["Confirmation Failed", "This confirmation code has already been used."],
		who: "visitor",
		async provoke(page, { shares }) {
			await openScreen(page, `/payment/direct/${shares.main}`);
			await page.getByLabel("Email").fill("kim@example.test");
			await page.getByLabel("Transaction ID").fill("WAITING1");
			await press(page, "Confirm payment");
		},
	},
	"file that cannot be downloaded": {
		says: [
			"Failed to download file",
			"Please try again later. If it keeps failing, contact support.",
		],
		who: "buyer",
		async provoke(page, { shares }) {
			await refuse(page, "*/api/files/*/download", 503, "storage.unavailable", "Away.");
			await openScreen(page, `/share/${shares.main}`);
			await page.getByRole("link", { name: "Download licence.pdf" }).click();
		},
	},
	"download after the purchase was taken back": {
		says: ["Payment required to download files"],
		who: "buyer",
		async provoke(page, { shares }) {
			await openScreen(page, `/share/${shares.main}`);
			await expect(page.getByText("Purchased", { exact: true })).toBeVisible();
			// Refunded in the meantime: this browser no longer holds a purchase.
			await page.context().clearCookies();
			await page.getByRole("link", { name: "Download licence.pdf" }).click();
		},
	},
};

for (const [situation, { says, who, provoke }] of Object.entries(TABLE))
	test(`${situation}: “${says[0]}”`, async ({ openAs, sampleData }) => {
		const page = await openAs(who);
		await provoke(page, sampleData);
		for (const words of says) await expect(page.getByText(words).first()).toBeVisible();
	});

test("a picture whose preview is broken shows a placeholder", async ({ openAs, sampleData }) => {
	const page = await openAs("buyer");
	await interceptRequests(page, "*/api/files/*/preview", () => withJson(404, null));
	await openScreen(page, `/share/${sampleData.shares.main}`);
	await expect(page.getByRole("button", { name: "Preview evening-01.png" }).first()).toBeVisible();
	const broken = () =>
		page.evaluate(
			() =>
				[...document.images].filter(
					({ complete, naturalWidth, currentSrc }) =>
						complete && naturalWidth === 0 && currentSrc.includes("/api/files/"),
				).length,
		);
	await expect.poll(broken).toBe(0);
});
