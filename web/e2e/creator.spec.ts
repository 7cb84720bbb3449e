import { expect } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import {
	freshEmail,
	OWN_PAGE,
	PASSWORD,
	publishShare,
	registerCreator,
	signIn,
	signOut,
} from "./support/accounts.ts";
import { confirmEmail, mailMatching } from "./support/mailbox.ts";
import { buyByCard } from "./support/money.ts";
import { controlsInSight, openScreen } from "./support/page-checks.ts";
import { test } from "./support/sample-data.ts";
import { editFromDashboard, saveShare } from "./support/share-form.ts";

const UNDO_MS = 10_000;

test("a protected screen leads through sign-up and back to itself", async ({ openAs }) => {
	const page = await openAs("visitor");
	await openScreen(page, "/settings");
	await page.waitForURL("/auth");
	await page.getByRole("tab", { name: "Sign Up" }).click();
	await page.getByRole("button", { name: "Create account" }).click();
	await expect(page.getByText("Please enter a valid email")).toBeVisible();
	await expect(page.getByText("Password must be at least 6 characters")).toBeVisible();
	await expect(page.getByLabel("Email")).toBeFocused();
	await page.getByLabel("Email").fill(freshEmail());
	await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
	await page.getByRole("button", { name: "Create account" }).click();
	await page.waitForURL("/settings");
	await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeFocused();
});

test("the sign-up is in sight as a whole on a phone", async ({ openAs }) => {
	const page = await openAs("visitor", { viewport: { width: 390, height: 844 } });
	await openScreen(page, "/auth?tab=sign-up");
	for (const field of [
		page.getByLabel("Email"),
		page.getByRole("button", { name: "Create account" }),
	])
		await expect(field).toBeInViewport({ ratio: 1 });
});

test("a forgotten password is replaced by the link of a mail, once", async ({
	openAs,
	newRequest,
}) => {
	const request = await newRequest();
	const { email } = await registerCreator(request);
	const page = await openAs("visitor");
	await openScreen(page, "/auth");
	await page.getByRole("link", { name: "Forgot your password?" }).click();
	await expect(page.getByRole("heading", { name: "Reset your password" })).toBeVisible();
	await page.getByLabel("Email").fill(email);
	await page.getByRole("button", { name: "Send link" }).click();
	await expect(page.getByRole("heading", { name: "Check your inbox" })).toBeVisible();
	const [link] = await mailMatching(request, email, /http\S+\/reset-password#\S+/);
	await page.goto(link);
	await expect(page, "the token stays out of the address").toHaveURL("/reset-password");
	await page.getByLabel("New password").fill("another9harbour");
	await page.getByRole("button", { name: "Save password" }).click();
	await page.waitForURL("/auth");
	await signIn(page, email, "another9harbour");
	await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
});

test("a share is edited, stopped, sold again, deleted and restored", async ({
	browser,
	baseURL,
}) => {
	const context = await browser.newContext({ baseURL: String(baseURL), reducedMotion: "reduce" });
	const page = await context.newPage();
	await page.clock.install();
	await registerCreator(page.request);
	const slug = await publishShare(page.request, { title: "First light" });
	await openScreen(page, "/dashboard");
	const row = page.getByRole("article", { name: "First light" });
	const choose = async (item: string) => {
		await page.getByRole("button", { name: /^Actions for First light/ }).click();
		await page.getByRole("menuitem", { name: item }).click();
	};
	await editFromDashboard(page, "First light");
	await page.getByLabel("Price ($) *").fill("12.5");
	await page.getByLabel("Limit sales").fill("3");
	await saveShare(page);
	await expect(row).toContainText("$12.50");

	await editFromDashboard(page, "First light");
	await expect(page.getByLabel("Title *")).toHaveValue("First light");
	const elsewhere = await page.request.patch(`/api/file-shares/${slug}`, {
		headers: OWN_PAGE,
		data: { price: "15.00" },
	});
	expect(elsewhere.status()).toBe(200);
	await page.getByLabel("Description").fill("Of a winter morning");
	const asked: string[] = [];
	page.once("dialog", (question) => {
		asked.push(question.message());
		void question.dismiss();
	});
	await page.getByRole("link", { name: "Back to Dashboard" }).click();
	await expect.poll(() => asked).toEqual(["Leave without saving your changes?"]);
	await saveShare(page);
	await expect(row).toContainText("$15.00");

	const isSelling = async () => {
		const [share] = await (await page.request.get("/api/my-file-shares")).json();
		return share.selling;
	};
	await choose("Stop selling");
	await expect(row).toContainText("Stopped");
	await page.getByRole("button", { name: "Undo" }).click();
	await expect(row).toContainText("Live");
	expect(await isSelling()).toBe(true);
	await choose("Stop selling");
	await expect(row).toContainText("Stopped");
	await page.clock.fastForward(UNDO_MS);
	await expect.poll(isSelling).toBe(false);
	await expect(row).toContainText("Stopped");
	await choose("Resume selling");
	await expect(row).toContainText("Live");
	await expect.poll(isSelling).toBe(true);

	await choose("Delete");
	await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
	await expect(row).toHaveCount(0);
	await page.getByRole("button", { name: "Undo" }).click();
	await expect(row).toBeVisible();

	await choose("Delete");
	await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
	await expect(row).toHaveCount(0);
	await page.clock.fastForward(UNDO_MS);
	await expect
		.poll(async () => (await page.request.get(`/api/file-shares/${slug}`)).status())
		.toBe(404);
	await context.close();
});

test("a new creator sees one step, and one banner at a time", async ({ page }) => {
	await page.setViewportSize({ width: 1440, height: 900 });
	await registerCreator(page.request);
	await openScreen(page, "/dashboard");
	const payment = page.getByText("Set up how you get paid");
	const address = page.getByText("Confirm your email", { exact: true });
	await expect(page.getByRole("heading", { name: "Create your first share" })).toBeVisible();
	await expect(payment).toBeVisible();
	await expect(address).toBeHidden();
	for (const name of ["Total Earnings", "Files Sold", "Total Views"])
		await expect(page.getByText(name)).toBeVisible();
	await expect(page.locator(".uplot")).toHaveCount(0);
	expect(await controlsInSight(page.locator("body"))).toBeLessThanOrEqual(16);

	const setup = await page.request.post("/api/setup-cashapp", {
		headers: OWN_PAGE,
		data: { cashAppHandle: "$firstlight" },
	});
	expect(setup.status()).toBe(200);
	await page.reload();
	await expect(address).toBeVisible();
	await expect(payment).toHaveCount(0);
});

test("a sale by card is refunded from its row", async ({ openAs, newRequest }) => {
	const page = await openAs("visitor");
	await registerCreator(page.request);
	const slug = await publishShare(page.request, { price: "20.00" });
	const buyer = await newRequest();
	await buyByCard(buyer, slug, "ines@example.test");
	await openScreen(page, `/dashboard/sales/${slug}`);
	const row = page.getByRole("row", { name: /ines@example\.test/ });
	await expect(row).toContainText("$18.12");
	await page.setViewportSize({ width: 360, height: 740 });
	await expect(row.getByRole("button", { name: "Refund" })).toBeInViewport({ ratio: 1 });
	await expect(row.getByText("ines@example.test")).toBeInViewport({ ratio: 1 });
	await row.getByRole("button", { name: "Refund" }).click();
	await expect(page.getByRole("dialog")).toHaveCSS("text-align", "start");
	const dialog = page.getByRole("dialog");
	await dialog.getByLabel("Amount").fill("20.01");
	await dialog.getByRole("button", { name: "Refund" }).click();
	await expect(dialog).toContainText("At most $20.00 is left to return");
	await dialog.getByLabel("Amount").fill("5");
	await expect(dialog).toContainText("keeps access");
	await dialog.getByRole("button", { name: "Refund $5.00" }).click();
	// The rest of $18.12, after $0.25 of the platform fee was returned.
	await expect(row).toContainText("$13.37");
	await expect(row).toContainText("Partly refunded");
	await expect(row).toContainText("− $5.00 refunded");
	await expect(row).toContainText("+ $0.25 returned");
	await row.getByRole("button", { name: "Refund" }).click();
	await expect(dialog).toContainText("loses access");
	await dialog.getByRole("button", { name: "Refund $15.00" }).click();
	await expect(row).toContainText("Refunded");
	await expect(row.getByRole("button", { name: "Refund" })).toHaveCount(0);
	const response = await buyer.get(`/api/file-shares/${slug}`, { headers: OWN_PAGE });
	expect((await response.json()).fileShare.isPaid).toBe(false);
});

test("two-step sign-in asks for the code, and a recovery code opens once", async ({ openAs }) => {
	const page = await openAs("visitor");
	const { email } = await registerCreator(page.request);
	await openScreen(page, "/payment-setup");
	await expect(page.getByText("Confirm your email address first")).toBeVisible();
	await expect(page.getByRole("button", { name: "Connect Stripe" })).toHaveCount(0);
	await openScreen(page, "/settings");
	await expect(page.getByRole("heading", { name: "Subscription" })).toBeVisible();
	const section = (name: string) =>
		page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name }).click();
	await section("Security");
	const card = page.getByRole("region", { name: "Two-step sign-in" });
	await expect(card.getByText("Confirm your email address first")).toBeVisible();
	await expect(page.getByRole("button", { name: "Turn on" })).toHaveCount(0);
	await card.getByRole("button", { name: "Send the email again" }).click();
	await expect(
		page.getByText("The confirmation email is on its way", { exact: true }),
	).toBeVisible();
	await confirmEmail(page.request, email);
	// Back from the mailbox, in another window.
	await page.evaluate(() => window.dispatchEvent(new Event("focus")));
	await expect(page.getByRole("button", { name: "Turn on" })).toBeVisible();
	await section("Plan and payment");
	await page.getByRole("link", { name: "Manage how you get paid" }).click();
	await expect(page.getByRole("button", { name: "Connect Stripe" })).toBeVisible();
	await page.goBack();
	await section("Security");
	await page.getByRole("button", { name: "Turn on" }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByLabel("Your password").fill(PASSWORD);
	await dialog.getByRole("button", { name: "Continue" }).click();
	const secret = await dialog.getByText(/^[A-Z2-7 ]{16,}$/).innerText();
	const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) });
	await dialog.getByLabel("Code").fill(totp.generate());
	await dialog.getByRole("button", { name: "Confirm" }).click();
	const recovery = await dialog.getByRole("listitem").first().innerText();
	await dialog.getByRole("button", { name: "I’ve saved them" }).click();
	await expect(page.getByRole("button", { name: "Turn off" })).toBeVisible();

	await signOut(page);
	await openScreen(page, "/auth");
	await signIn(page, email);
	await page.getByLabel("Code from your authenticator app").fill(recovery);
	await page.getByRole("button", { name: "Sign In", exact: true }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
});

test("an account is deleted after its password, and its session ends", async ({ openAs }) => {
	const page = await openAs("visitor");
	await registerCreator(page.request);
	await openScreen(page, "/settings/account");
	await page.getByRole("button", { name: "Delete account" }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByLabel(/^Confirm with your password/).fill("not the password");
	await dialog.getByRole("button", { name: "Delete account" }).click();
	await expect(dialog.getByLabel(/^Confirm with your password/)).toHaveAccessibleDescription(
		/The password isn’t right\./,
	);
	await dialog.getByLabel(/^Confirm with your password/).fill(PASSWORD);
	await dialog.getByRole("button", { name: "Delete account" }).click();
	await expect(
		dialog.getByRole("heading", { name: "Your account has been deleted" }),
	).toBeVisible();
	expect((await page.request.get("/api/user")).status()).toBe(401);
});
