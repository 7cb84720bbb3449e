import type { Page } from "@playwright/test";
import { PASSWORD, registerCreator, signIn } from "./support/accounts.ts";
import { interceptRequests } from "./support/page-checks.ts";
import { DOES_ALL_ROUNDS } from "./support/rounds.ts";
import { expect, test } from "./support/sample-data.ts";
import { note } from "./support/sample-files.ts";
import { fillUpload, submitUpload } from "./support/share-form.ts";

const PROXY_PAGE = {
	status: 502,
	contentType: "text/html",
	body: "<html><body><h1>502 Bad Gateway</h1><hr>nginx</body></html>",
};

/** Like an expiry or a sign-out elsewhere: the page still assumes a valid session. */
const endSession = (page: Page) => page.context().clearCookies();

async function signInInPlace(page: Page, email: string) {
	const dialog = page.getByRole("dialog", { name: "Please sign in again" });
	await expect(dialog.getByLabel("Email")).toHaveValue(email);
	await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
	await dialog.getByRole("button", { name: "Sign In", exact: true }).click();
	await expect(dialog).toHaveCount(0);
}

test("checkout without a connection, or while a proxy answers for the server, offers another try, which opens the form", async ({
	openAs,
	sampleData,
}) => {
	const page = await openAs("visitor");
	const outcomes = ["broken", PROXY_PAGE] as const;
	let tries = 0;
	await interceptRequests(page, "*/api/file-shares/*", () => outcomes[tries++] ?? "sent");
	await page.goto(`/payment/${sampleData.shares.main}`);
	for (let failed = 1; failed <= outcomes.length; failed++) {
		await expect.poll(() => tries, { intervals: [50] }).toBe(failed);
		const again = page.getByRole("button", { name: "Try again" });
		await expect(again).toBeEnabled();
		await expect(page.getByRole("heading", { name: "We couldn’t load this page" })).toBeVisible();
		await expect(page.getByText("Share Not Found")).toHaveCount(0);
		await expect(page.getByText(/Bad Gateway|nginx/)).toHaveCount(0);
		await again.click();
	}
	await expect(page.getByLabel("Card number")).toBeVisible();
});

test("a form keeps what was typed when a proxy answers, when a sign-in is cancelled, and sends it after a sign-in", async ({
	page,
}) => {
	const { email } = await registerCreator(page.request);
	const name = page.getByLabel("First name");
	const save = page.getByRole("button", { name: "Save", exact: true }).first();
	let isProxy = true;
	await interceptRequests(page, "*/api/user", (method) =>
		method === "PATCH" && isProxy ? PROXY_PAGE : "sent",
	);
	await page.goto("/settings/account");

	await test.step("a proxy responds with an HTML page: the message is our own", async () => {
		await name.fill("Nour");
		await save.click();
		await expect(
			page.getByText("The server could not answer. Please try again in a moment.").first(),
		).toBeVisible();
		await expect(page.getByText(/Bad Gateway|nginx/)).toHaveCount(0);
		await expect(name).toHaveValue("Nour");
		isProxy = false;
	});

	await test.step("the session has ended, and the sign-in is cancelled", async () => {
		await endSession(page);
		await name.press("Enter");
		await expect(page.getByRole("dialog", { name: "Please sign in again" })).toBeVisible();
		await page.keyboard.press("Escape");
		await expect(page.getByRole("dialog")).toHaveCount(0);
		await expect(page.getByText("Please sign in to continue.").first()).toBeVisible();
		await expect(name).toHaveValue("Nour");
	});

	await test.step("a sign-in on the same page sends the form", async () => {
		await name.fill("Typed before the end");
		await save.click();
		await signInInPlace(page, email);
		await expect
			.poll(async () => (await (await page.request.get("/api/user")).json()).firstName)
			.toBe("Typed before the end");
		await expect(page).toHaveURL(/\/settings\/account$/);
		await expect(name).toHaveValue("Typed before the end");
	});
});

test("an upload whose session has ended begins after a sign-in on the same screen", async ({
	page,
}) => {
	const { email } = await registerCreator(page.request);
	await fillUpload(page, [note("poem.txt")], "A poem");
	await endSession(page);
	await submitUpload(page);
	await signInInPlace(page, email);
	await expect(page.getByText("Files Uploaded Successfully!")).toBeVisible();
});

test("a visitor who subscribes signs in first and comes back to the plans", async ({
	page,
	newProfile,
}) => {
	test.skip(!DOES_ALL_ROUNDS, "in all rounds");
	const other = await newProfile();
	const { email } = await registerCreator(other.request);
	await page.goto("/subscribe");
	await page.getByRole("link", { name: "Subscribe Now" }).click();
	await page.getByRole("tab", { name: "Sign In" }).click();
	await signIn(page, email);
	await page.waitForURL("/subscribe");
	await expect(page.getByRole("button", { name: "Subscribe Now" })).toBeVisible();
});

test("a paused upload shows the same stored amount before and after the page is reopened", async ({
	page,
}) => {
	await registerCreator(page.request);
	await fillUpload(page, [note("arrives.txt", 2048), note("waits.txt", 4096)], "Two notes");
	let held = 0;
	await page.route("**/api/uploads/*/files/*/parts/*", (route) => {
		const size = Number(route.request().headers()["content-length"] ?? 0);
		const isSecond = size === 4096 || (route.request().postDataBuffer()?.length ?? 0) === 4096;
		return isSecond ? void held++ : route.continue();
	});
	await submitUpload(page);
	await expect(page.getByText(/1 of 2 files/)).toBeVisible();
	await page.getByRole("button", { name: "Pause" }).click();
	await expect(page.getByText(/^2 KB of 6 KB uploaded\./)).toBeVisible();
	expect(held).toBeGreaterThan(0);
	page.on("dialog", (dialog) => dialog.accept());
	await page.goto("/upload");
	await expect(page.getByText(/^2 KB of 6 KB uploaded/)).toBeVisible();
});

test("an upload without stored bytes does not claim that anything is stored", async ({ page }) => {
	test.skip(!DOES_ALL_ROUNDS, "in all rounds");
	await registerCreator(page.request);
	await fillUpload(page, [note("waits.txt")], "A note");
	await page.route("**/api/uploads/*/files/*/parts/*", () => undefined);
	await submitUpload(page);
	await page.getByRole("button", { name: "Pause" }).click();
	await expect(page.getByText(/^Nothing uploaded yet\./)).toBeVisible();
	page.on("dialog", (dialog) => dialog.accept());
	await page.goto("/upload");
	await expect(page.getByText(/^Nothing uploaded yet, 2 KB to go/)).toBeVisible();
	await expect(page.getByText(/0 Bytes/)).toHaveCount(0);
});
