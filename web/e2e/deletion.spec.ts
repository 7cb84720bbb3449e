import { type APIRequestContext, expect, type Page } from "@playwright/test";
import {
	freshEmail,
	OWN_PAGE,
	PASSWORD,
	publishShare,
	registerCreator,
} from "./support/accounts.ts";
import { mailMatching } from "./support/mailbox.ts";
import { buyByCard } from "./support/money.ts";
import { openScreen } from "./support/page-checks.ts";
import { test } from "./support/profiles.ts";
import { DOES_ALL_ROUNDS } from "./support/rounds.ts";
import { note, photo } from "./support/sample-files.ts";

const longTest = DOES_ALL_ROUNDS ? test : test.skip;

const files = [photo("dusk.png"), note("read me.txt")];

async function shareOf(page: Page, title: string): Promise<string> {
	await registerCreator(page.request);
	return publishShare(page.request, { title, price: "12.00", files });
}

/** Waits until the ten seconds to undo have passed. */
async function expectGone(request: APIRequestContext, slug: string): Promise<void> {
	await expect
		// A connection that was kept open may be closed at this moment.
		.poll(async () => (await request.get(`/api/file-shares/${slug}`, { maxRetries: 2 })).status(), {
			timeout: 40_000,
		})
		.toBe(404);
}

test("an account with buyers is deleted by refunding them; held money is shown", async ({
	page,
	newProfile,
}) => {
	const slug = await shareOf(page, "Last one");
	const buyer = await newProfile();
	await buyByCard(buyer.request, slug);
	await openScreen(page, "/settings/account");
	await page.getByRole("button", { name: "Delete account" }).click();
	const dialog = page.getByRole("dialog");
	await expect(dialog.getByText(/We’re holding \$\d+\.\d\d for you/)).toBeVisible();
	await dialog.getByLabel("Confirm with your password").fill(PASSWORD);
	await dialog.getByRole("button", { name: "Delete account" }).click();
	await expect(dialog.getByText("Your account can’t be deleted yet")).toBeVisible();
	await dialog.getByLabel("Refund $12.00 and delete now").check();
	await dialog.getByRole("button", { name: "Delete account" }).click();
	await expect(page.getByText("Your account has been deleted")).toBeVisible();
	await expectGone(buyer.request, slug);
});

longTest(
	"a receipt that is open in twenty browsers opens in the next with a code",
	async ({ page, newProfile, newRequest }) => {
		const slug = await shareOf(page, "Everywhere");
		const buyer = await newProfile();
		const email = freshEmail("buyer");
		await buyByCard(buyer.request, slug, email);
		const [, link = ""] = await mailMatching(page.request, email, /(\/receipt#\S+)/);
		const token = link.split("#")[1];
		for (let other = 1; other < 20; other++) {
			const opened = await (await newRequest()).post("/api/receipts/redeem", {
				headers: OWN_PAGE,
				data: { token },
			});
			expect(opened.status(), await opened.text()).toBe(200);
		}
		const next = await newProfile();
		const receipt = await next.newPage();
		await receipt.goto(link);
		await receipt.getByRole("button", { name: "Show receipt" }).click();
		await receipt.getByRole("button", { name: "Send me a code" }).click();
		const [code] = await mailMatching(page.request, email, /\b\d{6}\b/);
		await receipt.getByLabel("Six-digit code").fill(code);
		await receipt.getByRole("button", { name: "Open files" }).click();
		await expect(receipt.getByText("Your files are open in this browser")).toBeVisible();
		expect((await next.request.get(`/api/file-shares/${slug}/download-all-assets`)).status()).toBe(
			200,
		);
	},
);
