import { type APIRequestContext, expect } from "@playwright/test";
import { OWN_PAGE, PASSWORD } from "./accounts.ts";
import { verifiedCreator } from "./mailbox.ts";

/** With a confirmed address; returns an access token. */
export async function newToken(
	request: APIRequestContext,
	scopes: readonly string[],
): Promise<{ token: string; email: string }> {
	const email = await verifiedCreator(request);
	const made = await request.post("/api/tokens", {
		headers: OWN_PAGE,
		data: { name: "Program", scopes, expiresInDays: 30, password: PASSWORD },
	});
	expect(made.status(), await made.text()).toBe(201);
	const { token } = await made.json();
	return { token, email };
}
