import { newTokenText } from "../accounts/access-tokens/token-text.ts";
import { accessTokens } from "../accounts/tables.ts";
import type { Scope } from "../contract/access-tokens.ts";
import { sha256 } from "../platform/security/crypto.ts";
import { request, testCtx } from "./test-app.ts";

/** Stores an access token of a creator, without the confirmation that making one needs. */
export async function storeToken(
	userId: string,
	scopes: Scope[],
	fields: Partial<typeof accessTokens.$inferInsert> = {},
): Promise<{ id: string; token: string }> {
	const ctx = testCtx();
	const token = newTokenText();
	const id = ctx.id();
	await ctx.db.insert(accessTokens).values({
		id,
		userId,
		scopes,
		name: "Script",
		ending: token.slice(-4),
		createdAt: 1,
		tokenHash: await sha256(token),
		windowAt: 0,
		calls: 0,
		...fields,
	});
	return { id, token };
}

/** A request of a program with an access token: no browser, no cookies. */
export function callWithToken(
	token: string,
	method: string,
	path: string,
	body?: unknown,
): Promise<Response> {
	return request(path, {
		method,
		headers: {
			authorization: `Bearer ${token}`,
			"sec-fetch-site": "same-origin",
			...(body !== undefined && { "content-type": "application/json" }),
		},
		...(body !== undefined && { body: JSON.stringify(body) }),
	});
}
