import { expect, type Page } from "@playwright/test";
import { OWN_PAGE, PASSWORD, signIn, signOut } from "./support/accounts.ts";
import { expectAccessible } from "./support/axe.ts";
import { mailMatching, verifiedCreator } from "./support/mailbox.ts";
import { openScreen } from "./support/page-checks.ts";
import { DOES_ALL_ROUNDS } from "./support/rounds.ts";
import { test } from "./support/sample-data.ts";
import { addAuthenticator } from "./support/virtual-authenticator.ts";

const dashboard = (page: Page) => page.getByRole("heading", { level: 1, name: "Dashboard" });

async function onSettings(page: Page) {
	const email = await verifiedCreator(page.request);
	const authenticator = await addAuthenticator(page);
	await openScreen(page, "/settings/security");
	const card = page.getByRole("region", { name: "Passkeys" });
	return { email, authenticator, card };
}
type Fixture = Awaited<ReturnType<typeof onSettings>>;

/** Returns one of the recovery codes. */
async function addFirst(page: Page, { authenticator, card }: Fixture): Promise<string> {
	await card.getByRole("button", { name: "Add a passkey" }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByLabel("Name").fill("My laptop");
	await dialog.getByLabel("Your password").fill(PASSWORD);
	await authenticator.answering(async () => {
		await dialog.getByRole("button", { name: "Continue" }).click();
		await expect(dialog.getByRole("heading", { name: "Save your recovery codes" })).toBeVisible();
	});
	const code = await dialog.getByRole("listitem").first().innerText();
	await dialog.getByRole("button", { name: "I’ve saved them" }).click();
	await expect(card.getByText("My laptop")).toBeVisible();
	return code;
}

test("a passkey is added, signs in without address and password, is renamed and removed", async ({
	openAs,
}) => {
	const page = await openAs("visitor");
	const fixture = await onSettings(page);
	const { authenticator, card, email } = fixture;
	await expect(card.getByText("You haven’t added a passkey yet.")).toBeVisible();
	await addFirst(page, fixture);
	expect(await authenticator.countPasskeys()).toBe(1);
	await expect(card.getByText(/^Added .*, never used$/)).toBeVisible();
	await mailMatching(page.request, email, /A passkey was added/);

	await signOut(page);
	await openScreen(page, "/auth");
	await authenticator.answering(async () => {
		await page.getByRole("button", { name: "Sign in with a passkey" }).click();
		await expect(dashboard(page)).toBeVisible();
	});

	await openScreen(page, "/settings/security");
	await expect(card.getByText(/last used/)).toBeVisible();
	await card.getByRole("button", { name: "Rename My laptop" }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByLabel("Name").fill("Old laptop");
	await dialog.getByRole("button", { name: "Save" }).click();
	await card.getByRole("button", { name: "Remove Old laptop" }).click();
	await expectAccessible(page, "all");
	// Signing in with the passkey was the confirmation.
	await expect(dialog.getByLabel("Your password")).toHaveCount(0);
	await dialog.getByRole("button", { name: "Remove" }).click();
	await expect(card.getByText("You haven’t added a passkey yet.")).toBeVisible();
	await mailMatching(page.request, email, /A passkey was removed/);

	await signOut(page);
	await openScreen(page, "/auth");
	await signIn(page, email);
	await expect(dashboard(page)).toBeVisible();
});

test("a passkey is the second step after a password, and a recovery code takes its place", async ({
	openAs,
}) => {
	test.skip(!DOES_ALL_ROUNDS, "in all rounds");
	const page = await openAs("visitor");
	const fixture = await onSettings(page);
	const { authenticator, email } = fixture;
	const code = await addFirst(page, fixture);
	await signOut(page);
	await openScreen(page, "/auth");
	await signIn(page, email);
	await expect(page.getByLabel("Recovery code")).toBeFocused();
	await expectAccessible(page, "all");
	await authenticator.answering(async () => {
		await page.getByRole("button", { name: "Use a passkey" }).click();
		await expect(dashboard(page)).toBeVisible();
	});
	await signOut(page);
	await openScreen(page, "/auth");
	await signIn(page, email);
	await page.getByLabel("Recovery code").fill(code);
	await page.getByLabel("Recovery code").press("Enter");
	await expect(dashboard(page)).toBeVisible();
});

test("the browser offers a passkey in the address field if it can", async ({ openAs }) => {
	const page = await openAs("visitor");
	const fixture = await onSettings(page);
	await addFirst(page, fixture);
	await signOut(page);
	await fixture.authenticator.answering(async () => {
		await openScreen(page, "/auth");
		await expect(dashboard(page)).toBeVisible();
	});
});

test("a session is confirmed by a passkey or a code, and goes on to a page of this site only", async ({
	openAs,
}) => {
	const page = await openAs("visitor");
	const fixture = await onSettings(page);
	const code = await addFirst(page, fixture);
	await page.goto("/confirm?redirect=/dashboard");
	await expect(page.getByRole("heading", { name: "Confirm it’s you" })).toBeVisible();
	await expectAccessible(page, "all");
	await fixture.authenticator.answering(async () => {
		await page.getByRole("button", { name: "Use a passkey" }).click();
		await page.waitForURL("/dashboard");
	});
	await page.goto("/confirm?redirect=//evil.example");
	await page.getByLabel("Recovery code").fill("not-a-code");
	await page.getByRole("button", { name: "Confirm with the code" }).click();
	await expect(page.getByLabel("Recovery code")).toHaveAttribute("aria-invalid", "true");
	await page.getByLabel("Recovery code").fill(code);
	await page.getByRole("button", { name: "Confirm with the code" }).click();
	await page.waitForURL("/");
});

test("a sign-in from a new browser is announced by a mail that leads to the sessions", async ({
	openAs,
	newRequest,
}) => {
	const page = await openAs("visitor");
	const email = await verifiedCreator(page.request);
	const elsewhere = await newRequest();
	const login = { headers: OWN_PAGE, data: { email, password: PASSWORD } };
	expect((await elsewhere.post("/api/login", login)).status()).toBe(200);
	const [, link = ""] = await mailMatching(
		page.request,
		email,
		/New sign-in to your account.*?(http\S+\/settings\/security#sessions)/s,
	);
	await page.goto(link);
	const sessions = page.getByRole("region", { name: "Where you’re signed in" });
	await expect(sessions.getByRole("heading")).toBeInViewport();
	await sessions.getByRole("button", { name: /^Sign out/ }).click();
	await expect(sessions.getByRole("listitem")).toHaveCount(1);
	expect((await elsewhere.get("/api/user")).status()).toBe(401);
});
