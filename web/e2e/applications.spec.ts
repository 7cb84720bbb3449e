import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { OWN_PAGE, PASSWORD, signIn, signOut } from "./support/accounts.ts";
import { expectAccessible } from "./support/axe.ts";
import { verifiedCreator } from "./support/mailbox.ts";
import { OAuthProgram } from "./support/oauth-client.ts";
import { openScreen } from "./support/page-checks.ts";
import { test } from "./support/sample-data.ts";

const CALLBACK = "http://127.0.0.1/callback";
const HERE = "http://127.0.0.1:51004/callback";

async function register(request: APIRequestContext): Promise<string> {
	const made = await request.post("/api/applications", {
		headers: OWN_PAGE,
		data: {
			name: "Shelf",
			address: "https://shelf.example",
			redirectUris: [CALLBACK],
			isConfidential: false,
		},
	});
	expect(made.status(), await made.text()).toBe(201);
	return (await made.json()).id;
}

async function callbacks(page: Page): Promise<string[]> {
	const called: string[] = [];
	await page.route(`${HERE}*`, (route) => {
		called.push(route.request().url());
		return route.fulfill({ body: "Go back to Shelf." });
	});
	return called;
}

test("a model's program connects by OAuth with what its user lets it have, until they end it", async ({
	openAs,
	baseURL,
}) => {
	const page = await openAs("visitor");
	const email = await verifiedCreator(page.request);
	const program = new OAuthProgram(await register(page.request), HERE);
	await openScreen(page, "/dashboard");
	await signOut(page);

	const server = new URL("/mcp", baseURL);
	const transport = () => new StreamableHTTPClientTransport(server, { authProvider: program });
	const refused = transport();
	await expect(new Client({ name: "tests", version: "1" }).connect(refused)).rejects.toThrow();
	expect(program.asked.searchParams.get("resource")).toBe(server.href);

	const called = await callbacks(page);
	await page.goto(program.asked.pathname + program.asked.search);
	await signIn(page, email);
	await expect(page.getByRole("heading", { name: "Let “Shelf” use your account?" })).toBeFocused();
	await expect(page.getByText("a program on this computer")).toBeVisible();
	await expectAccessible(page, "all");
	await page.getByRole("checkbox", { name: "Refund sales" }).uncheck();
	await page.getByLabel("Your password").fill(PASSWORD);
	await page.getByRole("button", { name: "Give access" }).click();
	await expect(page.getByText("Go back to Shelf.")).toBeVisible();
	expect(called).toHaveLength(1);
	const answer = new URL(called[0] ?? "").searchParams;
	expect(answer.get("state")).toBe("the state");
	await refused.finishAuth(answer);

	const client = new Client({ name: "tests", version: "1" });
	await client.connect(transport());
	const { tools } = await client.listTools();
	expect(tools.map(({ name }) => name)).toContain("list_sales");
	expect(tools.map(({ name }) => name)).not.toContain("refund_sale");
	const { structuredContent } = await client.callTool({ name: "list_shares", arguments: {} });
	expect(structuredContent).toMatchObject({ shares: [] });

	await openScreen(page, "/settings/programs");
	await page.getByRole("button", { name: "Remove Shelf’s access" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Remove access" }).click();
	await expect(page.getByText("No app has access to your account.")).toBeVisible();
	// The client asks its user again, which it wouldn't do with a valid token.
	program.asked = new URL("about:blank");
	await expect(client.listTools()).rejects.toThrow();
	expect(program.asked.pathname).toBe("/oauth/authorize");
});
