import { expect } from "@playwright/test";
import { OWN_PAGE, registerCreator } from "./support/accounts.ts";
import { mailMatching } from "./support/mailbox.ts";
import { appIsThere, openScreen } from "./support/page-checks.ts";
import { test } from "./support/sample-data.ts";

test("the chosen theme is applied before the first paint and after a reload", async ({
	openAs,
}) => {
	const page = await openAs("visitor", { colorScheme: "light" });
	await page.goto("/terms");
	await appIsThere(page);
	const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
	await expect.poll(paper).toBe("rgb(251, 250, 247)");
	await page.getByLabel("Theme").selectOption("dark");
	await expect.poll(paper).toBe("rgb(20, 19, 17)");
	// Without the app's own scripts only the blocking one can have set it.
	await page.route("**/assets/*.js", (route) => route.abort());
	await page.reload();
	expect(await paper()).toBe("rgb(20, 19, 17)");
});

test("the language changes immediately and is stored", async ({ openAs }) => {
	const page = await openAs("visitor");
	await page.goto("/support");
	await page.getByLabel("Language").selectOption("es");
	await expect(page.getByRole("heading", { level: 1, name: "Ayuda" })).toBeVisible();
	await expect(page.locator("html")).toHaveAttribute("lang", "es");
	await page.reload();
	await expect(page.getByRole("heading", { level: 1, name: "Ayuda" })).toBeVisible();
	await page.getByRole("button", { name: "Enviar" }).click();
	await expect(page.getByText("Escribe un correo válido")).toBeVisible();
});

test("mails to a signed-in creator follow the language that is chosen in the app", async ({
	openAs,
}) => {
	const page = await openAs("visitor");
	const { email } = await registerCreator(page.request);
	await page.goto("/support");
	const saved = page.waitForResponse((response) => response.request().method() === "PATCH");
	await page.getByLabel("Language").selectOption("de");
	expect((await saved).status()).toBe(200);
	await page.request.post("/api/password/forgot", { headers: OWN_PAGE, data: { email } });
	await mailMatching(page.request, email, /ein neues Passwort für dein Konto/);
});

test("a screen whose chunk is missing after a deploy is loaded by one reload", async ({
	openAs,
}) => {
	const page = await openAs("visitor");
	await openScreen(page, "/");
	let isGone = true;
	await page.route("**/assets/auth-*.js", (route) =>
		isGone ? route.fulfill({ status: 404 }) : route.continue(),
	);
	// On the reload's own request, before the new document requests anything.
	page.on("request", (request) => {
		if (request.isNavigationRequest()) isGone = false;
	});
	await page.getByRole("navigation").getByRole("link", { name: "Sign In" }).click();
	await expect(page.getByRole("tab", { name: "Sign In" })).toBeVisible();
	expect(isGone).toBe(false);
});

test("a chunk that stays missing is reported without a reload loop", async ({ openAs }) => {
	const page = await openAs("visitor");
	await openScreen(page, "/");
	await page.route("**/assets/auth-*.js", (route) => route.abort());
	await page.getByRole("navigation").getByRole("link", { name: "Sign In" }).click();
	await expect(page.getByRole("heading", { name: "We couldn’t load this page" })).toBeVisible();
	await expect(page.getByRole("button", { name: "Reload page" })).toBeVisible();
});

test("the skip link takes keyboard users past the header", async ({ openAs }) => {
	const page = await openAs("visitor");
	await page.goto("/support");
	await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
	await page.keyboard.press("Tab");
	await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
	await page.keyboard.press("Enter");
	await page.keyboard.press("Tab");
	await expect(page.getByRole("main").locator(":focus")).toHaveCount(1);
});
