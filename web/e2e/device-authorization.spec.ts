import { type APIRequestContext, expect } from "@playwright/test";
import { PASSWORD, registerCreator, signOut } from "./support/accounts.ts";
import { expectAccessible } from "./support/axe.ts";
import { confirmEmail, mailMatching } from "./support/mailbox.ts";
import { openScreen } from "./support/page-checks.ts";
import { test } from "./support/sample-data.ts";

const CLIENT = { client_id: "tillbox-cli" };

async function begin(program: APIRequestContext) {
	const response = await program.post("/api/device/code", {
		form: { ...CLIENT, client_name: "Tillbox CLI", scope: "shares:read sales:refund" },
	});
	expect(response.status(), await response.text()).toBe(200);
	return response.json();
}

const poll = (program: APIRequestContext, device_code: string) =>
	program.post("/api/device/token", {
		form: { ...CLIENT, device_code, grant_type: "urn:ietf:params:oauth:grant-type:device_code" },
	});

test("a program gets its token when its creator has signed in, compared the code and confirmed", async ({
	openAs,
	playwright,
	baseURL,
}) => {
	const program = await playwright.request.newContext({ ...(baseURL && { baseURL }) });
	const page = await openAs("visitor");
	const { email } = await registerCreator(page.request);
	await confirmEmail(page.request, email);
	await openScreen(page, "/dashboard");
	await signOut(page);

	const { user_code, device_code, verification_uri_complete } = await begin(program);
	const link = new URL(verification_uri_complete);
	await page.goto(link.pathname + link.search);
	await page.getByLabel("Email").fill(email);
	await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
	await page.getByRole("button", { name: "Sign In", exact: true }).click();
	await expect(page.getByLabel("Code")).toHaveValue(user_code);
	await expectAccessible(page, "all");
	await page.getByRole("button", { name: "Continue" }).click();

	await expect(
		page.getByRole("heading", { name: "Let “Tillbox CLI” use your account?" }),
	).toBeFocused();
	await expect(page.getByText("Refund sales")).toBeVisible();
	await expect(page.getByText("Upload, edit and delete shares")).toBeHidden();
	await expectAccessible(page, "all");
	await page.getByLabel("Your password").fill("wrong-password");
	await page.getByRole("button", { name: "Confirm", exact: true }).click();
	await expect(page.getByLabel("Your password")).toHaveAccessibleDescription(
		/The password isn’t right\./,
	);
	await page.getByLabel("Your password").fill(PASSWORD);
	await page.getByRole("button", { name: "Confirm", exact: true }).click();
	await expect(page.getByRole("heading", { name: "Confirmed" })).toBeVisible();
	await expect(page.getByText("go back to your program")).toBeVisible();
	await expectAccessible(page, "all");

	const response = await poll(program, device_code);
	expect(response.status(), await response.text()).toBe(200);
	const { access_token: token } = await response.json();
	const shares = await program.get("/api/my-file-shares", {
		headers: { authorization: `Bearer ${token}` },
	});
	expect(shares.status()).toBe(200);
	await page.getByRole("link", { name: "See your access tokens" }).click();
	const card = page.getByRole("region", { name: "Access tokens" });
	await expect(card.getByText(`…${token.slice(-4)}`)).toBeVisible();
	await mailMatching(page.request, email, /access token was added/);
	await program.dispose();
});

test("a program is denied, and codes that are unknown or used say so", async ({
	openAs,
	playwright,
	baseURL,
}) => {
	const program = await playwright.request.newContext({ ...(baseURL && { baseURL }) });
	const page = await openAs("visitor");
	await registerCreator(page.request);
	const { user_code, device_code } = await begin(program);
	await page.goto("/device");
	const enter = async (code: string) => {
		await page.getByLabel("Code").fill(code);
		await page.getByRole("button", { name: "Continue" }).click();
	};
	await enter("ABC");
	await expect(page.getByText("A code has eight letters")).toBeVisible();
	await enter("BBBB-BBBB");
	await expect(page.getByRole("alert")).toContainText("This code is unknown.");
	await enter(user_code.toLowerCase().replace("-", ""));
	// Without a confirmed address nothing can be confirmed.
	await expect(page.getByRole("button", { name: "Confirm", exact: true })).toBeHidden();
	await page.getByRole("button", { name: "Deny" }).click();
	await expect(page.getByRole("heading", { name: "Denied" })).toBeVisible();
	expect(await (await poll(program, device_code)).json()).toMatchObject({
		error: "access_denied",
	});
	await page.goto(`/device?code=${user_code}`);
	await page.getByRole("button", { name: "Continue" }).click();
	await expect(page.getByRole("alert")).toContainText("This code has been used already.");
	await program.dispose();
});
