import { expect, type Page } from "@playwright/test";
import { freshEmail, PASSWORD, registerCreator } from "./support/accounts.ts";
import { openScreen } from "./support/page-checks.ts";
import { test, type Who } from "./support/sample-data.ts";

/** The messages of the creator's screens, in the words of the product's description. */
type Told = {
	title: string;
	text: string | RegExp;
	who: Who;
	/** provokes it, starting from a blank page */
	provoke: (page: Page) => Promise<void>;
};

const press = (page: Page, name: string) =>
	page.getByRole("button", { name, exact: true }).first().click();

/** Makes one request fail with the server's error. */
async function refuse(page: Page, path: string, status: number, message: string): Promise<void> {
	await page.route(`**${path}`, (route) =>
		route.fulfill({ status, json: { code: "internal.error", message, requestId: "test" } }),
	);
}

async function fillHandle(page: Page, path: string, handle: string, button: string) {
	await openScreen(page, path);
	await page.getByLabel("Cash App handle").fill(handle);
	await press(page, button);
}
const setUp = (handle: string) => (page: Page) =>
	fillHandle(page, "/payment-setup", handle, "Set Up Cash App");
const update = (handle: string) => (page: Page) =>
	fillHandle(page, "/settings", handle, "Update Cash App");

async function signUp(page: Page, email: string) {
	await openScreen(page, "/auth?tab=sign-up");
	await page.getByLabel("Email").fill(email);
	await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
	await press(page, "Create Account");
}
async function signIn(page: Page, email: string, password: string) {
	await openScreen(page, "/auth");
	await page.getByLabel("Email").fill(email);
	await page.getByLabel("Password", { exact: true }).fill(password);
	await press(page, "Sign In");
}
/** Registers a creator who is not signed in, and returns the address. */
async function anotherCreator(page: Page): Promise<string> {
	const { email } = await registerCreator(page.request);
	await page.context().clearCookies();
	return email;
}

const HANDLE_RULE = {
	start: "Cash App handle must start with $",
	length: "Handle must be 1-20 characters after the $",
	characters: "Handle can only contain letters and numbers",
};

const TABLE: Told[] = [
	{
		title: "Account created!",
		text: "Welcome to Tillbox",
		who: "visitor",
		provoke: (page) => signUp(page, freshEmail()),
	},
	{
		title: "Welcome back!",
		text: "You've successfully logged in",
		who: "visitor",
		async provoke(page) {
			const email = await anotherCreator(page);
			await signIn(page, email, PASSWORD);
		},
	},
	{
		title: "Logout failed",
		text: "The service is busy.",
		who: "newcomer",
		async provoke(page) {
			await refuse(page, "/api/logout", 503, "The service is busy.");
			await openScreen(page, "/dashboard");
			await page.getByRole("button", { name: "Log out" }).click();
		},
	},
	{
		title: "Invalid Length",
		text: HANDLE_RULE.length,
		who: "newcomer",
		provoke: setUp(`$${"a".repeat(21)}`),
	},
	{
		title: "Invalid Characters",
		text: HANDLE_RULE.characters,
		who: "newcomer",
		provoke: setUp("$not-so"),
	},
	{
		title: "Setup Failed",
		text: "The service is busy.",
		who: "newcomer",
		async provoke(page) {
			await refuse(page, "/api/setup-cashapp", 503, "The service is busy.");
			await setUp("$noorali")(page);
		},
	},
	{
		title: "Invalid Handle",
		text: HANDLE_RULE.start,
		who: "newcomer",
		provoke: update("noorali"),
	},
	{
		title: "Update Failed",
		text: "The service is busy.",
		who: "newcomer",
		async provoke(page) {
			await refuse(page, "/api/setup-cashapp", 503, "The service is busy.");
			await update("$noorali")(page);
		},
	},
	{
		title: "Cash App Updated",
		text: "Your Cash App handle has been updated successfully!",
		who: "creator",
		provoke: update("$maralindqvist"),
	},
	{
		title: "Cancellation Failed",
		text: "We can’t reach the payment provider.",
		who: "creator",
		async provoke(page) {
			await refuse(page, "/api/cancel-subscription", 503, "We can't reach the payment provider.");
			await openScreen(page, "/settings");
			await press(page, "Cancel Plan");
			await page.getByRole("dialog").getByRole("button", { name: "Cancel Plan" }).click();
		},
	},
	{
		title: "Subscription Cancelled",
		text: /You'll retain Pro features until your current billing period ends\./,
		who: "creator",
		async provoke(page) {
			await page.route("**/api/cancel-subscription", (route) =>
				route.fulfill({ json: { subscribed: true, status: "canceling", endDate: null } }),
			);
			await openScreen(page, "/settings");
			await press(page, "Cancel Plan");
			await page.getByRole("dialog").getByRole("button", { name: "Cancel Plan" }).click();
		},
	},
	{
		title: "Subscription Error",
		text: "We can’t reach the payment provider.",
		who: "newcomer",
		async provoke(page) {
			await refuse(page, "/api/create-subscription", 503, "We can't reach the payment provider.");
			await openScreen(page, "/subscribe");
			await press(page, "Subscribe Now");
		},
	},
	{
		title: "Setup Issue",
		text: "Payment setup incomplete. Please try again or contact support.",
		who: "newcomer",
		async provoke(page) {
			await page.route("**/api/create-subscription", (route) =>
				route.fulfill({ json: { clientSecret: "" } }),
			);
			await openScreen(page, "/subscribe");
			await press(page, "Subscribe Now");
		},
	},
	{
		title: "Already Subscribed",
		text: /You already have Pro/,
		who: "newcomer",
		async provoke(page) {
			await page.route("**/api/create-subscription", (route) =>
				route.fulfill({ json: { message: "Already subscribed" } }),
			);
			await openScreen(page, "/subscribe");
			await press(page, "Subscribe Now");
		},
	},
	{
		title: "Payment Setup Ready",
		text: "Enter your card to finish.",
		who: "newcomer",
		async provoke(page) {
			await openScreen(page, "/subscribe");
			await press(page, "Subscribe Now");
		},
	},
	{
		title: "Failed to copy",
		text: "Please copy the link manually",
		who: "creator",
		async provoke(page) {
			await page.addInitScript(() => {
				navigator.clipboard.writeText = () => Promise.reject(new Error("refused"));
			});
			await openScreen(page, "/dashboard");
			await page.getByRole("button", { name: "Copy the link of Preset pack" }).click();
		},
	},
];

for (const { title, text, who, provoke } of TABLE)
	test(`shows “${title}”`, async ({ openAs }) => {
		const page = await openAs(who);
		await provoke(page);
		const toast = page.getByRole("region", { name: /Notifications/ }).getByRole("listitem");
		await expect(toast.filter({ hasText: title })).toContainText(text);
		await expect(toast, "one at a time").toHaveCount(1);
	});

/** What a form couldn't send is said in the form. */
const IN_FORMS: Told[] = [
	{
		title: "Login failed",
		text: "That email or password isn’t right.",
		who: "visitor",
		provoke: (page) => signIn(page, freshEmail(), "not the password"),
	},
	{
		title: "Login failed",
		text: "We can’t reach the server. Please check your connection and try again.",
		who: "visitor",
		async provoke(page) {
			await page.route("**/api/login", (route) => route.abort());
			await signIn(page, freshEmail(), PASSWORD);
		},
	},
	{
		title: "Registration failed",
		text: "An account with this email already exists. Please sign in.",
		who: "visitor",
		async provoke(page) {
			const email = await anotherCreator(page);
			await signUp(page, email);
		},
	},
];

for (const { title, text, who, provoke } of IN_FORMS)
	test(`says “${title}: ${text}” in the form, and nowhere else`, async ({ openAs }) => {
		const page = await openAs(who);
		await provoke(page);
		await expect(page.locator("form").getByRole("alert")).toContainText(title);
		await expect(page.locator("form").getByRole("alert")).toContainText(text);
		await expect(page.getByText(title)).toHaveCount(1);
	});

test("a toast closes after five seconds, can be swiped to the right, and gets the focus by F8", async ({
	openAs,
}) => {
	const page = await openAs("newcomer");
	await update("noorali")(page);
	const area = page.getByRole("region", { name: /Notifications/ });
	const toast = area.getByRole("listitem");
	await expect(toast).toBeVisible();
	await page.keyboard.press("F8");
	await expect(area.getByRole("list")).toBeFocused();
	const box = await area.getByRole("list").boundingBox();
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
	await expect(toast).toHaveCount(0, { timeout: 9_000 });
});
