import { expect, type Page } from "@playwright/test";
import { freshEmail, PASSWORD, registerCreator, signOut } from "./support/accounts.ts";
import { interceptNext, openScreen, withJson } from "./support/page-checks.ts";
import { test, type Who } from "./support/sample-data.ts";

/** In the words of the product's description; one visit provokes all of a screen's messages. */
type Told = {
	title: string;
	text: string | RegExp;
	provoke: (page: Page) => Promise<void>;
};

const press = (page: Page, name: string) =>
	page.getByRole("button", { name, exact: true }).first().click();

const refuse = (page: Page, path: string, message: string) =>
	answer(page, path, { code: "internal.error", message, requestId: "test" }, 503);

const answer = (page: Page, path: string, json: unknown, status = 200) =>
	interceptNext(page, `*${path}`, withJson(status, json));

const toasts = (page: Page) =>
	page.getByRole("region", { name: /Notifications/ }).getByRole("listitem");

async function expectToast(page: Page, title: string, text: string | RegExp): Promise<void> {
	await expect(toasts(page).filter({ hasText: title })).toContainText(text);
	await expect(toasts(page), "one at a time").toHaveCount(1);
}

const sendHandle = (button: string, handle: string) => async (page: Page) => {
	await page.getByLabel("Cash App handle").fill(handle);
	await press(page, button);
};
const setUp = (handle: string) => sendHandle("Set Up Cash App", handle);
const update = (handle: string) => sendHandle("Update Cash App", handle);

async function cancelPlan(page: Page): Promise<void> {
	const dialog = page.getByRole("dialog");
	if (!(await dialog.isVisible())) await press(page, "Cancel Plan");
	await dialog.getByRole("button", { name: "Cancel Plan" }).click();
}

const subscribe = (page: Page) => press(page, "Subscribe Now");

const BUSY = "The service is busy.";
const AWAY = "We can’t reach the payment provider.";

const TABLE: { who: Who; path: string; told: Told[] }[] = [
	{
		who: "newcomer",
		path: "/payment-setup",
		told: [
			{
				title: "Invalid Length",
				text: "Handle must be 1-20 characters after the $",
				provoke: setUp(`$${"a".repeat(21)}`),
			},
			{
				title: "Invalid Characters",
				text: "Handle can only contain letters and numbers",
				provoke: setUp("$not-so"),
			},
			{
				title: "Setup Failed",
				text: BUSY,
				async provoke(page) {
					await refuse(page, "/api/setup-cashapp", BUSY);
					await setUp("$noorali")(page);
				},
			},
		],
	},
	{
		who: "creator",
		path: "/settings",
		told: [
			{
				title: "Cash App Updated",
				text: "Your Cash App handle has been updated successfully!",
				provoke: update("$maralindqvist"),
			},
			{
				title: "Update Failed",
				text: BUSY,
				async provoke(page) {
					await refuse(page, "/api/setup-cashapp", BUSY);
					await update("$noorali")(page);
				},
			},
			{
				title: "Cancellation Failed",
				text: AWAY,
				async provoke(page) {
					await refuse(page, "/api/cancel-subscription", "We can't reach the payment provider.");
					await cancelPlan(page);
				},
			},
			{
				title: "Subscription Cancelled",
				text: /You'll retain Pro features until your current billing period ends\./,
				async provoke(page) {
					await answer(page, "/api/cancel-subscription", {
						subscribed: true,
						status: "canceling",
						endDate: null,
					});
					await cancelPlan(page);
				},
			},
			{
				title: "Failed to copy",
				text: "Please copy the link manually",
				async provoke(page) {
					await page.evaluate(() => {
						navigator.clipboard.writeText = () => Promise.reject(new Error("refused"));
					});
					await page.getByRole("link", { name: "Back to Dashboard" }).click();
					await page.getByRole("article", { name: "Preset pack" }).hover();
					await press(page, "Copy the link of Preset pack");
				},
			},
		],
	},
	{
		who: "newcomer",
		path: "/subscribe",
		told: [
			{
				title: "Already Subscribed",
				text: /You already have Pro/,
				async provoke(page) {
					await answer(page, "/api/create-subscription", { message: "Already subscribed" });
					await subscribe(page);
				},
			},
		],
	},
	{
		// Last, since a subscription that has begun continues where it was left.
		who: "newcomer",
		path: "/subscribe",
		told: [
			{
				title: "Subscription Error",
				text: AWAY,
				async provoke(page) {
					await refuse(page, "/api/create-subscription", "We can't reach the payment provider.");
					await subscribe(page);
				},
			},
			{
				title: "Setup Issue",
				text: "Payment setup incomplete. Please try again or contact support.",
				async provoke(page) {
					await answer(page, "/api/create-subscription", { clientSecret: "" });
					await subscribe(page);
				},
			},
			{ title: "Payment Setup Ready", text: "Enter your card to finish.", provoke: subscribe },
		],
	},
];

for (const { who, path, told } of TABLE)
	test(`${path} says ${told.map(({ title }) => `“${title}”`).join(", ")}`, async ({ openAs }) => {
		const page = await openAs(who);
		await openScreen(page, path);
		for (const { title, text, provoke } of told)
			await test.step(title, async () => {
				await provoke(page);
				await expectToast(page, title, text);
			});
	});

test("what the forms of signing in and up couldn't send is said in them and nowhere else, what they did in a toast", async ({
	openAs,
	request,
}) => {
	const { email: taken } = await registerCreator(request);
	const page = await openAs("visitor");
	const send = async (email: string, password: string, button: string) => {
		await page.getByLabel("Email").fill(email);
		await page.getByLabel("Password", { exact: true }).fill(password);
		await press(page, button);
	};
	const expectInForm = async (title: string, text: string) => {
		const alert = page.locator("form").getByRole("alert");
		await expect(alert).toContainText(text);
		await expect(alert).toContainText(title);
		await expect(page.getByText(title)).toHaveCount(1);
	};
	const fresh = freshEmail();

	await openScreen(page, "/auth");
	await send(fresh, "not the password", "Sign In");
	await expectInForm("Login failed", "That email or password isn’t right.");
	await interceptNext(page, "*/api/login", "broken");
	await send(fresh, PASSWORD, "Sign In");
	await expectInForm(
		"Login failed",
		"We can’t reach the server. Please check your connection and try again.",
	);
	await page.getByRole("tab", { name: "Sign Up" }).click();
	// Until then the fields are those of the other form.
	await expect(page.getByRole("button", { name: "Create account" })).toBeVisible();
	await send(taken, PASSWORD, "Create account");
	await expectInForm(
		"Registration failed",
		"An account with this email already exists. Please sign in.",
	);
	await send(fresh, PASSWORD, "Create account");
	await expectToast(page, "Account created!", "Welcome to Tillbox");

	await refuse(page, "/api/logout", BUSY);
	await page.getByRole("button", { name: "Log out" }).click();
	await expectToast(page, "Logout failed", BUSY);
	await signOut(page);
	await openScreen(page, "/auth");
	await send(fresh, PASSWORD, "Sign In");
	await expectToast(page, "Welcome back!", "You've successfully logged in");
});

test("a toast closes by itself, can be swiped to the right, and gets the focus by F8", async ({
	openAs,
}) => {
	const page = await openAs("newcomer");
	await openScreen(page, "/settings");
	await update("noorali")(page);
	await expectToast(page, "Invalid Handle", "Cash App handle must start with $");
	const list = page.getByRole("region", { name: /Notifications/ }).getByRole("list");
	const toast = toasts(page);
	await page.keyboard.press("F8");
	await expect(list).toBeFocused();
	const box = await list.boundingBox();
	expect(box?.width).toBeLessThanOrEqual(420);

	const from = await toast.boundingBox();
	if (!from) throw new Error("The toast has no place");
	await page.mouse.move(from.x + 40, from.y + 20);
	await page.mouse.down();
	await page.mouse.move(from.x + 120, from.y + 20, { steps: 6 });
	await page.mouse.up();
	await expect(toast).toHaveCount(0);

	await press(page, "Update Cash App");
	await expect(toast).toBeVisible();
	await page.mouse.move(0, 0);
	await expect(toast).toHaveCount(0);
});
